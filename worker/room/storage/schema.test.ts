import { runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { tablesOf } from '#test/worker/faulty-storage.ts'
import { Bar } from '#test/worker/room-client.ts'
import type { Migration } from './schema.ts'
import { MIGRATIONS, Schema } from './schema.ts'
import { RoomStorage } from './storage.ts'

const deleteAll = async () => {}

/** The storage of a room that dies at one statement, counted from 0. */
function dyingAt(step: number, durable: DurableObjectStorage): RoomStorage {
  let done = 0
  const exec = (text: string, ...values: SqlStorageValue[]) => {
    if (done === step) throw new Error('died')
    done += 1
    return durable.sql.exec(text, ...values)
  }
  const transactionSync = <T>(change: () => T) => durable.transactionSync(change)
  return new RoomStorage({ sql: { exec }, transactionSync } as unknown as DurableObjectStorage)
}

/** Dies at each step in turn, until there is no such step. Returns how many there were. */
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

function create(storage: RoomStorage, barId: string, migrations = MIGRATIONS): void {
  const schema = new Schema(storage, deleteAll, migrations)
  storage.transact(() => schema.create(barId))
}

test('R7 a room that dies while it creates its tables has none, and creates all the next time', async () => {
  const bar = await Bar.open()
  await runInDurableObject(bar.room, (_, { storage }) => {
    const died = dieAtEach(
      (step) => create(dyingAt(step, storage), bar.barId),
      () => {
        expect(tablesOf(storage.sql)).toEqual([])
        expect(new Schema(new RoomStorage(storage), deleteAll).isReady).toBe(false)
      },
    )
    expect(died).toBeGreaterThan(tablesOf(storage.sql).length)
    const { room } = new Schema(new RoomStorage(storage), deleteAll)
    expect(room).toMatchObject({ barId: bar.barId, isPaused: false, isListed: false })
  })
})

test('R7 a migration that dies at any statement changes nothing, and runs once when it is tried again', async () => {
  const [bar, ana] = await Bar.admitted('Ana')
  const added: Migration = (sql) => {
    sql`CREATE TABLE later (id INTEGER PRIMARY KEY)`
    sql`INSERT INTO later (id) VALUES (1)`
    sql`ALTER TABLE bar_profiles ADD COLUMN later INTEGER NOT NULL DEFAULT 7`
  }
  await runInDurableObject(bar.room, (_, { storage }) => {
    const before = tablesOf(storage.sql)
    const steps = [...MIGRATIONS, added]
    dieAtEach(
      (step) => new Schema(dyingAt(step, storage), deleteAll, steps),
      () => expect(tablesOf(storage.sql)).toEqual(before),
    )
    // A second wake finds nothing to do: the row of the step is there once.
    new Schema(new RoomStorage(storage), deleteAll, steps)
    expect(storage.sql.exec('SELECT id FROM later').toArray()).toEqual([{ id: 1 }])
    const people = storage.sql.exec('SELECT id, name, later FROM bar_profiles').toArray()
    expect(people).toEqual([{ id: ana.id, name: 'Ana', later: 7 }])
  })
})

test('R7 a room of an earlier version keeps its bar and gets what was added since', async () => {
  const bar = await Bar.open()
  await runInDurableObject(bar.room, async (_, { storage }) => {
    const { sql } = new RoomStorage(storage)
    for (const migrate of MIGRATIONS.slice(0, 2)) migrate(sql)
    sql`INSERT INTO room (id, version, bar_id, salt, made_at, is_paused, is_listed, connected)
      VALUES (1, 2, ${bar.barId}, 'salt', 1, 1, 0, '[]')`
    const { room } = new Schema(new RoomStorage(storage), deleteAll)
    expect(room).toMatchObject({ barId: bar.barId, isPaused: true, version: MIGRATIONS.length })
    expect(room.entryCode).toMatchObject({ isOn: false, until: null })
    await storage.deleteAll()
  })
})

test('R7 a room that an earlier version has had meanwhile goes on with what a later one had added', async () => {
  const [bar, ana] = await Bar.admitted('Ana')
  await runInDurableObject(bar.room, (_, { storage }) => {
    new Schema(new RoomStorage(storage), deleteAll, MIGRATIONS.slice(0, 7))
    // What 0.1.0 does.
    storage.sql.exec('UPDATE room SET version = 7')
    const { room } = new Schema(new RoomStorage(storage), deleteAll)
    expect(room).toMatchObject({ barId: bar.barId, version: MIGRATIONS.length })
    expect(storage.sql.exec('SELECT id FROM bar_profiles').toArray()).toEqual([{ id: ana.id }])
  })
})

test('R7 a file from before the steps were numbered is erased', async () => {
  const bar = await Bar.open()
  await runInDurableObject(bar.room, async (_, { storage }) => {
    storage.sql.exec('CREATE TABLE room (id INTEGER PRIMARY KEY, bar_id TEXT NOT NULL)')
    let erased = 0
    const schema = new Schema(new RoomStorage(storage), async () => {
      erased += 1
    })
    expect([schema.isReady, erased]).toEqual([false, 1])
    await storage.deleteAll()
  })
})
