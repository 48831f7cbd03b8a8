import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { CLOSE, PING } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { HostilePerson } from '#test/client/hostile-person.ts'
import type { ChaosPerson } from './chaos-person.ts'
import type { ChaosServer } from './chaos-server.ts'
import { withServer } from './chaos-server.ts'
import type { Crowd } from './crowd.ts'
import { withCrowd } from './crowd.ts'
import { noteFigures } from './figures.ts'
import { waitFor } from './wait-for.ts'

const { seed, sizes } = inject('chaos')
const { read, messages, growthMiB } = sizes.slowReader
const MIB = 2 ** 20
const TEXT = 'x'.repeat(900)

/** So many messages for one reader. Returns the highest memory until all are acknowledged. */
async function flow(
  { process: workerd }: ChaosServer,
  { history }: Crowd,
  [readerId, writers]: [string, readonly ChaosPerson[]],
  { messages, onTurn }: { messages: number; onTurn?: () => void },
): Promise<number> {
  const goal = history.acknowledged + messages
  let highest = 0
  while (history.acknowledged < goal) {
    for (const writer of writers) if (writer.outbox.unsent.length < 4) writer.say(readerId, TEXT)
    onTurn?.()
    highest = Math.max(highest, workerd.residentBytes)
    await sleep(0)
  }
  const isQuiet = (): boolean => writers.every(({ outbox }) => outbox.unsent.length === 0)
  await waitFor('all is acknowledged', isQuiet)
  return highest
}

test('T17 who stops reading costs nothing, disturbs nobody and misses nothing', async () => {
  // Else the one who does not read gives its connection up before it learns who did first.
  const pages = { answerWithinMs: 2 * sizes.timeoutMs }
  await withServer({}, (server) =>
    withCrowd({ server, seed, people: 6, pages }, async (crowd) => {
      const [slow, other, ...writers] = crowd.pages as [ChaosPerson, ChaosPerson, ...ChaosPerson[]]
      const usual = await flow(server, crowd, [other.id, writers], { messages: read })
      slow.socket.pause()
      const highest = await flow(server, crowd, [slow.id, writers], { messages })
      slow.socket.resume()
      await waitFor('the reader is back', () => slow.openings > 1)
      await crowd.settle()
      const { events } = crowd.history
      const closed = events.flatMap((event) => (event.kind === 'closed' ? [event] : []))
      expect(await crowd.end()).toEqual([])
      noteFigures('slow reader', {
        messages,
        'highest MiB with a reader': Math.round(usual / MIB),
        'growth MiB without': Math.round((highest - usual) / MIB),
        resumed: slow.resumptions,
      })
      expect(closed.map(({ code }) => code)).toContain(CLOSE.slowReader)
      expect(closed.filter(({ by }) => by !== slow.id)).toEqual([])
      expect(highest - usual).toBeLessThan(growthMiB * MIB)
    }),
  )
})

test('T54 who claims to have read what they never read fills no memory', async () => {
  await withServer({}, (server) =>
    withCrowd({ server, seed, people: 5 }, async (crowd) => {
      const [other, ...writers] = crowd.pages as [ChaosPerson, ...ChaosPerson[]]
      const reading = await HostilePerson.come(server, { name: 'Lê' })
      const lying = await HostilePerson.come(server, { entered: reading.entered })
      let heard = 0
      let lies = 0
      /** The page that reads lends the other its tokens, as often as the room lets that pass. */
      const onTurn = (): void => {
        for (const message of reading.messages.slice(heard)) {
          heard += 1
          if (message.type !== 'checkpoint') continue
          confirm(reading, message.token)
          lies += 1
          if (lies < LIMITS.abuseCount) confirm(lying, message.token)
        }
      }
      // Who says nothing for 45 s is closed for it.
      const pings = setInterval(() => {
        for (const { socket } of [reading, lying]) socket.send(PING)
      }, TIMINGS.pingEveryMs)
      try {
        const usual = await flow(server, crowd, [other.id, writers], { messages: read })
        lying.socket.pause()
        const highest = await flow(server, crowd, [reading.id, writers], { messages, onTurn })
        lying.socket.resume()
        await waitFor('the liar is closed', () => lying.closes.length > 0)
        const growth = Math.round((highest - usual) / MIB)
        noteFigures('lying reader', { messages, 'growth MiB': growth })
        expect([lying.closes, reading.closes]).toEqual([[CLOSE.slowReader], []])
        expect(highest - usual).toBeLessThan(growthMiB * MIB)
      } finally {
        clearInterval(pings)
        for (const one of [reading, lying]) one.socket.reset()
      }
    }),
  )
})

function confirm(person: HostilePerson, token: string): void {
  person.socket.send(JSON.stringify({ type: 'confirm', token }))
}
