import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { anyText, aPile, SEED } from '#test/fakes/generated.ts'
import { runs } from '#test/worker/runs.ts'
import { toBarId } from './bar-address.ts'
import { barIdSchema } from './bar-id.ts'
import { documentSchema, formatDocument, toDocument } from './document.ts'
import { emailSchema, toEmail } from './email.ts'
import { readMessageText } from './message.ts'
import { toSearchText } from './people-search.ts'
import { formatPhone, formatTyped, phoneSchema, toPhone } from './phone.ts'
import { cutText, toInitial } from './plain-text.ts'
import { nameSchema } from './profile-form.ts'
import { tableSchema } from './table.ts'
import { readUpgradeQuery, toUpgradeQuery } from './upgrade-query.ts'

const options = { seed: SEED, numRuns: runs(300, 100_000) }

const parsed = (schema: typeof nameSchema | typeof tableSchema) => (text: string) => {
  const result = v.safeParse(schema, text)
  return result.success ? result.output : null
}

const digits = fc.string({ unit: fc.constantFrom(...'0123456789+-(). x') })
const typed = fc.oneof(
  anyText,
  aPile,
  fc.tuple(digits, anyText, digits).map((parts) => parts.join('')),
  fc
    .tuple(
      digits,
      fc.constantFrom('11987654321', '11144477735', '33000167000101', 'K7M2QX', 'a@b.co'),
    )
    .map((parts) => parts.join('')),
  digits,
)

const NORMALISERS: [string, (text: string) => string | null, v.GenericSchema?][] = [
  ['phone', toPhone, phoneSchema],
  ['email', toEmail, emailSchema],
  ['document', toDocument, documentSchema],
  ['bar ID', toBarId, barIdSchema],
  ['name', parsed(nameSchema)],
  ['table', parsed(tableSchema)],
  ['message', readMessageText],
  ['search text', toSearchText],
]

test.each(NORMALISERS)('T41 reading a %s is idempotent', (_, read, schema) => {
  fc.assert(
    fc.property(typed, (text) => {
      const once = read(text)
      if (once === null) return
      expect(read(once)).toBe(once)
      if (schema) expect(v.is(schema, once)).toBe(true)
    }),
    options,
  )
})

test('T41 a formatted phone or document reads back as the same', () => {
  fc.assert(
    fc.property(typed, (text) => {
      const [phone, document] = [toPhone(text), toDocument(text)]
      if (phone) expect(toPhone(formatPhone(phone))).toBe(phone)
      if (document) expect(toDocument(formatDocument(document))).toBe(document)
      expect(toPhone(formatTyped(text))).toBe(phone)
    }),
    options,
  )
})

test('T52 a cut text is short, and an initial is empty only for an empty text', () => {
  fc.assert(
    fc.property(typed, fc.integer({ min: 1, max: 80 }), (text, most) => {
      expect(cutText(text, most).length).toBeLessThanOrEqual(2 * most + 1)
      expect(cutText(text, most)).not.toContain('\n')
      const initial = toInitial(text)
      expect(initial === '').toBe(text === '')
    }),
    options,
  )
})

test('R6 any upgrade query reads as a resume point or as none', () => {
  const point = fc.record({
    epoch: fc.oneof(anyText, fc.uuid()),
    number: fc.oneof(anyText, fc.nat().map(String), fc.double().map(String)),
    frames: fc.oneof(anyText, fc.constant('shared')),
  })
  fc.assert(
    fc.property(point, (query) => {
      const { resume } = readUpgradeQuery(query)
      if (!resume) return
      const again = new URLSearchParams(toUpgradeQuery(resume))
      expect(readUpgradeQuery(Object.fromEntries(again)).resume).toEqual(resume)
    }),
    options,
  )
})
