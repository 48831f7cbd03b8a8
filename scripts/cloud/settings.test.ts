import { rmSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot, PRODUCTION } from '../paths.ts'
import { readOwnAddress, readSettings, refuseWrongVars } from './settings.ts'

test('the address that QR codes carry is a whole https address, or a deploy says what is wrong', () => {
  expect(readOwnAddress({ PUBLIC_URL: 'https://brinde.example/' })).toBe('https://brinde.example')
  expect(readOwnAddress({ PUBLIC_URL: '' })).toBeUndefined()
  for (const PUBLIC_URL of ['brinde.example', 'http://brinde.example'])
    expect(() => readOwnAddress({ PUBLIC_URL })).toThrow(`PUBLIC_URL is "${PUBLIC_URL}"`)
})

const CONTACT = 'it is an email address, or the address of a page'

test.each([
  ['PLACE', 'sao-paulo', 'it is a place (wnam, enam,'],
  ['PLACE', 'ENAM', 'it is a place'],
  ['PLACE', 'sam', 'it is a place'],
  ['OPERATOR_CNPJ', '11.222.333/0001-82', 'it is no CNPJ'],
  ['OPERATOR_CNPJ', '529.982.247-25', 'it is no CNPJ'],
  ['OPERATOR_CONTACT', '+55 11 98765-4321', CONTACT],
  ['PRIVACY_CONTACT', 'encarregado', CONTACT],
  ['SECURITY_CONTACT', 'seguranca@brinde', CONTACT],
  ['SECURITY_CONTACT', 'http://brinde.example/seguranca', CONTACT],
  ['SECURITY_CONTACT', 'https:brinde.example', CONTACT],
  ['SECURITY_CONTACT', 'brinde.example/seguranca', CONTACT],
  ['SECURITY_CONTACT', ' seguranca@brinde.example', CONTACT],
  ['SECURITY_CONTACT', 'a@brinde.example\nExpires: never', CONTACT],
])('a deploy refuses %s where it is "%s", and says what it is', (name, text, otherwise) => {
  expect(() => refuseWrongVars({ [name]: text })).toThrow(`${name} is "${text}": ${otherwise}`)
})

test.each([
  ...['enam', 'weur', 'eu', 'fedramp'].map((PLACE) => ({ PLACE })),
  { OPERATOR_CNPJ: '11.222.333/0001-81' },
  { OPERATOR_CNPJ: '12.ABC.345/01DE-35' },
  { OPERATOR_CONTACT: 'https://wa.me/5511987654321' },
  { PRIVACY_CONTACT: 'Encarregado@Brinde.example' },
  { SECURITY_CONTACT: 'seguranca@brinde.example' },
  { SECURITY_CONTACT: 'https://brinde.example/seguranca' },
  { OPERATOR_CNPJ: '', OPERATOR_CONTACT: '', PRIVACY_CONTACT: '', SECURITY_CONTACT: '' },
])('a deploy takes %o', (vars) => {
  expect(() => refuseWrongVars(vars)).not.toThrow()
})

test('another environment has names of its own, and its file says what else differs', () => {
  const file = inRoot('wrangler.tried.toml')
  writeFileSync(file, 'routes = ["tried.example"]\n[vars]\nPRODUCT_NAME = "Brinde (teste)"\n')
  try {
    const { config: production } = readSettings(PRODUCTION)
    const { config } = readSettings('tried')
    expect(config).toMatchObject({ name: `${production.name}-tried`, routes: ['tried.example'] })
    const { PUBLIC_URL, ...vars } = production.vars
    expect(config.vars).toEqual({ ...vars, PRODUCT_NAME: 'Brinde (teste)', PUBLIC_URL: '' })
    writeFileSync(file, 'name = "another"\n')
    expect(() => readSettings('tried')).toThrow('wrangler.tried.toml is not as a deploy needs it')
  } finally {
    rmSync(file)
  }
})
