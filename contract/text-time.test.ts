import { expect, test } from 'vitest'
import { LIMITS } from './limits.ts'
import { countBytes, readText, toLine, toParagraphs } from './plain-text.ts'

/** White space; marks that NFC reorders or joins; joiners; flags; removed or expanding characters. */
const REPEATED = [
  ' ',
  '\u00a0',
  ' \n',
  '\r',
  '\u2028',
  '\u0316',
  '\u0301\u0327',
  '\u0344',
  'a\u0301\u0316\u0327',
  '\u200d',
  '👩\u200d',
  '🇧',
  '\u1100',
  '\u1100\u1161',
  '\ufb2c',
  'क्',
  '\ufe0f',
  '\u0600',
  '\ud800',
  '\u{e0041}',
  '\u202e',
  '\u2800',
  '漢',
]

test('T41 no text of a message’s size takes ten times as long as an ordinary one', () => {
  const { bytes } = LIMITS.messageText
  const fill = (text: string) => text.repeat(Math.floor((bytes - 10) / countBytes(text)))
  const msOf = (text: string) => {
    const at = performance.now()
    readText(text, LIMITS.messageText, toParagraphs)
    readText(text, LIMITS.messageText, toLine)
    return performance.now() - at
  }
  const ordinary = fill('São João à noite ☕ ')
  // Alternate the two, because the machine's speed changes, and compare their shortest times:
  // the longer ones were interrupted.
  const isShort = (text: string) => {
    let [shortest, shortestOrdinary] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let round = 1; round <= 500; round += 1) {
      shortest = Math.min(shortest, msOf(text))
      shortestOrdinary = Math.min(shortestOrdinary, msOf(ordinary))
      if (round >= 10 && shortest < 10 * shortestOrdinary) return true
    }
    return false
  }
  for (const repeated of REPEATED) {
    for (const text of [`a☕${fill(repeated)}b`, `a\n${fill(repeated)}`])
      expect([repeated, isShort(text)]).toEqual([repeated, true])
  }
})
