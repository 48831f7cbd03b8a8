import { expect, test } from 'vitest'
import { erasedReceipt } from './receipt.ts'

const MARK = 'Por até 48 horas fica neste aparelho uma marca sem nome.'

test.each([
  [{ profiles: 1, photos: 1, messages: 14 }, `Apagamos 1 perfil, 1 foto e 14 mensagens. ${MARK}`],
  [{ profiles: 1, photos: 0, messages: 1 }, `Apagamos 1 perfil e 1 mensagem. ${MARK}`],
  [{ profiles: 1, photos: 0, messages: 0 }, `Apagamos 1 perfil. ${MARK}`],
  [{ profiles: 1, photos: 0, messages: 1234 }, `Apagamos 1 perfil e 1.234 mensagens. ${MARK}`],
  [{ profiles: 0, photos: 0, messages: 0 }, null],
])('%j reads %s', (erased, receipt) => {
  expect(erasedReceipt(erased)).toBe(receipt)
})
