/**
 * One meaning of "text typed by a person" for both sides: NFC, trimmed, without control, bidi,
 * zero-width and other invisible characters. The joiner inside an emoji stays. Applying it twice
 * changes nothing.
 */
import { LIMITS } from './limits.ts'
import type { TextSize } from './text-size.ts'

// Default_Ignorable_Code_Point holds what is drawn as nothing: zero-width marks, Hangul fillers,
// tag characters. Variation selectors belong to it too and are kept: emoji are spelled with them.
const INVISIBLE =
  /(?!\uFE0E|\uFE0F|\u200D|\n)[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu
const JOINER_OUTSIDE_EMOJI =
  /(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)\u200D|\u200D(?!\p{Extended_Pictographic})/gu
const STACKED_MARKS = /(\p{M}{4})\p{M}+/gu
// Letters, digits and signs below the first combining mark: each is one character, composed and
// visible as it is. Nearly every text is made of these alone and needs none of the work below.
const SIMPLE = /^[\n\x20-\x7e\xa1-\xac\xae-\u02ff]*$/
// The same without a line break, and with no space at either end: such a text is what it would become.
const SIMPLE_LINE =
  /^[!-~\xa1-\xac\xae-\u02ff](?:[ -~\xa1-\xac\xae-\u02ff]*[!-~\xa1-\xac\xae-\u02ff])?$/
// And one space at a time within.
const SIMPLE_WORDS = /^[!-~\xa1-\xac\xae-\u02ff]+(?: [!-~\xa1-\xac\xae-\u02ff]+)*$/
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

function clean(text: string): string {
  if (SIMPLE.test(text)) return text
  return text
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(JOINER_OUTSIDE_EMOJI, '')
    .replace(STACKED_MARKS, '$1')
    .normalize('NFC')
}

/** Text of one line: every run of white space becomes one space. Empty where nothing is visible. */
export function toLine(text: string): string {
  if (SIMPLE_WORDS.test(text)) return text
  const line = clean(text.replace(/\s+/gu, ' ')).replace(/\s+/gu, ' ').trim()
  return VISIBLE.test(line) ? line : ''
}

/** Text of several lines: at most one empty line in a row, no space at a line's end. */
export function toParagraphs(text: string): string {
  if (SIMPLE_LINE.test(text)) return text
  const unified = text.replace(/\r\n?|\u2028|\u2029|\u0085|\v|\f/gu, '\n').replace(/\t/gu, ' ')
  const paragraphs = clean(unified)
    .replace(/[^\S\n]+\n/gu, '\n')
    .replace(/\n{3,}/gu, '\n\n')
    .trim()
  return VISIBLE.test(paragraphs) ? paragraphs : ''
}

/** Whether a text is worth any work: within its limits in units and bytes. */
export function isSmall(text: string, { units, bytes }: TextSize): boolean {
  return text.length <= units && (text.length * 3 <= bytes || countBytes(text) <= bytes)
}

/** What `clean` (`toLine`, `toParagraphs`) makes of a text; null where it is larger than `size`. */
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

const graphemes = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' })

/** What a reader counts as characters: an emoji family is one. */
export function countGraphemes(text: string): number {
  if (SIMPLE.test(text)) return text.length
  let count = 0
  for (const _ of graphemes.segment(text)) count += 1
  return count
}

/** Whether a text has at most so many graphemes, and none of them is a pile. */
function hasGraphemes(text: string, most: number): boolean {
  if (SIMPLE.test(text)) return text.length <= most
  let count = 0
  for (const { segment } of graphemes.segment(text)) {
    count += 1
    if (count > most || isPile(segment)) return false
  }
  return true
}

function isPile(grapheme: string): boolean {
  const most = LIMITS.graphemeCodePoints
  return grapheme.length > most && [...grapheme].length > most
}

/** The beginning of a text as one line, with "…" where more follows. */
export function cutText(text: string, most: number): string {
  const line = text.replaceAll('\n', ' ')
  if (line.length <= most) return line
  let count = 0
  for (const { segment, index } of graphemes.segment(line)) {
    count += 1
    // Twice as many units: a text of piles is no longer than any other.
    if (count > most || index + segment.length > 2 * most)
      return `${line.slice(0, index).trimEnd()}…`
  }
  return line
}

/** The first grapheme in upper case, for the place of a missing photo; empty for empty text. */
export function toInitial(name: string): string {
  for (const { segment } of graphemes.segment(name)) return segment.toLocaleUpperCase('pt-BR')
  return ''
}

/** UTF-8 length. Neither a `TextEncoder` nor its copy of the text is needed for a count. */
export function countBytes(text: string): number {
  let bytes = 0
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return bytes
}
