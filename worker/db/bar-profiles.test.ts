import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { Venue } from '#test/cast/guest.ts'
import type { BarProfile } from './bar-profiles.ts'
import { deleteBarProfile, listBarProfileRevisions, saveBarProfile } from './bar-profiles.ts'

const [ANA, BIA] = ['7f0c1a52-0000-4a35-9a39-2c1de2f3a001', '7f0c1a52-0000-4a35-9a39-2c1de2f3a002']

const aCopy = (barId: string, id: string, changes: Partial<BarProfile> = {}): BarProfile => ({
  barId,
  id,
  name: 'Ana',
  phone: null,
  photo: null,
  interest: 'all',
  table: '7',
  revision: 1,
  createdAt: 1_800_000_000_000,
  ...changes,
})

test('a copy is saved, replaced whole, and removed', async () => {
  const { barId } = await Venue.open()
  const first = { phone: '+5511987654321', photo: '/media/profiles/x.webp' }
  await saveBarProfile(env.DB, aCopy(barId, ANA, first))
  await saveBarProfile(env.DB, aCopy(barId, ANA, { name: 'Aninha', table: '8', revision: 2 }))
  expect(
    await env.DB.prepare('SELECT * FROM bar_profiles WHERE bar_id = ?').bind(barId).all(),
  ).toMatchObject({
    results: [
      {
        bar_id: barId,
        id: ANA,
        name: 'Aninha',
        phone: null,
        photo: null,
        interest: 'all',
        table_id: '8',
        revision: 2,
        created_at: 1_800_000_000_000,
      },
    ],
  })
  await deleteBarProfile(env.DB, barId, ANA)
  await deleteBarProfile(env.DB, barId, ANA)
  expect(await listBarProfileRevisions(env.DB, barId)).toEqual([])
})

test('revisions are those of one bar, by id, from any id on', async () => {
  const [here, elsewhere] = [await Venue.open(), await Venue.open()]
  await saveBarProfile(env.DB, aCopy(here.barId, BIA, { revision: 5 }))
  await saveBarProfile(env.DB, aCopy(here.barId, ANA))
  await saveBarProfile(env.DB, aCopy(elsewhere.barId, ANA, { revision: 9 }))
  const revisions = [
    { id: ANA, revision: 1 },
    { id: BIA, revision: 5 },
  ]
  expect(await listBarProfileRevisions(env.DB, here.barId)).toEqual(revisions)
  expect(await listBarProfileRevisions(env.DB, here.barId, ANA)).toEqual(revisions.slice(1))
})

test('a copy costs one written row, to save, to replace and to remove', async () => {
  const { barId } = await Venue.open()
  const rows: number[] = []
  const counting = {
    prepare: (query: string) => {
      const wrap = (statement: D1PreparedStatement): D1PreparedStatement =>
        Object.assign(Object.create(statement), {
          bind: (...values: unknown[]) => wrap(statement.bind(...values)),
          run: async () => {
            const result = await statement.run()
            rows.push(result.meta.rows_written)
            return result
          },
        })
      return wrap(env.DB.prepare(query))
    },
  } as unknown as D1Database
  await saveBarProfile(counting, aCopy(barId, ANA))
  await saveBarProfile(counting, aCopy(barId, ANA, { revision: 2 }))
  await deleteBarProfile(counting, barId, ANA)
  expect(rows).toEqual([1, 1, 1])
})
