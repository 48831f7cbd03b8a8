import type { Page } from '@playwright/test'
import { LIMITS } from '#contract/limits.ts'
import { people } from '#test/fakes/people.ts'
import { inList } from '#test/screens/scene.ts'
import { loseAnswer, refuse } from './answers.ts'
import { expect, test } from './e2e.ts'
import { holdRequests } from './hold-requests.ts'
import { PersonPage } from './person-page.ts'
import { watchPrefetch } from './prefetch.ts'

const ended = (page: Page) => page.getByText('Esta conversa terminou.', { exact: true })

/** Blocks a person from their open menu. */
async function confirmBlock(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Bloquear', exact: true }).click()
  const question = page.getByRole('dialog', { name: `Bloquear ${name}?` })
  await expect(question).toContainText('Ninguém recebe aviso.')
  await question.getByRole('button', { name: 'Bloquear', exact: true }).click()
}

test('T57 T13 one harasses, one blocks, a third notices nothing; a new profile does not reach her either', async ({
  device,
  bar,
  peer,
}) => {
  // The browser itself logs each refused request.
  const phone = await device({ expects: [/404/] })
  const bruto = new PersonPage(phone, 'Bruto')
  const bia = new PersonPage(await device({ expects: [/404/] }), 'Bia')
  const caio = await peer('Caio')
  const caioSees = () => [...caio.people.values()].map(({ name }) => name).sort()
  await Promise.all([bruto, bia].map((one, at) => one.enterBar(bar.id, `${at + 1}`)))
  await bruto.openChatWith('Bia')
  await bruto.send('Responde, vai')
  await bia.openChatWith('Bruto')
  await bia.untilShows(['Responde, vai'])
  await bia.page.getByRole('button', { name: 'Mais opções' }).click()
  await confirmBlock(bia.page, 'Bruto')
  await bia.untilToast('Pronto', 'Você e Bruto não se veem mais no app.')

  for (const one of [bia, bruto]) {
    await expect(ended(one.page)).toBeVisible()
    await expect(one.composer).toHaveCount(0)
  }
  // It is the same after a reload, and says nothing of leaving.
  await bruto.page.reload()
  await expect(ended(bruto.page)).toBeVisible()
  for (const [one, other] of [
    [bia, 'Bruto'],
    [bruto, 'Bia'],
  ] as const) {
    await one.page.getByRole('link', { name: 'Ver quem está no bar' }).click()
    await one.untilListed()
    await one.untilMeets('Caio')
    await expect(one.row(other)).toHaveCount(0)
  }
  expect(caioSees()).toEqual(['Bia', 'Bruto', 'Caio'])

  // Another profile of the same browser.
  await bruto.leave()
  await expect(bruto.page).toHaveURL(/\/$/)
  const again = new PersonPage(phone, 'Sonso')
  await again.enterByForm(bar.id, '9')
  await again.untilMeets('Caio')
  await expect(again.row('Bia')).toHaveCount(0)
  await expect.poll(caioSees).toContain('Sonso')
  await expect(bia.row('Sonso')).toHaveCount(0)

  const profile = await bia.openOwnProfile()
  await profile.getByRole('button', { name: 'Pessoas que bloqueei' }).click()
  await profile.getByRole('button', { name: 'Desbloquear Bruto' }).click()
  await expect(profile.getByText('Você não bloqueou ninguém.')).toBeVisible()
  expect(await bia.page.evaluate(() => document.activeElement?.localName)).toBe('div')
  await profile.getByRole('button', { name: 'Fechar' }).click()
  await bia.untilMeets('Sonso')
  // They have no conversation: his page is not told, and a new one shows her.
  await again.page.reload()
  await again.untilMeets('Bia')

  // A row has a button for fingers and keys. A right click or a long press opens the same menu.
  const more = bia.page.getByRole('button', { name: 'Opções para Caio' })
  const menu = bia.page.getByRole('region', { name: 'Caio' })
  await bia.row('Caio').click({ button: 'right' })
  await expect(menu).toBeVisible()
  await bia.page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  const box = await more.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  await more.press('Enter')
  await confirmBlock(bia.page, 'Caio')
  await expect(bia.row('Caio')).toHaveCount(0)
  // The row's button that opened the dialog is gone.
  await expect(bia.page.getByRole('heading', { level: 1 })).toBeFocused()
  // Nor do these two: he is told nothing, and still has her row.
  expect(caioSees()).toContain('Bia')
})

