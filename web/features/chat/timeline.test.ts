import { expect, test } from 'vitest'
import { ANA, aMessage, BETO, idOf } from '#test/fakes/room.ts'
import type { Unsent } from '#web/session/kept-outbox.ts'
import { formatAt } from '#web/ui/format-at.ts'
import { consentOf, isLargeEmoji, isUnanswered, toDay, toTimeline } from './timeline.ts'

const EVENING = new Date(2026, 10, 20, 23, 58).getTime()
const NIGHT = new Date(2026, 10, 21, 0, 1).getTime()

const anUnsent = (changes: Partial<Unsent> = {}): Unsent => ({
  id: idOf(9_001),
  to: BETO.id,
  text: 'a caminho',
  writtenAt: NIGHT,
  refusal: null,
  ...changes,
})

test('unsent messages stand last, even if the clock of the device is behind', () => {
  const entries = toTimeline(
    [aMessage(1, { createdAt: NIGHT })],
    [anUnsent({ writtenAt: EVENING }), anUnsent({ id: idOf(9_002), refusal: 'person_offline' })],
    ANA.id,
    NIGHT,
  )
  expect(entries.map(({ state }) => state)).toEqual(['stored', 'sending', 'person_offline'])
})

test('R29 a message that is stored and still in the outbox is one bubble', () => {
  const message = aMessage(1, { id: idOf(9_001), from: ANA.id, to: BETO.id })
  expect(toTimeline([message], [anUnsent()], ANA.id, NIGHT)).toHaveLength(1)
})

test('a day is named after midnight, not within one evening', () => {
  const evening = aMessage(1, { createdAt: EVENING })
  const night = aMessage(2, { createdAt: NIGHT })
  expect(toTimeline([evening, night], [], ANA.id, NIGHT).map(({ day }) => day)).toEqual([
    EVENING,
    NIGHT,
  ])
  expect(toTimeline([night], [], ANA.id, NIGHT)[0]?.day).toBeNull()
  expect([EVENING, NIGHT].map((at) => toDay(at, NIGHT))).toEqual(['Ontem', 'Hoje'])
  expect(formatAt(NIGHT)).toBe('00:01')
})

test('messages of one person within a minute belong together', () => {
  const messages = [
    aMessage(1, { createdAt: NIGHT }),
    aMessage(2, { createdAt: NIGHT + 60_000 }),
    aMessage(3, { createdAt: NIGHT + 120_001 }),
    aMessage(4, { createdAt: NIGHT + 120_002, from: ANA.id, to: BETO.id }),
  ]
  const continues = toTimeline(messages, [], ANA.id, NIGHT).map((entry) => entry.continues)
  expect(continues).toEqual([false, true, false, false])
})

/** The writers in order, and the state of Ana's composer afterwards. */
const consentAfter = (said: string, unsent: Unsent[] = []) => {
  const messages = [...said].map((who, index) =>
    aMessage(index + 1, who === 'A' ? { from: ANA.id, to: BETO.id } : {}),
  )
  return consentOf(toTimeline(messages, unsent, ANA.id, NIGHT))
}

test.for([
  ...(['', 'A', 'AA', 'AAAB', 'BAAA', 'BA', 'AB'] as const).map((said) => [said, 'open'] as const),
  ['AAA', 'closed'],
  ['B', 'asked'],
  ['BB', 'asked'],
] as const)(
  'T14 three messages without an answer close the composer, and who was written to is asked: “%s”: %s',
  ([said, consent]) => {
    expect(consentAfter(said)).toBe(consent)
  },
)

test('T14 messages on their way count for the composer, refused ones do not', () => {
  expect(consentAfter('AA', [anUnsent()])).toBe('closed')
  expect(consentAfter('AA', [anUnsent({ refusal: 'rate_limited' })])).toBe('open')
  expect(consentAfter('B', [anUnsent()])).toBe('open')
})

test.for([
  ['', false],
  ['B', false],
  ['A', true],
  ['AA', true],
  ['BA', true],
  ['BAB', false],
] as const)('a conversation “%s” waits for an answer: %s', ([said, waits]) => {
  const messages = [...said].map((who, index) =>
    aMessage(index + 1, who === 'A' ? { from: ANA.id, to: BETO.id } : {}),
  )
  expect(isUnanswered(toTimeline(messages, [], ANA.id, NIGHT))).toBe(waits)
})

test('one to three emoji alone are large, and nothing else is', () => {
  for (const text of ['🍻', '❤️', '👍🏽👨‍👩‍👧‍👦🇧🇷', '1️⃣', '#⃣', '☺', '🏴󠁧󠁢󠁥󠁮󠁧󠁿🏴󠁧󠁢󠁳󠁣󠁴󠁿🏴󠁧󠁢󠁷󠁬󠁳󠁿', '👩🏽‍🦰', '🏳️‍⚧️'])
    expect(isLargeEmoji(text), text).toBe(true)
  for (const text of ['🍻🍻🍻🍻', 'oi 🍻', '🍻 🍻', '1', '12', '1️⃣2', '#', '*', ':)', '', '\n'])
    expect(isLargeEmoji(text), text).toBe(false)
})
