import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { Bar } from '#test/worker/room-client.ts'
import { Changes } from './changes.ts'
import type { Effect } from './effects.ts'
import { RoomStorage } from './storage/storage.ts'

/** A room's storage over a real file, and the effects of each of its commits. */
async function inStorage(act: (storage: RoomStorage, committed: string[][]) => void) {
  const room = env.BAR_ROOM.get(env.BAR_ROOM.newUniqueId())
  await runInDurableObject(room, (_, { storage }) => {
    const committed: string[][] = []
    const onCommit = (effects: readonly Effect[]) => {
      committed.push(effects.map((effect) => ('personId' in effect ? effect.personId : '')))
    }
    act(new RoomStorage(storage, { onCommit, onRollback: () => {} }), committed)
  })
}

const sendTo = (personId: string): Effect => ({
  kind: 'send',
  personId,
  message: { type: 'help', help: null },
})

test('an effect that is queued outside of a transaction is refused', async () => {
  await inStorage((storage, committed) => {
    expect(() => storage.queue(sendTo('ana'))).toThrow('outside of a transaction')
    storage.transact(() => storage.queue(sendTo('bia')))
    expect(() => storage.queue(sendTo('ana'))).toThrow('outside of a transaction')
    expect(committed).toEqual([['bia']])
  })
})

test('R8 a rollback drops the effects of its transaction, and those of no other', async () => {
  await inStorage((storage, committed) => {
    const fail = () => {
      storage.queue(sendTo('ana'))
      storage.transact(() => storage.queue(sendTo('bia')))
      throw new Error('rolled back')
    }
    expect(() => storage.transact(fail)).toThrow('rolled back')
    storage.transact(() => storage.queue(sendTo('caio')))
    expect(committed).toEqual([['caio']])
  })
})

test('an effect that arises while others are sent is sent after them', () => {
  const sent: string[] = []
  const sockets = {
    of: (personId: string) => [personId],
    send: ([personId]: string[]) => {
      sent.push(personId ?? '')
      if (personId === 'ana') changes.send([sendTo('caio')])
    },
  }
  const changes = new Changes({ sockets, broadcast: { publish: () => {} } } as never)
  changes.send([sendTo('ana'), sendTo('bia')])
  expect(sent).toEqual(['ana', 'bia', 'caio'])
})

test('a change asks once whether people are left', async () => {
  const [bar, ana] = await Bar.seated('Ana')
  const asked: string[] = []
  await runInDurableObject(bar.room, (_, { storage }) => {
    const { sql } = storage
    const exec: SqlStorage['exec'] = (text, ...values) => {
      asked.push(text)
      return sql.exec(text, ...values)
    }
    Object.defineProperty(storage, 'sql', { configurable: true, value: { exec } })
  })
  expect(await bar.room.edit(ana.visit, { table: '9' })).toMatchObject({ ok: true })
  const questions = asked.filter((text) => text.includes('FROM bar_profiles LIMIT 1'))
  expect(questions).toHaveLength(1)
})
