import { expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { ComposerDraft, isSendKey, measure } from './composer-draft.ts'

function aDraft(text = '') {
  const kept = { text }
  const draft = new ComposerDraft({
    read: () => kept.text,
    write: (next) => {
      kept.text = next
    },
  })
  return { draft, kept }
}

test('R29 a draft survives a reload, and twenty presses of Enter send it once', () => {
  const before = aDraft()
  before.draft.type('oi, tudo bem?')
  const { draft, kept } = aDraft(before.kept.text)
  const taken = Array.from({ length: 20 }, () => draft.take()).filter((text) => text !== null)
  expect(taken).toEqual(['oi, tudo bem?'])
  expect(kept.text).toBe('')
})

test.for(['', '  \n ', '\u200B', 'a'.repeat(LIMITS.messageGraphemes + 3)])(
  '%j is neither sent nor lost nor cut',
  (text) => {
    const { draft } = aDraft(text)
    expect([draft.take(), draft.read()]).toEqual([null, text])
  },
)

test.for([
  ['a', LIMITS.composerCountsFrom - 1, { remaining: null }],
  ['a', LIMITS.composerCountsFrom, { remaining: 100 }],
  ['a', LIMITS.messageGraphemes + 3, { isEmpty: false, isTooLong: true, remaining: -3 }],
  ['👍🏽', 900, { remaining: 100 }],
  ['👍🏽', 600, { isTooLong: true, remaining: null }],
  ['a\n', LIMITS.messageLines + 1, { isTooLong: true }],
] as const)(
  'graphemes are counted near the limit, bytes and lines limited too: %s %i times',
  ([text, times, measured]) => {
    expect(measure(text.repeat(times))).toMatchObject(measured)
  },
)

test.for([
  [{}, true],
  [{ shiftKey: true }, false],
  [{ isComposing: true }, true],
  [{ isComposing: true, keyCode: 229 }, false],
  [{ keyCode: 229 }, false],
  [{ key: 'a', keyCode: 65 }, false],
] as const)(
  'O2 Enter sends, Gboard’s too; Shift+Enter and Enter that ends a composition do not: %j',
  ([pressed, sends]) => {
    const enter = { key: 'Enter', shiftKey: false, isComposing: false, keyCode: 13 }
    expect(isSendKey({ ...enter, ...pressed })).toBe(sends)
  },
)
