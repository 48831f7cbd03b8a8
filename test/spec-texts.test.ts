import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { INTERESTS } from '#contract/interest.ts'
import { adminTexts, welcome } from '#contract/texts/admin.ts'
import { barFormTexts, PLAN_LABELS } from '#contract/texts/bar-form.ts'
import { barPageTexts, tableConnectedDetail } from '#contract/texts/bar-page.ts'
import { chatTexts, conversationWith } from '#contract/texts/chat.ts'
import { chatErrorTexts } from '#contract/texts/chat-errors.ts'
import { entryTexts } from '#contract/texts/entry.ts'
import { enteredBar, layerTexts } from '#contract/texts/layers.ts'
import { barCount, monitorTexts, personEnteredBar, personLeftBar } from '#contract/texts/monitor.ts'
import { noPageTexts } from '#contract/texts/no-page.ts'
import {
  interestLine,
  leftBar,
  onlineCount,
  peopleTexts,
  statusLine,
} from '#contract/texts/people.ts'
import { INTEREST_LABELS, tableLabel } from '#contract/texts/person.ts'
import { profileTexts } from '#contract/texts/profile.ts'
import { scannerTexts } from '#contract/texts/scanner.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { inRoot } from '#scripts/paths.ts'

// The product's document quotes these texts word for word; they must not be reworded.
const QUOTED = readFileSync(inRoot('test/fixtures/quoted-texts.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('# '))

const CATALOGUE = new Set<string>([
  ...[
    noPageTexts,
    sharedTexts,
    entryTexts,
    barPageTexts,
    profileTexts,
    layerTexts,
    peopleTexts,
    chatTexts,
    chatErrorTexts,
    scannerTexts,
    adminTexts,
    barFormTexts,
    monitorTexts,
    PLAN_LABELS,
  ].flatMap((texts) => Object.values<unknown>(texts).filter((text) => typeof text === 'string')),
  ...Object.values(INTEREST_LABELS),
  ...INTERESTS.map(interestLine),
  ...[true, false].map(statusLine),
  tableLabel('7'),
  tableConnectedDetail('7', 'Boteco'),
  enteredBar('Ana'),
  leftBar('Ana'),
  conversationWith('Ana'),
  welcome('ana@exemplo.com.br'),
  ...[0, 1, 2].map(barCount),
  onlineCount(3),
  personEnteredBar('Ana'),
  personLeftBar('Ana'),
])

test.each(QUOTED)('the catalogue has, to the letter: %s', (text) => {
  expect(CATALOGUE).toContain(text)
})
