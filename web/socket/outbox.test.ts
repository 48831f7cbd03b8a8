import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ClientMessage } from '#contract/protocol.ts'
import { SEED } from '#test/fakes/generated.ts'
import { aMessage, idOf } from '#test/fakes/room.ts'
import { runs } from '#test/worker/runs.ts'
import { Outbox } from './outbox.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const STEPS = ['add', 'answer', 'repeat the answer', 'refuse', 'lose', 'connect', 'wait'] as const
const aStep = fc.record({
  what: fc.constantFrom(...STEPS),
  to: fc.nat(2),
  pick: fc.nat(50),
})

test('R1 R30 whatever happens on the way, each message is stored once and in order, or kept', () => {
  fc.assert(
    fc.property(fc.array(aStep, { maxLength: 80 }), (steps) => {
      let isOpen = true
      let sent: Extract<ClientMessage, { type: 'say' }>[] = []
      const stored: string[] = []
      const outbox = new Outbox(
        [],
        {
          send: (message) => {
            if (isOpen && message.type === 'say') sent.push(message)
            return isOpen
          },
          onChange: () => {},
          onSilence: () => {},
        },
        { burst: 1_000, perSecond: 1_000 },
      )
      const added: { id: string; to: string }[] = []
      const refused = new Set<string>()
      const store = (id: string, to: string) => {
        if (!stored.includes(id)) stored.push(id)
        outbox.stored(aMessage(1, { id, to }))
      }
      const answer = (pick: number) => {
        const [one] = sent.splice(pick % Math.max(1, sent.length), 1)
        if (one && !refused.has(one.id)) store(one.id, one.to)
      }
      const lose = () => {
        isOpen = false
        sent = []
        outbox.disconnected()
      }
      const connect = () => {
        isOpen = true
        sent = []
        outbox.connected()
      }
      for (const { what, to, pick } of steps) {
        if (what === 'add') {
          const message = { id: idOf(added.length), to: idOf(900 + to) }
          added.push(message)
          outbox.add({ ...message, text: 'oi', writtenAt: 0, refusal: null })
        } else if (what === 'answer') answer(pick)
        else if (what === 'repeat the answer' && stored.length > 0) {
          const id = stored[pick % stored.length] ?? ''
          store(id, added.find((one) => one.id === id)?.to ?? '')
        } else if (what === 'refuse') {
          const [one] = sent.splice(0, 1)
          if (one) {
            refused.add(one.id)
            outbox.refused(one.id, 'rate_limited')
          }
        } else if (what === 'lose') lose()
        else if (what === 'connect') connect()
        else vi.advanceTimersByTime(500)
        // One of each conversation is on its way: none overtakes it, and no other conversation waits.
        const waiting = outbox.unsent.filter(({ refusal }) => refusal === null).map((one) => one.to)
        const partners = sent.map((one) => one.to).sort()
        if (isOpen) expect(partners).toEqual([...new Set(waiting)].sort())
        const kept = outbox.unsent.map(({ id }) => id)
        expect(new Set([...stored, ...kept]).size).toBe(added.length)
      }
      connect()
      while (sent.length > 0) answer(0)
      for (const to of new Set(added.map((one) => one.to))) {
        const expected = added.filter((one) => one.to === to && !refused.has(one.id))
        const ids = new Set(expected.map(({ id }) => id))
        expect(stored.filter((id) => ids.has(id))).toEqual(expected.map(({ id }) => id))
      }
      outbox.disconnected()
    }),
    { seed: SEED, numRuns: runs(150, 30_000) },
  )
})
