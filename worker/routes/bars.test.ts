import fc from 'fast-check'
import { expect, test } from 'vitest'
import { setColumns } from '#test/worker/admin.ts'
import { ask, failureOf } from '#test/worker/requests.ts'
import { Bar } from '#test/worker/room-client.ts'
import { runs } from '#test/worker/runs.ts'

test('T7 the API returns exactly the public fields of a bar', async () => {
  const { barId } = await Bar.open()
  const canary = `canary ${barId}`
  await setColumns(barId, {
    owner_name: canary,
    document: canary,
    phone: canary,
    email: canary,
    login: canary,
    creation_key: canary,
    subscription_plan: 'yearly',
    address: canary,
  })
  const text = await (await ask(`/api/bars/${barId}`)).text()
  expect(JSON.parse(text)).toEqual({
    id: barId,
    name: 'Bar do Teste',
    city: 'São Paulo',
    logoUrl: null,
    photoUrls: [],
    coverUrl: null,
    description: null,
    tonight: null,
    paused: false,
    asksForCode: false,
  })
  expect(text).not.toMatch(/canary|yearly/)
})

test('a bar is found under any typed form of its code, and other texts find none', async () => {
  const { barId } = await Bar.open()
  const typed = encodeURIComponent(` ${barId.slice(0, 3).toLowerCase()}-${barId.slice(3)} `)
  expect(await (await ask(`/api/bars/${typed}`)).json()).toMatchObject({ id: barId })
  for (const code of ['ZZZZZZ', 'nope', '__proto__', "' OR 1=1 --", '%00', '%F0%9F%8D%BA']) {
    const answer = await ask(`/api/bars/${encodeURIComponent(code)}`)
    expect([code, await failureOf(answer)]).toEqual([code, '404 bar_not_found'])
  }
})

test('T39 D1 returns any text as it was stored', async () => {
  const { barId } = await Bar.open()
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom("'; DROP TABLE bars; --", '%_\\', '\0', '"', "''", '?1', '\u202E'),
  )
  await fc.assert(
    fc.asyncProperty(text, fc.array(text, { maxLength: 5 }), async (name, photos) => {
      const columns = { name, description: name, tonight: name }
      await setColumns(barId, { ...columns, photos_url: JSON.stringify(photos) })
      const bar = await (await ask(`/api/bars/${barId}`)).json()
      expect(bar).toMatchObject({ name, description: name, tonight: name, photoUrls: photos })
    }),
    { numRuns: runs(60, 100_000) },
  )
})
