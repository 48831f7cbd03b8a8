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

test('R29 twenty presses of Enter send one message', () => {
  const { draft, kept } = aDraft('oi, tudo bem?')
  const taken = Array.from({ length: 20 }, () => draft.take()).filter((text) => text !== null)
  expect(taken).toEqual(['oi, tudo bem?'])
  expect(kept.text).toBe('')
})

test('a draft survives a reload', () => {
  const { draft, kept } = aDraft()
  draft.type('metade de uma fra')
  expect(aDraft(kept.text).draft.read()).toBe('metade de uma fra')
})

test('white space and invisible characters are neither sent nor lost', () => {
  for (const text of ['', '  \n ', '\u200B']) {
    const { draft } = aDraft(text)
    expect(draft.take()).toBeNull()
    expect(draft.read()).toBe(text)
  }
})

test('a text over the limit is neither sent nor cut', () => {
  const { draft } = aDraft('a'.repeat(LIMITS.messageGraphemes + 3))
  expect(draft.take()).toBeNull()
  expect(draft.read()).toHaveLength(LIMITS.messageGraphemes + 3)
  expect(measure(draft.read())).toEqual({ isEmpty: false, isTooLong: true, left: -3 })
})

test('the count begins near the limit and counts graphemes', () => {
  expect(measure('a'.repeat(LIMITS.composerCountsFrom - 1)).left).toBeNull()
  expect(measure('a'.repeat(LIMITS.composerCountsFrom)).left).toBe(100)
  expect(measure('👍🏽'.repeat(900)).left).toBe(100)
  expect(measure('👍🏽'.repeat(600)).left).toBeNull()
})

test('bytes and lines are limited too', () => {
  expect(measure('👍🏽'.repeat(600)).isTooLong).toBe(true)
  expect(measure('a\n'.repeat(LIMITS.messageLines + 1)).isTooLong).toBe(true)
})

test('Enter sends; Shift+Enter and Enter that ends a composition do not', () => {
  const enter = { key: 'Enter', shiftKey: false, isComposing: false, keyCode: 13 }
  expect(isSendKey(enter)).toBe(true)
  expect(isSendKey({ ...enter, shiftKey: true })).toBe(false)
  expect(isSendKey({ ...enter, isComposing: true })).toBe(false)
  expect(isSendKey({ ...enter, keyCode: 229 })).toBe(false)
  expect(isSendKey({ ...enter, key: 'a', keyCode: 65 })).toBe(false)
})
