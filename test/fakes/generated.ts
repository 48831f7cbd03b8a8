import fc from 'fast-check'
import { LIMITS } from '#contract/limits.ts'
import type { RoomEvent } from '#contract/protocol.ts'
import { aPerson } from './room.ts'

/** The same cases in each run; a failure prints how to repeat it. */
export const SEED = 20_261_122

const NASTY = [
  '\u202e',
  '\u2066',
  '\u200b',
  '\u200d',
  '\ufeff',
  '\u00ad',
  '\u3164',
  '\u2800',
  '\u{e0041}',
  '\0',
  '\x1b[31m',
  '\t',
  '\r\n',
  '\u2028',
  '\u0085',
  '\n\n\n',
  ' ',
  '\u00a0',
  'a\u0301',
  'z\u0335\u0336\u0337\u0338\u0339',
  '\u1100\u1161',
  'ﬁ',
  'İ',
  'ẞ',
  '👩‍👩‍👧‍👦',
  '🏳️‍🌈',
  '👍🏽',
  '\ud800',
  '\udc00',
  '__proto__',
  'constructor',
  '%00',
  '%',
  '../',
  '"',
  "'",
  '\\',
  '<b>',
]

/** Text as a hostile person may type it. */
export const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(...NASTY),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''))

/** One grapheme, however often its second text is repeated. */
export const PILES = [
  ['joined emoji', '👨', '\u200d👨'],
  ['modifiers', '👍', '🏽'],
  ['leading jamo', '\u1100', '\u1100'],
  ['vowel jamo', '\u1100\u1161', '\u1161'],
  ['trailing jamo', '\u1100\u1161\u11a8', '\u11a8'],
  ['conjuncts', 'क', '्क'],
  ['Bengali conjuncts', 'ক', '্ক'],
  ['combining marks', 'a', '\u0316'],
  ['marks of two kinds', 'a', '\u0316\u200d'],
  ['variation selectors', '☕', '\ufe0f'],
  ['spacing marks', 'क', 'ा'],
  ['prepended signs', '\u0d4e', '\u0d4e'],
] as const

export const aPile = fc
  .tuple(fc.constantFrom(...PILES), fc.integer({ min: 1, max: 30_000 }))
  .map(([[, first, repeated], times]) => first + repeated.repeat(times))

/** A text that was cut, doubled or got a character that does not belong there. */
export function spoiled(text: string): fc.Arbitrary<string> {
  return fc
    .tuple(fc.nat(text.length), fc.nat(text.length), fc.oneof(anyText, fc.constant('')))
    .map(([from, to, put]) => text.slice(0, from) + put + text.slice(to))
    .filter((other) => other !== text)
}

/** Times of a clock that may pause, jump and go back, in milliseconds. */
export const someTimes = fc
  .array(fc.oneof(fc.constant(0), fc.nat(50), fc.nat(5_000), fc.integer({ min: -3_000, max: 0 })), {
    maxLength: 80,
  })
  .map((steps) => {
    let now = 1_800_000_000_000
    return steps.map((step) => {
      now += step
      return now
    })
  })

const aNumber = fc.nat(7).map((at) => at + 2)

/** An event about one of few people, so that several often concern the same person. */
export const anEvent: fc.Arbitrary<RoomEvent> = fc.oneof(
  fc
    .record({
      kind: fc.constantFrom('entered' as const, 'changed' as const, 'presence' as const),
      number: aNumber,
      online: fc.boolean(),
      table: fc.constantFrom('1', '2'),
    })
    .map(({ kind, number, ...changes }) => ({ kind, person: aPerson(number, changes) })),
  aNumber.map((number) => ({
    kind: 'left' as const,
    personId: aPerson(number).id,
    name: aPerson(number).name,
  })),
)

/** One list cut into consecutive parts. */
export function inParts<T>(items: readonly T[]): fc.Arbitrary<T[][]> {
  return fc
    .array(fc.boolean(), { minLength: items.length, maxLength: items.length })
    .map((cuts) => {
      const parts: T[][] = []
      items.forEach((item, at) => {
        const last = parts.at(-1)
        if (last && !cuts[at]) last.push(item)
        else parts.push([item])
      })
      return parts
    })
}

/** A page's frame at the limit of length, or just above it. */
export const aLongFrame = fc
  .integer({ min: LIMITS.frameBytes - 40, max: LIMITS.frameBytes + 40 })
  .map((length) => `{"type":"say","text":"${'a'.repeat(length)}"}`)
