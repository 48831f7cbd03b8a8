import { runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { tablesOf } from '#test/worker/faulty-storage.ts'
import { Bar } from '#test/worker/room-client.ts'
import { RoomFile } from './room-file.ts'
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

test('R7 a room that dies while it creates its tables has none, and creates all the next time', async () => {
  const bar = await Bar.open()
  await runInDurableObject(bar.room, (_, { storage }) => {
    for (let step = 0; ; step += 1) {
      const dying = dyingAt(step, storage)
      try {
        const file = new RoomFile(dying, deleteAll)
        dying.transact(() => file.create(bar.barId))
      } catch (error) {
        expect(error).toMatchObject({ message: 'died' })
        expect(tablesOf(storage.sql)).toEqual([])
        expect(new RoomFile(new RoomStorage(storage), deleteAll).isReady).toBe(false)
        continue
      }
      expect(step).toBeGreaterThan(tablesOf(storage.sql).length)
      break
    }
    const { barId, isPaused } = new RoomFile(new RoomStorage(storage), deleteAll)
    expect({ barId, isPaused }).toEqual({ barId: bar.barId, isPaused: false })
  })
})

test('R7 a file of another shape is erased when its room wakes, and one of this shape is kept', async () => {
  const [bar, ana] = await Bar.admitted('Ana')
  await bar.sleep()
  expect(await bar.sql('SELECT id FROM bar_profiles')).toEqual([{ id: ana.id }])
  await bar.sql("UPDATE room SET shape = 'another'")
  await bar.sleep()
  expect(await bar.room.edit(ana.visit, { table: '9' })).toEqual({ ok: false, code: 'visit_ended' })
  const bia = await bar.admit('Bia')
  expect(await bar.sql('SELECT id FROM bar_profiles')).toEqual([{ id: bia.id }])
})

test('R7 a file whose room has no shape is erased', async () => {
  const bar = await Bar.open()
  await runInDurableObject(bar.room, async (_, { storage }) => {
    storage.sql.exec('CREATE TABLE room (id INTEGER PRIMARY KEY, bar_id TEXT NOT NULL)')
    const file = new RoomFile(new RoomStorage(storage), () => storage.deleteAll())
    await file.eraseOtherShape()
    expect([file.isReady, tablesOf(storage.sql)]).toEqual([false, []])
  })
})

test('R7 a changed statement is another shape', async () => {
  const bar = await Bar.open()
  await runInDurableObject(bar.room, async (_, { storage }) => {
    const room = new RoomStorage(storage)
    room.transact(() => new RoomFile(room, deleteAll).create(bar.barId))
    expect(new RoomFile(new RoomStorage(storage), deleteAll).isReady).toBe(true)
    const other = new RoomFile(new RoomStorage(storage), deleteAll, (sql) => {
      sql`CREATE TABLE room (id INTEGER PRIMARY KEY, shape TEXT NOT NULL)`
    })
    expect(other.isReady).toBe(false)
    await storage.deleteAll()
  })
})
