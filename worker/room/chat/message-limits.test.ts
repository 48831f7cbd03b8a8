import { runInDurableObject } from 'cloudflare:test'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { Bar } from '#test/worker/room-client.ts'
import { wakeConversations } from '#test/worker/room-parts.ts'
import { runs } from '#test/worker/runs.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'
import { paceOf } from '#worker/room/rate-limits.ts'
import { MessageLimits } from './message-limits.ts'

// While the clock stands still nothing flows back into a bucket.
beforeEach(stopClock)

const START = 1_800_000_000_000
const SENDER = '00000000-0000-4000-8000-000000000001'
const partner = (index: number) => `00000000-0000-4000-9000-${String(index).padStart(12, '0')}`

interface Try {
  partner: number
  afterMs: number
  sleeps: boolean
}

const aTry = fc.record<Try>({
  partner: fc.nat(30),
  afterMs: fc.oneof(fc.constant(0), fc.nat(400), fc.nat(5_000), fc.nat(400_000)),
  sleeps: fc.boolean(),
})
const hurried = fc.record<Try>({
  partner: fc.nat(1),
  afterMs: fc.nat(600),
  sleeps: fc.boolean(),
})

/** The limits of messages of a room over its real storage, as a wake builds them. */
function wakeLimits(durable: DurableObjectStorage) {
  const { storage, conversations } = wakeConversations(durable, paceOf(LIMITS))
  const messageLimits = new MessageLimits(LIMITS, storage, conversations)
  const append = (from: string, to: string, text: string, createdAt: number) =>
    conversations.append(conversations.between(from, to), {
      id: crypto.randomUUID(),
      from,
      to,
      text,
      createdAt,
    })
  /** Whether the sender may. */
  const say = (to: string, now: number, text = 'oi'): boolean => {
    const conversation = conversations.between(SENDER, to)
    if (!messageLimits.maySend(SENDER, conversation, text, now)) return false
    messageLimits.noteSent(SENDER, text, conversation.last === 0, now)
    append(SENDER, to, text, now)
    return true
  }
  return { conversations, append, say }
}

/** Plays a schedule over a room's real storage; the times at which something was accepted. */
async function accepted(schedule: readonly Try[]): Promise<{ at: number; partner: number }[]> {
  const [bar] = await Bar.admitted('Ana')
  return runInDurableObject(bar.room, (_, { storage }) => {
    let room = wakeLimits(storage)
    let at = START
    return schedule.flatMap(({ partner: index, afterMs, sleeps }) => {
      if (sleeps) room = wakeLimits(storage)
      at += afterMs
      return room.say(partner(index), at) ? [{ at, partner: index }] : []
    })
  })
}

/** The most that any window of time may hold. */
function expectWithinModel(said: { at: number; partner: number }[]): void {
  const met = new Map<number, number>()
  for (const { at, partner: index } of said) if (!met.has(index)) met.set(index, at)
  for (const [first, { at: from }] of said.entries()) {
    for (let last = first; last < said.length; last += 1) {
      const span = said.slice(first, last + 1)
      const ms = (said[last]?.at ?? from) - from
      if (ms < 60_000) expect(span.length).toBeLessThanOrEqual(LIMITS.sayPerMinute)
      const same = span.filter((one) => one.partner === said[first]?.partner).length
      expect(same).toBeLessThanOrEqual(LIMITS.sayPairBurst + ms / 1_000)
      const begun = [...met.values()].filter((at) => at >= from && at <= from + ms).length
      if (ms < 3_600_000) expect(begun).toBeLessThanOrEqual(LIMITS.newPeoplePerHour)
    }
  }
}

test('T14 no more is accepted than the buckets hold, for any schedule and any sleep', async () => {
  for (const schedule of [
    fc.array(aTry, { maxLength: 120 }),
    fc.array(hurried, { minLength: 100, maxLength: 200 }),
  ]) {
    await fc.assert(
      fc.asyncProperty(schedule, async (tries) => expectWithinModel(await accepted(tries))),
      // Shrinking takes an evening of a room for each try, longer than the test may.
      { numRuns: runs(8, 200), endOnFailure: true },
    )
  }
})

test('T14 a sleep refills nothing, and patience does', async () => {
  const burst = Array.from({ length: 14 }, () => ({ partner: 1, afterMs: 10, sleeps: true }))
  expect(await accepted(burst)).toHaveLength(LIMITS.sayPairBurst)
  const patient = Array.from({ length: 100 }, () => ({ partner: 1, afterMs: 1_001, sleeps: true }))
  expect(await accepted(patient)).toHaveLength(100)
  const crowd = Array.from({ length: 30 }, (_, index) => ({
    partner: index,
    afterMs: 2_000,
    sleeps: index % 2 === 0,
  }))
  expect(await accepted(crowd)).toHaveLength(LIMITS.newPeoplePerHour)
})

test('T14 a refusal names the message, and nobody receives it', async () => {
  const [, ana, bia] = await Bar.seated('Ana', 'Bia')
  await bia.deliver(ana, 'oi')
  const ids = Array.from({ length: 12 }, (_, index) => ana.say(bia, `oi ${index}`))
  await ana.page.until(() => ana.page.all('refused').length === 2)
  expect(ana.page.all('refused')).toEqual(
    ids.slice(LIMITS.sayPairBurst).map((id) => ({ type: 'refused', id, reason: 'rate_limited' })),
  )
  await bia.page.until(() => bia.page.all('message').length >= LIMITS.sayPairBurst)
  await bia.page.settle()
  expect(bia.page.all('message')).toHaveLength(LIMITS.sayPairBurst)
})

test('T51 a person stores two megabytes of messages in a visit and no more, asleep or not', async () => {
  const [bar] = await Bar.admitted('Ana')
  await runInDurableObject(bar.room, (_, { storage }) => {
    let room = wakeLimits(storage)
    let now = START
    const text = 'é'.repeat(LIMITS.messageBytes / 2)
    const say = (index: number, said = text) => {
      now += 61_000
      return room.say(partner(index), now, said)
    }
    for (let turn = 0; turn < LIMITS.storedBytesPerPerson / LIMITS.messageBytes; turn += 1) {
      if (turn % 100 === 99) room = wakeLimits(storage)
      expect(say(turn % 5)).toBe(true)
      // Messages of partners count for the partners.
      if (turn % 10 === 0) room.append(partner(turn % 5), SENDER, text, now)
    }
    expect(say(0, 'a')).toBe(false)
    room = wakeLimits(storage)
    expect(say(0, 'a')).toBe(false)
    // Messages that ended with a partner's visit are not stored.
    room.conversations.erase(partner(0))
    expect(say(1)).toBe(true)
  })
})