test('a block or report that fails after its dialog was closed says so in a toast', async ({
  person,
  peer,
}) => {
  const bia = await person('Bia', { table: '1', expects: [/status of 500/] })
  await peer('Bruto')
  await bia.openChatWith('Bruto')
  const { page } = bia
  const menu = page.getByRole('button', { name: 'Mais opções' })

  const releaseBlock = await holdRequests(page, '**/visit/blocks/*', refuse('internal'))
  await menu.click()
  await confirmBlock(page, 'Bruto')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  releaseBlock()
  await bia.untilToast('Erro', 'Não foi possível bloquear agora. Tente de novo.')

  const releaseReport = await holdRequests(page, '**/visit/reports', refuse('internal'))
  await menu.click()
  await page.getByRole('button', { name: 'Denunciar', exact: true }).click()
  await page.getByRole('dialog').getByText('Assédio', { exact: true }).click()
  await page.getByRole('button', { name: 'Enviar denúncia' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  releaseReport()
  await bia.untilToast('Erro', 'Sua denúncia não foi enviada. Tente de novo.')
})

test('a report takes 500 characters as people count them, and cuts no longer account', async ({
  fake,
  page,
}) => {
  const prefetched = watchPrefetch(page)
  await inList({ people: people(2) })(fake)
  await prefetched()
  await page.getByRole('button', { name: 'Opções para Bruno' }).click()
  await page.getByRole('button', { name: 'Denunciar', exact: true }).click()
  const note = page.getByRole('textbox', { name: 'Quer contar mais? (opcional)' })
  const send = page.getByRole('button', { name: 'Enviar denúncia' })
  await page.getByRole('dialog').getByText('Assédio', { exact: true }).click()
  await note.focus()
  const account = 'a'.repeat(LIMITS.reportNoteGraphemes + 200)
  await page.keyboard.insertText(account)
  await send.click()
  await expect(note).toHaveAccessibleDescription('Use no máximo 500 caracteres')
  await expect(note).toBeFocused()
  await expect(note).toHaveValue(account)

  const emoji = '😡'.repeat(LIMITS.reportNoteGraphemes)
  await note.clear()
  await page.keyboard.insertText(emoji)
  await fake.answer('/api/bars/*/visit/reports', {})
  const sent = page.waitForRequest('**/visit/reports')
  await send.click()
  expect((await sent).postDataJSON()).toMatchObject({ note: emoji })
})

test('T57 T58 one harasses, one reports, the staff removes, and a third notices nothing of it', async ({
  device,
  bar,
  monitor,
}) => {
  // Sections of other bars close when the search leaves one.
  const board = await monitor({ expects: [/\/board' failed: WebSocket is closed before/] })
  await board.open(bar.name)
  const phone = await device({ expects: [/404/, /403/] })
  const bruto = new PersonPage(phone, 'Bruto')
  const bia = new PersonPage(await device({ expects: [/404/, /ERR_FAILED/] }), 'Bia')
  const caio = new PersonPage(await device(), 'Caio')
  await Promise.all([bruto, bia, caio].map((one, at) => one.enterBar(bar.id, `${at + 1}`)))
  await bruto.openChatWith('Bia')
  await bruto.send('Responde, vai')
  await bia.openChatWith('Bruto')
  await bia.untilShows(['Responde, vai'])

  const dialog = bia.page.getByRole('dialog', { name: 'Denunciar Bruto' })
  const send = dialog.getByRole('button', { name: 'Enviar denúncia' })
  const problem = dialog.locator('p[role=alert]')
  await test.step('nothing typed is lost, whatever fails', async () => {
    await bia.page.getByRole('button', { name: 'Mais opções' }).click()
    await bia.page.getByRole('button', { name: 'Denunciar', exact: true }).click()
    await dialog.getByLabel('Quer contar mais? (opcional)').fill('Não para de escrever.')
    await send.click()
    await expect(problem).toHaveText('Escolha o que aconteceu.')
    await dialog.getByText('Assédio', { exact: true }).click()
    await expect(dialog.getByLabel('Enviar as últimas mensagens como prova')).toBeChecked()
    // The first answer is lost on the way: it is one report.
    await bia.page.route('**/visit/reports', loseAnswer, { times: 1 })
    await send.click()
    await expect(problem).toContainText('O que você escreveu continua aqui')
    await send.click()
    const sent = bia.page.getByRole('dialog', { name: 'A equipe do bar recebeu.' })
    await sent.getByRole('button', { name: 'Fechar' }).last().click()
    for (const one of [bia, bruto]) await expect(ended(one.page)).toBeVisible()
  })

  const card = board.page.getByRole('article', { name: 'Denúncia: Assédio, sobre Bruto' })
  await test.step('the card is on the board, once, and its messages behind a press', async () => {
    await board.page.getByRole('button', { name: '1 denúncia nova' }).click()
    await expect(card).toHaveCount(1)
    await expect(card).toContainText('Não para de escrever.')
    await expect(card).toContainText('Mesa 2')
    await expect(card).not.toContainText('Responde, vai')
    const messages = board.page.getByRole('dialog', { name: 'Mensagens da denúncia' })
    // The renewed list ignores presses for a moment.
    await expect(async () => {
      const isOpen = await messages.isVisible()
      if (!isOpen)
        await card.getByRole('button', { name: 'Ver mensagens (1)' }).click({ timeout: 1_000 })
      await expect(messages).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await expect(messages).toContainText('fica no registro')
    await messages.getByRole('button', { name: 'Abrir mensagens' }).click()
    await expect(messages.getByRole('listitem')).toContainText('Responde, vai')
    await messages.getByRole('button', { name: 'Fechar' }).click()
  })

  await test.step('the removal reaches also the next profile of that browser', async () => {
    await bruto.page.getByRole('link', { name: 'Ver quem está no bar' }).click()
    await bruto.leave()
    await expect(bruto.page).toHaveURL(/\/$/)
    const again = new PersonPage(phone, 'Sonso')
    await again.enterByForm(bar.id, '9')
    await caio.untilMeets('Sonso')
    await card.getByRole('button', { name: 'Remover desta noite' }).click()
    const question = board.page.getByRole('dialog', { name: 'Remover Bruto?' })
    // The report's own reason.
    await expect(question.getByRole('radio', { name: 'Assédio' })).toBeChecked()
    await question.getByRole('button', { name: 'Remover desta noite' }).click()
    await Promise.all([
      expect(again.page.getByText('Sua visita foi encerrada pelo bar.')).toBeVisible(),
      expect(caio.row('Sonso')).toContainText('Saiu do bar'),
      expect(card).toHaveCount(0),
      // The removal also closes its report.
      expect(question).toHaveCount(0),
    ])
  })

  await test.step('a third person notices nothing of it, and the closed one is for the owner', async () => {
    await caio.untilMeets('Bia')
    await expect(caio.page.getByText(/den[uú]nci/i).filter({ visible: true })).toHaveCount(0)
    const tools = await board.openTools(bar.name)
    await tools.getByRole('button', { name: 'Mostrar', exact: true }).click()
    await expect(tools.getByText('Removida da noite: Assédio')).toBeVisible()
  })
})
