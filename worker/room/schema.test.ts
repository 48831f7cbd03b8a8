import { runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { Venue } from '#test/cast/guest.ts'
import type { Sql } from '#worker/object-sql.ts'
import { tagSql } from '#worker/object-sql.ts'
import { Tables } from './tables.ts'

/** SQL that fails at one statement, counted from 0, as if the room had died there. */
function dyingAt(step: number, sql: Sql): Sql {
  let done = 0
  return (strings, ...values) => {
    if (done === step) throw new Error('died')
    done += 1
    return sql(strings, ...values)
  }
}

const namesIn = (sql: Sql) =>
  sql<{ name: string }>`
    SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND substr(name, 1, 1) <> '_'
    ORDER BY name`.map(({ name }) => name)

/** Dies at each step in turn, until there is no such step; says how many there were. */
function dieAtEach(attempt: (step: number) => void, after: () => void): number {
  for (let step = 0; ; step += 1) {
    try {
      attempt(step)
    } catch (error) {
      expect(error).toMatchObject({ message: 'died' })
      after()
      continue
    }
    return step
  }
}

test('R7 a room that dies while it makes its tables has none of them, and makes all the next time', async () => {
  const venue = await Venue.open()
  await runInDurableObject(venue.room, (_, { storage }) => {
    const sql = tagSql(storage)
    const died = dieAtEach(
      (step) => new Tables(storage, dyingAt(step, sql)).create(venue.barId),
      () => {
        expect(namesIn(sql)).toEqual([])
        expect(new Tables(storage, sql).ready).toBe(false)
      },
    )
    expect(died).toBeGreaterThan(namesIn(sql).length)
    expect(new Tables(storage, sql).barId).toBe(venue.barId)
  })
})

test('R7 a room that dies while it adds what a newer version brings keeps what it has, and adds it later', async () => {
  const venue = await Venue.open()
  const ana = await venue.admit('Ana')
  await runInDurableObject(venue.room, (_, { storage }) => {
    const sql = tagSql(storage)
    const all = namesIn(sql)
    const anOlderVersion = () => {
      const added = ['attendance', 'paused', 'removals', 'connected', 'photo_erasures']
      for (const name of added) storage.sql.exec(`DROP TABLE IF EXISTS ${name}`)
      storage.sql.exec('ALTER TABLE room DROP COLUMN listed')
      storage.sql.exec('ALTER TABLE bar_profiles RENAME TO people')
    }
    anOlderVersion()
    const died = dieAtEach(
      (step) => new Tables(storage, dyingAt(step, sql)),
      () => {
        new Tables(storage, sql)
        expect(namesIn(sql)).toEqual(all)
        const people = sql<{ id: string; name: string }>`SELECT id, name FROM bar_profiles`
        expect(people).toEqual([{ id: ana.id, name: 'Ana' }])
        anOlderVersion()
      },
    )
    expect(died).toBeGreaterThanOrEqual(all.length)
  })
})

test('R7 a room of the version before rooms minted ids begins anew', async () => {
  const venue = await Venue.open()
  await venue.admit('Ana')
  await runInDurableObject(venue.room, (_, { storage }) => {
    const sql = tagSql(storage)
    const all = namesIn(sql)
    storage.sql.exec('ALTER TABLE room DROP COLUMN salt')
    const tables = new Tables(storage, sql)
    expect(tables.ready).toBe(false)
    expect(namesIn(sql)).toEqual([])
    tables.create(venue.barId)
    expect(namesIn(sql)).toEqual(all)
  })
  await venue.sleep()
  await venue.admit('Bia')
})
