import fc from 'fast-check'
import { expect, test } from 'vitest'
import { enterRequestSchema } from '#contract/profile-form.ts'
import { aProfile } from '#test/fakes/profile.ts'
import { runs } from '#test/worker/runs.ts'
import { readJsonBody } from './input.ts'

function read(body: string) {
  const headers = { 'Content-Type': 'application/json' }
  const request = new Request('https://brinde.test', { method: 'POST', headers, body })
  return readJsonBody(request, enterRequestSchema)
}

const profile = JSON.stringify(aProfile())
const withKey = (member: string) => `{${member},${profile.slice(1)}`

test.each([
  withKey('"__proto__":{}'),
  withKey('"__proto__":{"name":"Bia"}'),
  withKey('"\\u005f_proto__":1'),
  withKey('"constructor":{"prototype":{"isAdmin":true}}'),
  withKey('"toString":1'),
  // Values below `__proto__` fill no field.
  `{"__proto__":${profile}}`,
])('T40 a key that every object inherits is refused as an unknown field: %s', async (body) => {
  await expect(read(body)).rejects.toThrow('an unknown field')
})

test('a duplicate key keeps its last value, as in JSON', async () => {
  expect(await read(withKey('"name":"Bia"'))).toEqual(await read(profile))
})

test('T40 any JSON gives the known fields or a known error, and pollutes no prototype', async () => {
  const before = Object.getOwnPropertyNames(Object.prototype)
  const known = { id: fc.anything(), name: fc.anything(), interest: fc.constant('all') }
  const near = fc.record({ ...known, ['__proto__']: fc.anything() }, { requiredKeys: [] })
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.json(),
        near.map((value) => JSON.stringify(value) ?? 'null'),
      ),
      async (text) => {
        const failure = await read(text).then(
          (entered) =>
            expect(Object.keys(entered)).toEqual(Object.keys(enterRequestSchema.entries)),
          (error: unknown) => error,
        )
        if (failure) expect(failure).toMatchObject({ code: 'invalid_request' })
      },
    ),
    { numRuns: runs(2_000, 1_000_000) },
  )
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
})
