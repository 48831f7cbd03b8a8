import { runInDurableObject } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { Bar } from '#test/worker/room-client.ts'
import { countRows } from '#test/worker/room-rows.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'
import { RoomStorage } from '#worker/room/storage/storage.ts'
import { People } from './people.ts'

beforeEach(stopClock)

test('a change of a person writes one row and makes a new frozen object, which a wake finds again', async () => {
  const [bar, ana] = await Bar.admitted('Ana')
  const rows = await countRows(bar)
  await runInDurableObject(bar.room, (_, { storage }) => {
    const people = new People(new RoomStorage(storage))
    const before = people.get(ana.id)
    const changed = people.update(ana.id, { table: '9', photoTimes: [1], endReason: 'emptied' })
    expect(before.table).not.toBe('9')
    expect(changed).toEqual({ ...before, table: '9', photoTimes: [1], endReason: 'emptied' })
    expect(people.get(ana.id)).toBe(changed)
    expect(() => Object.assign(changed, { table: '10' })).toThrow(TypeError)
    expect(new People(new RoomStorage(storage)).get(ana.id)).toEqual(changed)
  })
  expect(await rows.take()).toMatchObject({ written: 1 })
})

test('R8 a change that is rolled back is forgotten', async () => {
  const [bar, ana] = await Bar.admitted('Ana')
  await runInDurableObject(bar.room, (_, { storage }) => {
    const roomStorage = new RoomStorage(storage)
    const people = new People(roomStorage)
    const { table } = people.get(ana.id)
    const fail = () => {
      people.update(ana.id, { table: '9' })
      throw new Error('rolled back')
    }
    expect(() => roomStorage.transact(fail)).toThrow('rolled back')
    expect(people.get(ana.id).table).toBe(table)
  })
})
