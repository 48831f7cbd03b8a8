import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CodedError } from '#contract/errors.ts'
import { enterRequestSchema } from '#contract/person.ts'
import { runs } from '#test/support/runs.ts'
import { parseInput } from './json-body.ts'
import { parseStrictJson } from './strict-json.ts'

test.each([
  '{"a":1,"a":1}',
  '{"a":1,"\\u0061":2}',
  '{"x":[{"a":"}","b":1,"b" : 2}]}',
  '{"a\\\\":1,"a\\\\":2}',
  '{"__proto__":{}}',
  '{"x":{"\\u005f_proto__":1}}',
  '{"constructor":{"prototype":{}}}',
  '{"toString":1}',
])('T40 %s means different things to different readers and is refused', (text) => {
  expect(() => parseStrictJson(text)).toThrow(CodedError)
})

test.each([
  '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}',
  '{"a":"\\"a\\":1,\\"a\\":2","b":"{\\"a\\":"}',
  '{"a":"a","b":"a","c":["a","a"]}',
  '"a"',
])('%s is plain JSON and read as such', (text) => {
  expect(parseStrictJson(text)).toEqual(JSON.parse(text))
})

test('T40 whatever JSON comes, the answer is a known type or a known error and nothing is polluted', () => {
  const before = Object.getOwnPropertyNames(Object.prototype)
  const known = { id: fc.anything(), name: fc.anything(), interest: fc.constant('all') }
  const near = fc.record({ ...known, ['__proto__']: fc.anything() }, { requiredKeys: [] })
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        near.map((value) => JSON.stringify(value) ?? 'null'),
      ),
      (text) => {
        try {
          const entered = parseInput(enterRequestSchema, parseStrictJson(text))
          expect(Object.keys(entered).sort()).toEqual(
            Object.keys(enterRequestSchema.entries).sort(),
          )
        } catch (error) {
          expect(error).toBeInstanceOf(CodedError)
          expect((error as CodedError).code).toBe('invalid_request')
        }
      },
    ),
    { numRuns: runs(2_000, 1_000_000) },
  )
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
})

test('any JSON without doubtful keys is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value)
      fc.pre(
        !/__proto__|"(?:constructor|toString|valueOf|hasOwn|is|propertyIs|toLocale|__)/.test(text),
      )
      expect(parseStrictJson(text)).toEqual(JSON.parse(text))
    }),
    { numRuns: 1_000 },
  )
})
