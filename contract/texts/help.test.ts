import { expect, test } from 'vitest'
import { helpTexts as inEnglish } from './en/help.ts'
import { helpTexts as inSpanish } from './es/help.ts'
import { helpTexts } from './help.ts'

test.each([
  ['Portuguese', helpTexts],
  ['English', inEnglish],
  ['Spanish', inSpanish],
])(
  'in %s the page says of an unanswered call only that it stays open, as of an unseen one',
  (_, texts) => {
    expect(texts.unseenDetail.endsWith(` ${texts.unansweredDetail}`)).toBe(true)
  },
)
