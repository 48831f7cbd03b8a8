/** Page and Worker clean people's texts the same way. Cleaning is idempotent. */
import { LIMITS } from './limits.ts'
import type { TextSize } from './text-size.ts'

// Hidden characters: zero-width marks, bidi controls, Hangul fillers, tags, variation selectors. Six kinds of
// sequences need theirs, and stay (`$1`): flags of regions, joined emoji, letters of scripts that join or part
// them, variants and vowels of Mongolian, a joiner after a virama, and variants of Han. Emoji need variation
// selectors. Without lookbehind, which iOS before 16.4 cannot read.
const HIDDEN =
  /(\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]+\u{E007F}|(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)\u200D(?=\p{Extended_Pictographic})|(?!\p{Cf})[\u0620-\u0DFF\u1000-\u109F\u1780-\u17B3\u17B6-\u17FF][\u200C\u200D](?=[\u0620-\u0DFF\u1000-\u109F\u1780-\u17B3\u17B6-\u17FF])|[\u1820-\u18AA][\u180B-\u180D\u180F]?(?:[\u180E\u200C\u200D](?=[\u1820-\u18AA]))?|[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA]\u200D|\p{Script=Han}[\u{E0100}-\u{E01EF}])|(?!\uFE0E|\uFE0F|\n)[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu
// Marks that stand on the letters of any script pile up. Those of one script make its syllables: Burmese has
// five on a letter, Tibetan eight.
const STACKED_MARKS = /(\p{Script=Inherited}{4})\p{Script=Inherited}+/gu
const MANY_MARKS = /(\p{M}{8})\p{M}+/gu
// The fast path: below the first combining mark every character is one visible, composed grapheme.
const SIMPLE = /^[\n\x20-\x7e\xa1-\xac\xae-\u02ff]*$/
const SIMPLE_LINE =
  /^[!-~\xa1-\xac\xae-\u02ff](?:[ -~\xa1-\xac\xae-\u02ff]*[!-~\xa1-\xac\xae-\u02ff])?$/
const SIMPLE_WORDS = /^[!-~\xa1-\xac\xae-\u02ff]+(?: [!-~\xa1-\xac\xae-\u02ff]+)*$/
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

function clean(text: string): string {
  if (SIMPLE.test(text)) return text
  const visible = text.normalize('NFC').replace(HIDDEN, '$1').normalize('NFC')
  return visible.replace(STACKED_MARKS, '$1').replace(MANY_MARKS, '$1')
}

/** Makes one line: white space becomes single spaces. Returns '' if nothing is visible. */
export function toLine(text: string): string {
  if (SIMPLE_WORDS.test(text)) return text
  const line = clean(text.replace(/\s+/gu, ' ')).replace(/\s+/gu, ' ').trim()
  return VISIBLE.test(line) ? line : ''
}

export function toParagraphs(text: string): string {
  if (SIMPLE_LINE.test(text)) return text
  const unified = text.replace(/\r\n?|\u2028|\u2029|\u0085|\v|\f/gu, '\n').replace(/\t/gu, ' ')
  const paragraphs = clean(unified)
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/gu, '\n\n')
    .trim()
  return VISIBLE.test(paragraphs) ? paragraphs : ''
}

export function isSmall(text: string, { units, bytes }: TextSize): boolean {
  return text.length <= units && (text.length * 3 <= bytes || countBytes(text) <= bytes)
}

export function readText(
  text: string,
  size: TextSize,
  clean: (text: string) => string,
): string | null {
  if (!isSmall(text, size)) return null
  const cleaned = clean(text)
  // NFC makes some texts longer.
  return isSmall(cleaned, size) && hasGraphemes(cleaned, size.graphemes) ? cleaned : null
}

let segmenter: Intl.Segmenter | undefined

/**
 * The segmenter is created on the first call: that takes 15 ms, on a phone 60. Firefox before 125 has none:
 * there each code point counts.
 */
function toGraphemes(text: string): Iterable<{ segment: string; index: number }> {
  if (!('Segmenter' in Intl)) return toCodePoints(text)
  segmenter ??= new Intl.Segmenter('pt-BR', { granularity: 'grapheme' })
  return segmenter.segment(text)
}

function* toCodePoints(text: string) {
  let index = 0
  for (const segment of text) {
    yield { segment, index }
    index += segment.length
  }
}

export function countGraphemes(text: string): number {
  if (SIMPLE.test(text)) return text.length
  let count = 0
  for (const _ of toGraphemes(text)) count += 1
  return count
}

function hasGraphemes(text: string, most: number): boolean {
  if (SIMPLE.test(text)) return text.length <= most
  let count = 0
  for (const { segment } of toGraphemes(text)) {
    count += 1
    if (count > most || isPile(segment)) return false
  }
  return true
}

function isPile(grapheme: string): boolean {
  const most = LIMITS.graphemeCodePoints
  return grapheme.length > most && [...grapheme].length > most
}

export function cutText(text: string, most: number): string {
  const line = text.replaceAll('\n', ' ')
  if (line.length <= most) return line
  let count = 0
  for (const { segment, index } of toGraphemes(line)) {
    count += 1
    // Units count too: a grapheme may have any length.
    if (count > most || index + segment.length > 2 * most)
      return `${line.slice(0, index).trimEnd()}…`
  }
  return line
}

export function toInitial(name: string): string {
  if (SIMPLE.test(name)) return name.charAt(0).toLocaleUpperCase('pt-BR')
  for (const { segment } of toGraphemes(name)) return segment.toLocaleUpperCase('pt-BR')
  return ''
}

export function countBytes(text: string): number {
  let bytes = 0
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return bytes
}
