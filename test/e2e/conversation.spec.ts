import type { Page } from '@playwright/test'
import { LIMITS } from '#contract/limits.ts'
import { CLOSE } from '#contract/protocol.ts'
import { TIMINGS } from '#contract/timings.ts'
import { aPerson, conversation, TALK } from '#test/fakes/people.ts'
import { inList } from '#test/screens/scene.ts'
import { expect, test } from './e2e.ts'
import { enterTwo } from './person-page.ts'
import { DESK } from './run-scope.ts'
import { noteToasts, toastsOf } from './toast-log.ts'

const BRUNO = aPerson(1, { name: 'Bruno', online: true })

const log = (page: Page) => page.getByRole('log', { name: 'Mensagens' })

test('the composer fits above a landscape keyboard; a refused message shows reason, retry and discard', async ({
  fake,
  page,
}) => {
  const history = conversation(BRUNO, [...TALK, ...TALK])
  const unread = { [BRUNO.id]: 0 }
  await fake.enterRoom({ people: [BRUNO], unread, history, refuses: 'rate_limited' })
  await fake.open(`/bar/${fake.bar.id}/chat/${BRUNO.id}`)
  const lastLine = log(page).getByText('Guardada').last()
  await expect(lastLine).toBeInViewport()
  const composer = page.getByRole('textbox', { name: 'Mensagem' })
  const phone = page.viewportSize() ?? { width: 390, height: 844 }
  await page.setViewportSize({ width: 844, height: 170 })
  for (const part of [composer, page.getByRole('button', { name: 'Enviar' })])
    await expect(part).toBeInViewport({ ratio: 1 })
  await expect(lastLine).toBeInViewport()
  await page.setViewportSize(phone)
  // A long laugh is one word.
  await composer.fill('k'.repeat(300))
  await expect(page.getByRole('button', { name: 'Enviar' })).toBeInViewport({ ratio: 1 })
  await expect(lastLine).toBeInViewport({ ratio: 1 })

  await composer.fill('Uma linha\n'.repeat(20))
  const below = composer.evaluate(
    ({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight,
  )
  expect(await below, 'the last line is clear of the border').toBeLessThan(1)

  await composer.fill('Esta não vai')
  // The log follows one's own message from far up, also if it is refused before the event of that scroll.
  await log(page).evaluate((element) => element.scrollTo(0, 0))
  await expect(page.getByRole('button', { name: 'Ir para as mais novas' })).toBeVisible()
  await log(page).evaluate((element) =>
    element.addEventListener('scroll', (event) => event.stopImmediatePropagation(), true),
  )
  await page.keyboard.press('Enter')
  // English texts are marked as English for screen readers.
  const toast = page.getByRole('alert').getByText('Failed to send message')
  await expect(toast.locator('xpath=ancestor::*[@lang][1]')).toHaveAttribute('lang', 'en')
  for (const way of ['Descartar', 'Tentar de novo'])
    await expect(page.getByRole('button', { name: way })).toBeInViewport({ ratio: 1 })
  const slowDown = log(page).getByText('Devagar: espere um pouco e tente de novo.')
  await expect(slowDown).toBeInViewport({ ratio: 1 })
})

test('R35 the log exists before the first message, and presence is a status line', async ({
  bar,
  person,
  peer,
}) => {
  const ana = await person('Ana')
  await ana.enterBar(bar.id, '1')
  const bia = await peer('Bia')
  await ana.openChatWith('Bia')
  await expect(ana.page.getByText('Nenhuma mensagem ainda. Diga olá!')).toBeVisible()
  const before = await log(ana.page).elementHandle()
  bia.say(ana.id, 'Oi!')
  await ana.untilShows(['Oi!'])
  expect(await before?.evaluate((element) => element.textContent)).toContain('Oi!')
  await ana.send('E aí?')
  await expect(ana.messages.getByText('Você', { exact: true })).toBeAttached()
  const presence = ana.page.getByRole('banner').getByRole('status')
  await expect(presence).toHaveText(`Online · Mesa 2 · ${bar.name}`)
  bia.close()
  await expect(presence).toHaveText(`Offline · Mesa 2 · ${bar.name}`)
  await bia.api.leave()
  await expect(presence).toHaveText(bar.name)
  await ana.page.getByRole('link', { name: 'Ver quem está no bar' }).click()
  await ana.untilListed()
})

test('T14 three messages wait for an answer, and "Agora não" puts them away until one answers', async ({
  bar,
  person,
}) => {
  const ana = await person('Ana')
  const bia = await person('Bia')
  await enterTwo(bar.id, ana, bia)
  await ana.page.getByRole('button', { name: 'Oi, tudo bem?' }).click()
  await expect(ana.composer).toBeFocused()
  await expect(ana.composer).toHaveValue('Oi, tudo bem?')
  await ana.page.keyboard.press('Enter')
  await ana.send('Tá sozinha?')
  await ana.untilShows(['Oi, tudo bem?', 'Tá sozinha?'])

  await expect(bia.page).toHaveTitle(/^\(2\) /)
  await bia.openChatWith('Ana')
  const fold = bia.page.getByRole('button', { name: 'Agora não' })
  await fold.click()
  await bia.untilListed()
  const conversations = bia.page.getByRole('heading', { name: 'Conversas' })
  await expect(conversations).toHaveCount(0)

  await ana.send('🍻')
  const wait = ana.page.getByRole('status').getByText('Espere Bia responder.')
  await expect(wait).toBeAttached()
  await expect(ana.composer).not.toBeEditable()
  await ana.untilSent()
  await ana.page.reload()
  await expect(ana.composer).not.toBeEditable()

  for (const reloads of [false, true]) {
    if (reloads) await bia.page.reload()
    await bia.untilListed()
    await expect(bia.row('Ana')).toBeVisible()
    await expect(conversations).toHaveCount(0)
    await expect(bia.page).not.toHaveTitle(/^\(/)
  }
  await bia
    .row('Ana')
    .getByRole('button', { name: /^Opções/ })
    .click()
  await bia.page.getByRole('button', { name: 'Denunciar', exact: true }).click()
  // The room still has these messages, so they can be sent as proof.
  await expect(bia.page.getByLabel('Enviar as últimas mensagens como prova')).toBeChecked()
  await bia.page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click()
  await bia.openChatWith('Ana')
  await bia.untilShows(['Oi, tudo bem?', 'Tá sozinha?', '🍻'])
  await expect(fold).toHaveCount(0)
  await bia.send('Agora sim, oi!')

  await expect(ana.composer).toBeEditable()
  await expect(wait).toHaveCount(0)
  for (const text of ['Oba', 'Mesa 1', 'Vem cá', 'Ou vou aí']) await ana.send(text)
  await ana.untilSent()
  await bia.goBackToList()
  await expect(conversations).toBeVisible()
})

test('"digitando…" stands for presence and last line until the message or a silence, in no live region', async ({
  bar,
  person,
}) => {
  const ana = await person('Ana')
  const bia = await person('Bia')
  await enterTwo(bar.id, ana, bia)
  await bia.openChatWith('Ana')
  const header = bia.page.getByRole('banner')
  const typing = header.getByText('digitando…')
  await ana.send('Oi!')
  await bia.untilShows(['Oi!'])
  await bia.send('Oi, Ana!')
  await ana.untilShows(['Oi!', 'Oi, Ana!'])

  await ana.composer.pressSequentially('Tá')
  await expect(typing).toBeVisible()
  await expect(header.getByRole('status')).not.toContainText('digitando…')
  await expect(header.getByText('Mesa 1')).not.toBeInViewport()
  // It ends by itself, and the draft stays.
  await expect(typing).toHaveCount(0)
  await expect(header.getByText('Mesa 1')).toBeInViewport()
  await expect(ana.composer).toHaveValue('Tá')

  await bia.goBackToList()
  await ana.composer.pressSequentially(' aqui?')
  await expect(bia.row('Ana').getByText('digitando…')).toBeVisible()
  await expect(bia.row('Ana').getByText('Você: Oi, Ana!')).toHaveCount(0)
  await ana.page.keyboard.press('Enter')
  await expect(bia.row('Ana').getByText('Tá aqui?')).toBeVisible()
  await expect(bia.row('Ana').getByText('digitando…')).toHaveCount(0)
})

test('"digitando…" is gone when the page wakes, and ends at once with a block', async ({
  fake,
  page,
}) => {
  const typing = page.getByRole('banner').getByText('digitando…')
  // Again until it is seen: the words end by themselves, and a busy page may draw late.
  const writes = () =>
    expect(async () => {
      fake.send({ type: 'typing', personId: BRUNO.id })
      await expect(typing).toBeVisible({ timeout: 1000 })
    }).toPass()
  await page.clock.install()
  await fake.enterRoom({
    people: [BRUNO],
    unread: { [BRUNO.id]: 0 },
    history: conversation(BRUNO, [['them', 3, 'Oi!']]),
  })
  await fake.open(`/bar/${fake.bar.id}/chat/${BRUNO.id}`)
  // Comes with the part that knows who writes.
  await expect(page.getByRole('button', { name: 'Mais opções' })).toBeVisible()

  await writes()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
  await page.clock.fastForward(TIMINGS.typingShownMs)
  await devtools.send('Page.setWebLifecycleState', { state: 'active' })
  await expect(typing).toHaveCount(0)

  await writes()
  fake.send({ type: 'conversationEnded', personId: BRUNO.id })
  await expect(page.getByText('Esta conversa terminou.')).toBeVisible()
  await expect(typing).toHaveCount(0)
})

test('a long press, the right button and arrows with Enter offer to copy a message, and to report a partner’s', async ({
  fake,
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await fake.enterRoom({
    people: [BRUNO],
    unread: { [BRUNO.id]: 0 },
    history: conversation(BRUNO, [
      ['them', 3, 'Me acha lá: @bruno'],
      ['you', 2, 'Achei!'],
    ]),
  })
  await fake.open(`/bar/${fake.bar.id}/chat/${BRUNO.id}`)
  await expect(log(page)).toHaveAccessibleDescription(/Enter abre o menu/)
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  const copied = page.getByRole('status').getByText('Copiado!')
  const devtools = await page.context().newCDPSession(page)

  const { x, y } = await log(page)
    .getByText('Me acha lá')
    .evaluate((text) => text.getBoundingClientRect())
  const touchPoints = [{ x: x + 5, y: y + 5 }]
  const item = (name: string) => page.getByRole('button', { name, exact: true })
  // Chromium cancels a touch that a busy page does not take at once.
  await expect(async () => {
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await page.waitForTimeout(600)
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect(item('Denunciar')).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await item('Copiar').click()
  await expect(copied).toBeVisible()
  expect(await clipboard()).toBe('Me acha lá: @bruno')

  await log(page).focus()
  await page.keyboard.press('ArrowUp')
  const last = page.locator('[data-bubble]').last()
  await expect(last).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(item('Copiar')).toBeFocused()
  await expect(item('Denunciar')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect.poll(clipboard).toBe('Achei!')
  await expect(last).toBeFocused()

  await log(page).getByText('Me acha lá').click({ button: 'right' })
  await item('Denunciar').click()
  await expect(page.getByRole('dialog', { name: 'Denunciar Bruno' })).toBeVisible()
})

test('the line under the last message says when it is slow, sent or refused, and keeps its height', async ({
  fake,
  page,
}) => {
  await fake.enterRoom({
    people: [BRUNO],
    unread: { [BRUNO.id]: 0 },
    history: conversation(BRUNO, [['them', 3, 'Oi!']]),
    refuses: 'rate_limited',
  })
  await fake.open(`/bar/${fake.bar.id}/chat/${BRUNO.id}`)
  const line = log(page).locator('> :last-child')
  const heightPx = async () => (await line.boundingBox())?.height
  await expect(line).toHaveText('')
  expect(await heightPx()).toBe(16)
  await page.getByRole('textbox', { name: 'Mensagem' }).fill('Esta não vai')
  await page.keyboard.press('Enter')
  await expect(log(page).getByText('Não enviada')).toBeVisible()
  expect(await heightPx()).toBe(16)
})

test.describe('at a desk', () => {
  test.use(DESK)

  test('an open chat has the focus in the composer, and so has the next one', async ({
    bar,
    person,
    peer,
  }) => {
    const ana = await person('Ana', { table: '1' })
    await peer('Bia')
    await peer('Caio', '3')
    await ana.openChatWith('Bia')
    await expect(ana.composer).toBeFocused()
    await ana.page.keyboard.type(`Oi do ${bar.name}`)
    await expect(ana.composer).toHaveValue(`Oi do ${bar.name}`)
    await ana.openChatWith('Caio')
    await expect(ana.composer).toBeFocused()
    await expect(ana.composer).toHaveValue('')
  })
})

test('a button that goes leaves the focus in the log, and earlier messages are not read out', async ({
  fake,
  page,
}) => {
  const all = conversation(BRUNO, Array.from({ length: 10 }, () => TALK).flat())
  const [earlier, history] = [all.slice(0, -10), all.slice(-10)]
  const unread = { [BRUNO.id]: 0 }
  const refuses = 'rate_limited' as const
  await fake.enterRoom({ people: [BRUNO], unread, history, earlier, hasEarlier: true, refuses })
  await fake.open(`/bar/${fake.bar.id}/chat/${BRUNO.id}`)
  const button = (name: string) => page.getByRole('button', { name })
  const composer = page.getByRole('textbox', { name: 'Mensagem' })

  await button('Ver mensagens anteriores').press('Enter')
  await expect(button('Ver mensagens anteriores')).toHaveCount(0)
  await expect(log(page)).toBeFocused()
  await expect(log(page)).toHaveAttribute('aria-live', 'off')

  await log(page).evaluate((box) => box.scrollTo(0, 0))
  await button('Ir para as mais novas').press('Enter')
  await expect(button('Ir para as mais novas')).toHaveCount(0)
  await expect(log(page)).toBeFocused()

  await composer.fill('Esta não vai')
  await composer.press('Enter')
  await button('Descartar').press('Enter')
  await expect(button('Descartar')).toHaveCount(0)
  await expect(log(page)).toBeFocused()
  await expect(log(page)).not.toHaveAttribute('aria-live')

  await composer.fill('k'.repeat(LIMITS.messageGraphemes + 1))
  await expect(page.getByRole('status').getByText('Mensagem longa demais')).toBeAttached()
})

test('a press on "Tentar de novo" leaves the focus at the messages', async ({ fake, page }) => {
  const unread = { [BRUNO.id]: 0 }
  await fake.enterRoom({ people: [BRUNO], unread, history: 'rate_limited' })
  await fake.open(`/bar/${fake.bar.id}/chat/${BRUNO.id}`)
  const again = page.getByRole('button', { name: 'Tentar de novo' })
  const isAtMessages = () =>
    page.evaluate(() => document.activeElement?.matches('section[aria-label=Mensagens]'))
  await again.press('Enter')
  await expect.poll(isAtMessages).toBe(true)

  // With messages the words stand above them.
  const [message] = conversation(BRUNO, [['them', 0, 'Oi!']])
  if (message) fake.send({ type: 'message', message, unread: 1 })
  await expect(log(page).getByText('Oi!')).toBeVisible()
  await again.press('Enter')
  await expect.poll(isAtMessages).toBe(true)
})

test('a past chat says only that it is over, also on a new connection, and leads back to the list', async ({
  fake,
  page,
}) => {
  await noteToasts(page.context())
  const ana = aPerson(2, { name: 'Ana', online: true })
  const room = { people: [BRUNO, ana], unread: { [BRUNO.id]: 0 }, hasEarlier: true }
  await inList({ ...room, history: conversation(BRUNO, TALK) })(fake)
  await page.getByRole('button', { name: 'Conversar com Bruno' }).click()
  await expect(page.getByRole('button', { name: 'Ver mensagens anteriores' })).toBeVisible()
  await fake.enterRoom({ people: [ana], history: 'person_not_found' })
  await fake.close(CLOSE.overloaded)
  await expect(page.getByText('Bruno saiu do bar')).toBeVisible()
  expect(toastsOf(page).filter(({ isMarked }) => isMarked)).toEqual([])
  await expect(page.getByRole('button', { name: /anteriores|Tentar de novo/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Ver quem está no bar' }).click()
  await expect(page.getByText('Pessoas no Bar')).toBeVisible()
  // The chat does not stay above the list.
  expect(await page.evaluate(() => history.state?.idx ?? 0)).toBe(0)
})
