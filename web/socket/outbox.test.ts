import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ClientMessage } from '#contract/protocol.ts'
import { SEED } from '#test/fakes/generated.ts'
import { aMessage, idOf } from '#test/fakes/room.ts'
import { runs } from '#test/worker/runs.ts'
import { Outbox } from './outbox.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Say = Extract<ClientMessage, { type: 'say' }>

const STEPS = ['add', 'answer', 'repeat the answer', 'refuse', 'lose', 'connect', 'wait'] as const
const aStep = fc.record({
  what: fc.constantFrom(...STEPS),
  to: fc.nat(2),
  pick: fc.nat(50),
})

test('R1 R30 each message is stored once and in order, or kept, through every fault on the way', () => {
  fc.assert(
    fc.property(fc.array(aStep, { maxLength: 80, size: 'max' }), (steps) => {
      let isOpen = true
      let sent: Say[] = []
      const send = (message: ClientMessage) => {
        if (isOpen && message.type === 'say') sent.push(message)
        return isOpen
      }
      const calls = { send, onChange: () => {}, onSilence: () => {} }
      const outbox = new Outbox([], calls, { burst: 1_000, perSecond: 1_000 })
      const added = new Map<string, string>()
      const stored = new Set<string>()
      const refused = new Set<string>()
      const store = (id: string) => {
        stored.add(id)
        outbox.stored(aMessage(1, { id, to: added.get(id) ?? '' }))
      }
      const answer = (pick: number) => {
        const [one] = sent.splice(pick % Math.max(1, sent.length), 1)
        if (one && !refused.has(one.id)) store(one.id)
      }
      const connect = (isSo: boolean) => {
        isOpen = isSo
        sent = []
        if (isSo) outbox.connected()
        else outbox.disconnected()
      }
      const acts: Record<(typeof STEPS)[number], (pick: number, to: number) => void> = {
        add(_, to) {
          const message = { id: idOf(added.size), to: idOf(900 + to) }
          added.set(message.id, message.to)
          outbox.add({ ...message, text: 'oi', writtenAt: 0, refusal: null })
        },
        answer,
        'repeat the answer'(pick) {
          const id = [...stored][pick % Math.max(1, stored.size)]
          if (id) store(id)
        },
        refuse() {
          const one = sent.shift()
          if (!one) return
          refused.add(one.id)
          outbox.refused(one.id, 'rate_limited')
        },
        lose: () => connect(false),
        connect: () => connect(true),
        wait: () => vi.advanceTimersByTime(500),
      }
      for (const { what, to, pick } of steps) {
        acts[what](pick, to)
        // One of each conversation is on its way: none overtakes it, and no other conversation waits.
        const waiting = outbox.unsent.filter(({ refusal }) => refusal === null).map((one) => one.to)
        const partners = sent.map((one) => one.to).sort()
        if (isOpen) expect(partners).toEqual([...new Set(waiting)].sort())
        const kept = outbox.unsent.map(({ id }) => id)
        expect(new Set([...stored, ...kept]).size).toBe(added.size)
      }
      connect(true)
      while (sent.length > 0) answer(0)
      const byPartner = (ids: Iterable<string>) =>
        Map.groupBy(
          [...ids].filter((id) => !refused.has(id)),
          (id) => added.get(id),
        )
      expect(byPartner(stored)).toEqual(byPartner(added.keys()))
      outbox.disconnected()
    }),
    { seed: SEED, numRuns: runs(150, 30_000) },
  )
})
