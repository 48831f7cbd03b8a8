import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#contract/durations.ts'
import { LIMITS } from '#contract/limits.ts'
import { TIMINGS } from '#contract/timings.ts'
import { adminTexts } from './admin.ts'
import { barFormTexts } from './bar-form.ts'
import { barPageTexts } from './bar-page.ts'
import { blockTexts } from './blocks.ts'
import { layerTexts } from './layers.ts'
import { PRIVACY, TERMS } from './legal.ts'
import { monitorTexts } from './monitor.ts'
import { profileTexts } from './profile.ts'
import { sheetTexts } from './sheets.ts'

const legal = [TERMS, PRIVACY].flatMap(({ sections }) => sections.flatMap(({ lines }) => lines))
const line = (words: string): string => legal.find((text) => text.includes(words)) ?? words

// The texts contain their numbers as words. This keeps them equal to the limits.
test.each([
  [profileTexts.nameTooLong, LIMITS.nameGraphemes],
  [profileTexts.tableTooLong, LIMITS.tableGraphemes],
  [barPageTexts.tableTooLong, LIMITS.tableGraphemes],
  [barFormTexts.photoLimitDetail, LIMITS.environmentPhotos],
  [adminTexts.setPasswordHint, LIMITS.passwordCharactersMin],
  [adminTexts.passwordTooShort, LIMITS.passwordCharactersMin],
  [sheetTexts.tablesInvalid, LIMITS.printedTables],
  [sheetTexts.tablesHint, LIMITS.printedTables],
  [monitorTexts.removalDetail, TIMINGS.removalMs / HOUR_MS],
  [line('não entra naquele bar'), TIMINGS.removalMs / HOUR_MS],
  [line('Se o bar encerrar sua visita'), TIMINGS.removalMs / HOUR_MS],
  [line('alguém bloqueia'), TIMINGS.blockMs / HOUR_MS],
  [blockTexts.lasts, TIMINGS.blockMs / HOUR_MS],
  [blockTexts.tooMany, LIMITS.blocks],
  [line('Se você não sair'), TIMINGS.visitOfflineMs / HOUR_MS],
  [line('Se você não sair'), TIMINGS.visitMs / HOUR_MS],
  [line('restaurar uma sala apagada'), TIMINGS.recoveryDays],
])('%j contains its limit: %i', (text, holds) => {
  expect(text.match(/\d+/g)).toContain(String(holds))
})

test('a throttled client gets the time to wait', () => {
  expect(TIMINGS.misbehavedMs).toBe(10 * MINUTE_MS)
  expect([layerTexts.keptOut, profileTexts.banned].join()).toMatch(/dez minutos.*dez minutos/)
})
