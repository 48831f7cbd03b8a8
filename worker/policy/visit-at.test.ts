import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/durations.ts'
import type { EndReason } from '#contract/protocol.ts'
import { isOnline, visitAt } from './visit-at.ts'

const NOW = 1_000 * HOUR_MS
const UNJOINED_MS = 10 * MINUTE_MS

/** Times before now. A visit of two hours whose grace is over, unless a row says otherwise. */
interface Facts {
  enteredAgo?: number
  seenAgo?: number
  endsIn?: number
  graceFor?: number
  endReason?: EndReason
  pages?: { heardAgo?: number; acceptedAgo?: number; hidden?: boolean }[]
}

function at(facts: Facts, later = 0) {
  const { enteredAgo = 2 * HOUR_MS, seenAgo = HOUR_MS, endsIn = 14 * HOUR_MS } = facts
  const times = {
    enteredAt: NOW - enteredAgo,
    expiresAt: NOW + endsIn,
    lastSeen: NOW - seenAgo,
    onlineUntil: NOW + (facts.graceFor ?? -HOUR_MS),
    endReason: facts.endReason ?? null,
  }
  const pages = (facts.pages ?? []).map(({ heardAgo, acceptedAgo = HOUR_MS, hidden = false }) => ({
    heardAt: heardAgo === undefined ? 0 : NOW - heardAgo,
    acceptedAt: NOW - acceptedAgo,
    hidden,
  }))
  return visitAt(times, pages, NOW + later, UNJOINED_MS)
}

const JUST_ENTERED = { enteredAgo: 0, seenAgo: 0, graceFor: 8 * SECOND_MS, endsIn: 16 * HOUR_MS }
const UNJOINED = { enteredAgo: MINUTE_MS, seenAgo: MINUTE_MS }
const heard = (ago: number, hidden = false) => ({ heardAgo: ago, hidden })

// Columns: a name, the known facts, the state, its reason, and milliseconds until it changes.
test.each<[string, Facts, string, string | null, number | null]>([
  ['who has just entered', JUST_ENTERED, 'online', 'grace', 8 * SECOND_MS],
  ['a page heard now', { pages: [heard(0)] }, 'online', 'page', 45 * SECOND_MS],
  ['a page without a ping yet', { pages: [{ acceptedAgo: SECOND_MS }] }, 'online', 'page', 44e3],
  ['a page heard 44 s ago', { pages: [heard(44e3)] }, 'online', 'page', SECOND_MS],
  ['a page heard 45 s ago', { pages: [heard(45e3)] }, 'offline', null, 4 * HOUR_MS - 45e3],
  ['a hidden page heard 45 s ago', { pages: [heard(45e3, true)] }, 'away', 'page', 255e3],
  ['a hidden page heard 5 min ago', { pages: [heard(300e3, true)] }, 'offline', null, 14_100e3],
  ['one page of two hidden', { pages: [heard(0, true), heard(5e3)] }, 'online', 'page', 40e3],
  [
    'a silent page and a hidden one',
    { pages: [heard(50e3), heard(0, true)] },
    'away',
    'page',
    300e3,
  ],
  ['both hidden', { pages: [heard(0, true), heard(9e3, true)] }, 'away', 'page', 300e3],
  ['a page in the grace of another', { graceFor: 8e3, pages: [heard(0)] }, 'online', 'page', 45e3],
  ['a hidden page in a grace', { graceFor: 8e3, pages: [heard(0, true)] }, 'away', 'page', 300e3],
  ['a grace', { graceFor: 1 }, 'online', 'grace', 1],
  ['the grace of a hidden page', { graceFor: 8 * SECOND_MS + 1 }, 'away', 'grace', 8_001],
  ['the end of a grace', { graceFor: 0 }, 'offline', null, 3 * HOUR_MS],
  ['three hours without a page', { seenAgo: 3 * HOUR_MS }, 'offline', null, HOUR_MS],
  ['four hours without a page', { seenAgo: 4 * HOUR_MS }, 'over', 'expired', null],
  [
    'a page, last noted 5 h ago',
    { seenAgo: 5 * HOUR_MS, pages: [heard(0)] },
    'online',
    'page',
    45e3,
  ],
  [
    'a silent page, last noted 5 h ago',
    { seenAgo: 5 * HOUR_MS, pages: [heard(60e3)] },
    'offline',
    null,
    4 * HOUR_MS - 60e3,
  ],
  ['a visit of sixteen hours', { endsIn: 0, pages: [heard(0)] }, 'over', 'expired', null],
  ['a page at the last moment', { endsIn: 1, pages: [heard(0)] }, 'online', 'page', 1],
  ['no page yet, of ten minutes', { ...UNJOINED }, 'offline', null, 9 * MINUTE_MS],
  ['no page in ten minutes', { enteredAgo: 600e3, seenAgo: 600e3 }, 'over', 'expired', null],
  [
    'a silent first page',
    { enteredAgo: 600e3, seenAgo: 600e3, pages: [heard(60e3)] },
    'offline',
    null,
    4 * HOUR_MS - 60e3,
  ],
  [
    'an emptied bar',
    { endReason: 'emptied', endsIn: 0, pages: [heard(0)] },
    'over',
    'emptied',
    null,
  ],
])('%s', (_, facts, state, reason, inMs) => {
  const is = at(facts)
  expect(is).toEqual({ state, reason, until: inMs === null ? null : NOW + inMs })
  if (is.until === null) return
  const before = at(facts, is.until - NOW - 1)
  expect([isOnline(before), before.reason]).toEqual([isOnline(is), reason])
  expect(at(facts, is.until - NOW)).not.toEqual(is)
})

test('a visit that was online at any moment since an earlier time counts as online at that time', () => {
  const facts: Facts = { pages: [{ acceptedAgo: 100 * SECOND_MS, heardAgo: 50 * SECOND_MS }] }
  expect([-200_000, -6_000, 0].map((later) => isOnline(at(facts, later)))).toEqual([
    true,
    true,
    false,
  ])
})
