import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PRIVACY } from '#contract/texts/legal.ts'
import { TIMINGS } from '#contract/timings.ts'
import { readSecretNames } from '#scripts/local-secrets.ts'
import { inRoot, ROOT } from '#scripts/paths.ts'
import { TEST_SETTINGS } from '#test/server/test-settings.ts'

const read = (path: string): string => readFileSync(inRoot(path), 'utf8')
const operations = read('docs/operations.md')
const config = read('wrangler.toml')
const { recoveryDays } = TIMINGS

/** The names in the first column of each table. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/^\| ((?:`[^`]+`(?:, )?)+) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  )
const named = new Set(namesIn(operations))

const EVIDENCE_DAYS = TIMINGS.evidenceMs / (24 * 3_600_000)

test('each logged event and each variable has its row in operations.md, and no other event has one', () => {
  const [, list = ''] = /const EVENTS = \{([^}]*)/.exec(read('worker/log.ts')) ?? []
  const events = [...list.matchAll(/^ {2}(\w+): '/gm)].map(([, event = '']) => event)
  expect(events).toContain('request_failed')
  expect([...named].filter((name) => /^[a-z]+(?:_[a-z]+)+$/.test(name)).sort()).toEqual(
    events.sort(),
  )
  const [, table = ''] = /^\[vars\]\n([^[]*)/m.exec(config) ?? []
  const variables = [...table.matchAll(/^([A-Z_]+) =/gm)].map(([, name = '']) => name)
  expect(variables).toContain('PUBLIC_URL')
  expect(variables.filter((name) => !named.has(name))).toEqual([])
  expect(Object.keys(TEST_SETTINGS).sort()).toEqual(variables.sort())
})

test('a deploy by button asks for every secret, holds the value of none, and describes what exists', () => {
  const asked = [...read('.dev.vars.example').matchAll(/^([A-Z_]+)=(.*)$/gm)]
  const secrets = [...readSecretNames(), 'SETUP_SECRET']
  expect(asked.map(([, name, value]) => [name, value])).toEqual(secrets.map((name) => [name, '']))
  const described = Object.keys(JSON.parse(read('package.json')).cloudflare.bindings)
  const known = [...config.matchAll(/^binding = "(\w+)"|^([A-Z_]+) = "/gm)].map(
    ([, binding, variable]) => binding ?? variable,
  )
  expect(described).toEqual(expect.arrayContaining(secrets))
  expect([...secrets, ...known]).toEqual(expect.arrayContaining(described))
})

test('every name that the site keeps in a browser stands in docs/privacy.md, and no other', () => {
  const files = globSync('{web,worker,contract}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (file) => !file.includes('.test.'),
  )
  const source = files.map(read).join('\n')
  const keys = new Map(
    [...source.matchAll(/^(?:export )?const ([A-Z_]+) = [`']([^`'$]+)/gm)].map(
      ([, constant = '', value = '']) => [constant, value],
    ),
  )
  const resolve = (name: string): string =>
    name.startsWith("'") ? name.slice(1, -1) : (keys.get(name) ?? `${name}?`)
  const items = [...source.matchAll(/\bstoredItem\(\s*('\w+'|\w+),/g)].map(([, name = '']) => name)
  const cookies = [...source.matchAll(/\bsetCookie\(\s*c,\s*(\w+)/g)].map(([, name = '']) => name)
  const kept = [
    ...items.map(resolve),
    ...cookies.map(resolve).map((name) => (name.startsWith('__') ? name : `__Host-${name}`)),
    // use-kept-text.ts and the service worker compose these names from parts.
    'typed …',
    'build-…',
  ]
  // Only these files use a storage directly, without `storedItem`.
  const others = files.filter((file) =>
    /\b(?:localStorage|sessionStorage|caches)[.[]|document\.cookie/.test(read(file)),
  )
  expect(others.sort()).toEqual([
    'web/router.tsx',
    'web/service-worker/service-worker.ts',
    'web/session/language.ts',
    'web/start/continue-visit.ts',
    'web/start/known-person.ts',
    'web/start/way-back.ts',
    'web/ui/use-kept-text.ts',
  ])
  const [, section = ''] =
    /^## What the browser keeps\n([\s\S]*?)^## /m.exec(read('docs/privacy.md')) ?? []
  expect(namesIn(section).sort()).toEqual([...new Set(kept)].sort())
})

test('T43 the platform is told to keep no line of its own, which would hold a patron’s secret', () => {
  expect(config).toMatch(/^\[observability\.logs\]\n[^[]*^invocation_logs = false/m)
  expect(config).not.toMatch(/^\[observability(?:\.traces)?\]/m)
})

test('T64 README, operations and privacy page say how long rooms are restorable and what D1 never has', () => {
  const privacy = PRIVACY.sections.flatMap(({ lines }) => lines).join('\n')
  for (const [text, days, nothing] of [
    [
      read('README.md'),
      `${recoveryDays} days`,
      'D1 holds no name, phone, picture or message of theirs',
    ],
    [operations, `${recoveryDays} days`, 'No name, phone, picture or message of a person is in D1'],
    [
      privacy,
      `${recoveryDays} dias`,
      'no banco de dados central não há nome, telefone, foto nem mensagem sua',
    ],
  ] as const) {
    expect(text.replaceAll(/\s+/g, ' ')).toContain(nothing)
    const told = [...text.matchAll(/\b(\d+) (?:days|dias)\b/g)].map(([words]) => words)
    // Evidence of reports has a separate period.
    const other = told.filter((words) => !words.startsWith(`${EVIDENCE_DAYS} `))
    expect(new Set(other)).toEqual(new Set([days]))
  }
})

test('T64 each scope of the operator’s token is named with its purpose, and none is for everything', () => {
  const [, section = ''] = /^## The operator's token\n([\s\S]*?)^## /m.exec(operations) ?? []
  const scopes = [...section.matchAll(/^\| (Account|Zone), ([\w ]+): (Read|Edit) \| ([^|]+) \|$/gm)]
  expect(scopes.map(([, , product]) => product)).toEqual(
    expect.arrayContaining(['Workers Scripts', 'D1', 'Workers R2 Storage']),
  )
  // Below the head and its line, every row is such a scope.
  expect(section.match(/^\|/gm)?.length).toBe(scopes.length + 2)
  expect(operations).toContain('CLOUDFLARE_API_TOKEN, as below')
})
