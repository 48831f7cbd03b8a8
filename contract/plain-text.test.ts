import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { anyText, aPile, PILES } from '#test/fakes/generated.ts'
import { newBarSchema } from './bar-form.ts'
import { LIMITS } from './limits.ts'
import { messageTextSchema } from './message.ts'
import {
  countBytes,
  countGraphemes,
  cutText,
  readText,
  toInitial,
  toLine,
  toParagraphs,
} from './plain-text.ts'
import { nameSchema } from './profile-form.ts'
import { clientMessageSchema } from './protocol.ts'
import { tableSchema } from './table.ts'

/** Sequences that need a hidden character: flags of regions, letters with joiners, letters of Mongolian. */
const NEEDED =
  /\u{1F3F4}[\u{E0030}-\u{E007A}]+\u{E007F}|(?<=\p{L}|\p{M})\u200c(?=\p{L}|\p{M})|(?<=\p{Script=Mongolian})\u180e/gu
const HIDDEN =
  /[\p{Cc}\p{Cs}\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u

test('T41 clean text has no hidden character, no longer line and no pile of marks', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const [line, paragraphs] = [toLine(text), toParagraphs(text)]
      expect(line.replace(NEEDED, '')).not.toMatch(HIDDEN)
      expect(paragraphs.replaceAll('\n', '').replace(NEEDED, '')).not.toMatch(HIDDEN)
      expect(paragraphs).not.toMatch(/\n{3}|[^\S\n]\n|^\s|\s$/u)
      expect(line).toBe(line.normalize('NFC').trim())
      for (const clean of [line, paragraphs]) {
        expect(clean).not.toMatch(/\p{Script=Inherited}{6}|\p{M}{10}/u)
        expect(clean.length).toBeLessThanOrEqual(text.normalize('NFC').length)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('T41 ten thousand combining marks become four', () => {
  const line = toLine(`a${'\u0316'.repeat(10_000)}`)
  expect([line, countGraphemes(line)]).toEqual([`a${'\u0316'.repeat(4)}`, 1])
})

test.each([
  ['Thai', '\u0e01', '\u0e47'],
  ['Tibetan', '\u0f40', '\u0f71'],
])('T41 ten thousand marks of %s become eight', (_, letter, mark) => {
  expect(toLine(letter + mark.repeat(10_000))).toBe(letter + mark.repeat(8))
})

test.each(['\u200b', '\u3164\u3164', '\u2800', '\u0301', ' \n\t ', '\u{e0041}', '\ufe0f'])(
  'T41 %j is invisible and becomes empty',
  (text) => {
    expect([toLine(text), toParagraphs(text)]).toEqual(['', ''])
  },
)

test.each(['São João', ...'Ção 👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 Zoë 山田 محمد हिन्दी'.split(' ')])(
  'T41 ordinary text stays: %s',
  (text) => {
    expect(toLine(text)).toBe(text.normalize('NFC'))
  },
)

test.each([
  ['Persian', 'می‌خواهم'],
  ['Urdu', 'کیے‌ہوئے'],
  ['Hindi with a joiner', 'क्‍ष'],
  ['Hindi with a non-joiner', 'राम्‌नगर'],
  ['Bengali', 'র‍্যাব'],
  ['Sinhala', 'ශ්‍රී ලංකා'],
  ['Kannada', 'ರ‍್ಯಾಂಕ್'],
  ['an old Malayalam letter', 'അവന്‍'],
  ['Mongolian', 'ᠠ‌ᠢ'],
  ['a selector and a vowel separator of Mongolian', '\u182d\u180b\u180e\u1820'],
  ['a variant of Han', '\u845b\u{e0100}'],
  ['England', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['Scotland and Wales', '🏴󠁧󠁢󠁳󠁣󠁴󠁿🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
  ['pirates', '🏴‍☠️'],
])('O4 %s keeps what joins and parts it: %s', (_, text) => {
  expect([toLine(text), toParagraphs(text)]).toEqual(
    [text, text].map((one) => one.normalize('NFC')),
  )
})

test.each([
  ['a lone tag', 'a\u{e0067}b', 'ab'],
  ['a flag without its end', '🏴\u{e0067}\u{e0062}', '🏴'],
  ['tags after another emoji', '😀\u{e0067}\u{e0062}\u{e007f}', '😀'],
  ['a joiner between Latin letters', 'a\u200cb\u200dc', 'abc'],
  ['a joiner at the end', 'می\u200c', 'می'],
  ['an Arabic bidi mark', '\u061c\u200cا', 'ا'],
  ['a bidi control between Arabic letters', 'م\u202eی', 'می'],
  ['a selector of Mongolian after another letter', 'a\u180bб\u180fa', 'aбa'],
  ['a vowel separator between Latin letters', 'a\u180eb', 'ab'],
  ['a vowel separator at the end', '\u1820\u180e', '\u1820'],
  ['a joiner before a selector', '\u1820\u200d\u180b', '\u1820'],
  ['a variant of a Latin letter', 'a\u{e0100}b', 'ab'],
  ['a second selector', '\u845b\u{e0100}\u{e0101}', '\u845b\u{e0100}'],
  ['a joiner between emoji and letter', '😀\u200da', '😀a'],
])('T41 O4 %s goes', (_, text, clean) => {
  expect([toLine(text), toParagraphs(text)]).toEqual([clean, clean])
})

test('O4 every emoji that the engine knows goes through unharmed and counts as one', () => {
  const isEmoji = /^\p{RGI_Emoji}$/v
  const points = Array.from({ length: 0x20_000 }, (_, point) => String.fromCodePoint(point))
  const bases = points.filter((one) => /^(?:\p{Emoji}|\p{RI})$/u.test(one))
  const people = bases.filter((one) => /^\p{Emoji_Modifier_Base}$/u.test(one))
  const tones = ['', ...bases.filter((one) => /^\p{Emoji_Modifier}$/u.test(one))]
  const flags = bases.filter((one) => /^\p{RI}$/u.test(one))
  const toned = people.flatMap((one) => tones.map((tone) => one + tone))
  const candidates = [
    ...bases.flatMap((one) => [one, `${one}\ufe0f`, `${one}\ufe0f\u20e3`]),
    ...toned,
    ...flags.flatMap((one) => flags.map((other) => one + other)),
    ...[...toned, ...bases, '🏳️'].flatMap((one) =>
      bases.flatMap((other) => [`${one}\u200d${other}`, `${one}\u200d${other}\ufe0f`]),
    ),
    ...toned.flatMap((one) =>
      ['👨', '👩', '🧑'].flatMap((other) =>
        tones.flatMap((tone) =>
          ['🤝', '❤️', '❤️‍💋', '🐰', '🫯'].map((by) => `${one}\u200d${by}\u200d${other}${tone}`),
        ),
      ),
    ),
  ]
  const emoji = candidates.filter((one) => isEmoji.test(one))
  expect(emoji.length).toBeGreaterThan(3_500)
  const harmed = emoji.filter((one) => toLine(one) !== one || countGraphemes(one) !== 1)
  expect(harmed).toEqual([])
})

test('O1 without a segmenter each code point counts, and nothing fails', () => {
  const { Segmenter } = Intl
  Reflect.deleteProperty(Intl, 'Segmenter')
  try {
    expect(countGraphemes('Zoë 👍🏽 ção')).toBe(10)
    expect(toInitial('👍🏽 Ana')).toBe('👍')
    expect(cutText('👍👍👍👍', 3)).toBe('👍👍👍…')
    expect(v.is(nameSchema, 'Ana 🏳️‍🌈')).toBe(true)
  } finally {
    Object.assign(Intl, { Segmenter })
  }
})

test('bytes are counted in UTF-8', () => {
  const examples = [...'a\x7f\x80\u07ff\u0800\uffff\u{10000}'].map((text): [string] => [text])
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(countBytes(text)).toBe(new TextEncoder().encode(text).length)
    }),
    { examples },
  )
})

test.each([
  ['line', toLine],
  ['paragraphs', toParagraphs],
])(
  'T41 a %s of simple characters gives the same on the fast path as on the slow one',
  (_, clean) => {
    // A character outside the fast path.
    const beside = 'ȷ\u0301'
    for (let point = 0; point < 0x300; point += 1) {
      const character = String.fromCodePoint(point)
      for (const text of [`a${character}b`, `${character}a`, `a ${character}b`])
        expect([point, clean(text + beside)]).toEqual([point, clean(text) + beside])
      for (const text of [`a${character}`, `a ${character} `])
        expect([point, clean(beside + text)]).toEqual([point, beside + clean(text)])
      const between = `a${character}b`
      expect([point, countGraphemes(between + beside)]).toEqual([
        point,
        countGraphemes(between) + 1,
      ])
      const isVisible = /[\p{L}\p{N}\p{P}\p{S}]/u.test(character)
      expect([point, clean(character)]).toEqual([point, isVisible ? character : ''])
    }
  },
)

const MOST = [
  ['name', LIMITS.nameText, nameSchema],
  ['table', LIMITS.tableText, tableSchema],
  ['message', LIMITS.messageText, messageTextSchema],
  ['bar line', LIMITS.barLineText, newBarSchema.entries.city],
  ['bar number', LIMITS.barNumberText, newBarSchema.entries.number],
  ['bar description', LIMITS.barDescriptionText, newBarSchema.entries.description],
] as const

test.for(MOST)(
  'T52 T41 a %s is never larger than its units, bytes and graphemes',
  ([, size, schema]) => {
    const texts = fc.array(fc.oneof(aPile, anyText), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(texts, (pieces) => {
        const result = v.safeParse(schema, pieces.join(''))
        if (!result.success || result.output === null) return
        const taken = result.output
        expect(taken.length).toBeLessThanOrEqual(size.units)
        expect(countBytes(taken)).toBeLessThanOrEqual(size.bytes)
        expect(countGraphemes(taken)).toBeLessThanOrEqual(size.graphemes)
        for (const { segment } of new Intl.Segmenter('pt-BR').segment(taken))
          expect([...segment].length).toBeLessThanOrEqual(LIMITS.graphemeCodePoints)
      }),
      { numRuns: 300 },
    )
  },
)

test.each(PILES)('T52 a grapheme of 20,000 %s is accepted nowhere', (_, first, repeated) => {
  const pile = first + repeated.repeat(20_000)
  for (const [, , schema] of MOST) expect(v.is(schema, pile)).toBe(false)
  const search = { type: 'search', text: pile }
  expect(v.safeParse(clientMessageSchema, search).success).toBe(false)
})

test('T52 a text with too many units or bytes is refused before it is cleaned', () => {
  const size = { graphemes: 9, units: 4, bytes: 6 }
  const looked: string[] = []
  const clean = (text: string): string => {
    looked.push(text)
    return text
  }
  for (const text of ['abcd', 'abcde', 'ééé', 'éééa']) readText(text, size, clean)
  expect(looked).toEqual(['abcd', 'ééé'])
})

test('T41 real names fit: forty letters with accents, other scripts, emoji families', () => {
  for (const name of ['ção '.repeat(10).trim(), 'é'.normalize('NFD').repeat(40), '漢'.repeat(40)])
    expect(v.is(nameSchema, name)).toBe(true)
  for (const name of ['👩‍👩‍👧‍👦 Família', '👩🏽‍❤️‍💋‍👨🏾', 'क्षत्रिय', 'مريم عبد الرحمن'])
    expect(v.parse(nameSchema, name)).toBe(name.normalize('NFC'))
})

test('T41 a grapheme has at most 16 code points', () => {
  const size = { graphemes: 2, units: 200, bytes: 400 }
  // Joined emoji are one grapheme; each adds a code point and its joiner.
  const joined = (people: number) => Array.from({ length: people }, () => '👩').join('\u200d')
  const most = `${joined(8)}\ufe0f`
  expect([...most]).toHaveLength(LIMITS.graphemeCodePoints)
  expect(readText(most, size, toLine)).toBe(most)
  expect(readText(joined(9), size, toLine)).toBeNull()
})

test.each([
  ['a\tb', 'a b'],
  ['a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
  ['a  \nb', 'a\nb'],
  ['a\n\n\n\nb', 'a\n\nb'],
])(
  'tabs become spaces, line ends become \\n, and three or more become two: %j',
  (text, paragraphs) => {
    expect(toParagraphs(text)).toBe(paragraphs)
  },
)

test.each([
  ['a text that fits stays whole', 'abc', 3, 'abc'],
  ['a longer text ends in an ellipsis', 'abcd', 3, 'abc…'],
  ['lines become one', 'a\nb', 3, 'a b'],
  ['a cut removes the space before it', 'ab cd', 3, 'ab…'],
  ['a text of exactly the maximum stays whole', '👍🏽👍🏽', 4, '👍🏽👍🏽'],
  ['graphemes of two units fit', '😀😀😀', 3, '😀😀😀'],
  ['long graphemes count by their units', '👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 6, '👩‍👩‍👧‍👦…'],
])('cutText: %s', (_, text, most, cut) => {
  expect(cutText(text, most)).toBe(cut)
})

test.each([
  ['ana', 'A'],
  ['élio', 'É'],
  ['ılgaz', 'I'],
  ['👩‍👩‍👧‍👦 família', '👩‍👩‍👧‍👦'],
  ['', ''],
])('the initial of %j is %j', (name, initial) => {
  expect(toInitial(name)).toBe(initial)
})
