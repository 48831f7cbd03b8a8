import type { CountryCode } from 'libphonenumber-js/max'
import { getCountries, getExampleNumber, parsePhoneNumber } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { expect, test } from 'vitest'
import { Random } from '#test/chaos/random.ts'
import { toPhone } from './phone.ts'

// libphonenumber-js judges random numbers. Record 85 lists where the two differ.
const random = new Random('2026', 'phones')
const toDigits = (count: number): string =>
  Array.from({ length: count }, () => random.between(0, 9)).join('')

const CARRIERS = [12, 14, 15, 21, 22, 23, 25, 31, 41, 43, 55, 65, 99]

/** The signs in which people write one number of Brazil: its area code, then two groups. */
const BRAZILIAN_FORMS = [
  (area: string, head: string, tail: string) => `${area}${head}${tail}`,
  (area: string, head: string, tail: string) => `(${area}) ${head}-${tail}`,
  (area: string, head: string, tail: string) => `0${area} ${head} ${tail}`,
  (area: string, head: string, tail: string) => `0 15 ${area} ${head}-${tail}`,
  (area: string, head: string, tail: string) =>
    `(0${random.pick(CARRIERS)}${area}) ${head}-${tail}`,
  (area: string, head: string, tail: string) => `+55 ${area} ${head}.${tail}`,
  (area: string, head: string, tail: string) => `55${area}${head}${tail}`,
]

test('O5 the judge and the form read 10,000 numbers of Brazil alike', () => {
  const heads = [
    '9####',
    '9####',
    '2###',
    '3###',
    '4###',
    '5###',
    '1###',
    '6###',
    '####',
    '#####',
    '###',
  ]
  const counts = { read: 0, refused: 0 }
  const differences: string[] = []
  while (counts.read + counts.refused < 10_000) {
    const head = random.pick(heads).replace(/#/g, () => toDigits(1))
    const text = random.pick(BRAZILIAN_FORMS)(String(random.between(11, 99)), head, toDigits(4))
    const judged = judgeBrazilian(text)
    if (judged === 'trunked radio') continue
    counts[judged === null ? 'refused' : 'read'] += 1
    const read = toPhone(text)
    if (judged !== read) differences.push(`${text}: ${judged}, ${read}`)
  }
  expect(differences).toEqual([])
  expect(Math.min(counts.read, counts.refused)).toBeGreaterThan(3_000)
})

test('O5 the judge and the form read 10,000 numbers of every other country alike', () => {
  const countries = getCountries().filter((country) => country !== 'BR')
  const differences: string[] = []
  let count = 0
  while (count < 10_000) {
    const country = random.pick(countries)
    const number = makeForeign(country)
    if (number === undefined) continue
    count += 1
    const international = number.formatInternational()
    const text = random.pick([
      number.number,
      international,
      international.replace('+', '00'),
      international.replace('+', '00 ').replace(/ /g, '-'),
      number.getURI(),
      `WhatsApp: ${international}.`,
      international.replace(' ', ' (0) '),
      international.replace(
        / (\d+)/,
        KEEPS_ZERO.has(number.countryCallingCode) ? ' ($1)' : ' (0$1)',
      ),
    ])
    // E.164 in this product has 8 digits at least: Tokelau and Tristan da Cunha have 7.
    const expected = number.number.length < 9 ? null : number.number
    if (expected !== toPhone(text))
      differences.push(`${country} ${text}: ${expected}, ${toPhone(text)}`)
  }
  expect(differences).toEqual([])
})

/** In their numbers a zero may come first, which callers from abroad dial too. */
const KEEPS_ZERO: ReadonlySet<string> = new Set('39 225 226 227 229 241 242 378'.split(' '))

/** A valid number like the country's example, with other last digits; undefined where the draw is none. */
function makeForeign(country: CountryCode) {
  const example = getExampleNumber(country, examples)
  if (example === undefined) throw new Error(`${country} has no example`)
  const national = String(example.nationalNumber)
  const changed = random.between(1, 4)
  const number = `+${example.countryCallingCode}${national.slice(0, -changed)}${toDigits(changed)}`
  const parsed = parsePhoneNumber(number)
  return parsed.isValid() ? parsed : undefined
}

/** E.164 of a mobile or landline, null for every other number. Mobiles of 8 digits belong to trunked radio. */
function judgeBrazilian(text: string): string | null {
  const parsed = parsePhoneNumber(text, 'BR')
  const type = parsed.getType()
  if (type === 'MOBILE')
    return parsed.nationalNumber.length === 11 ? parsed.number : 'trunked radio'
  return type === 'FIXED_LINE' ? parsed.number : null
}
