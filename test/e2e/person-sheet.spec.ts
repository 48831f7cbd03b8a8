import type { Page } from '@playwright/test'
import { CLOSE } from '#contract/protocol.ts'
import { EPOCH } from '#test/fakes/fake-server.ts'
import { people } from '#test/fakes/people.ts'
import { inList } from '#test/screens/scene.ts'
import { expect, test } from './e2e.ts'
import { watchPrefetch } from './prefetch.ts'

const [ANA, BRUNO, CAMILA, DIEGO] = people(4)
if (!ANA || !BRUNO || !CAMILA || !DIEGO) throw new Error('too few people')

const sheetOf = (page: Page, name: string) => page.getByRole('dialog', { name })
const cardOf = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a row opens, names and reports a person whom a new connection does not hold', async ({
  fake,
  page,
}) => {
  const prefetched = watchPrefetch(page)
  await inList({ people: [ANA, BRUNO, CAMILA, DIEGO] })(fake)
  await prefetched()
  await fake.enterRoom({ people: [ANA], further: [BRUNO] })
  await fake.close(CLOSE.overloaded)
  await expect(page.getByText('3 online')).toBeVisible()
  await cardOf(page, 'Bruno').click()
  await expect(sheetOf(page, 'Bruno')).toContainText('Mesa 8')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Opções para Bruno' }).click()
  await page.getByRole('button', { name: 'Denunciar' }).click()
  const report = page.getByRole('dialog', { name: 'Denunciar Bruno' })
  await expect(report).not.toContainText('não aparece mais aqui')
  await page.keyboard.press('Escape')
  await cardOf(page, 'Diego').click()
  await expect(page).toHaveURL(/\/table\/[\w-]{36}$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a card opens the person, also offline; Back, Escape and the person’s leaving close the sheet alone', async ({
  fake,
  page,
}) => {
  const prefetched = watchPrefetch(page)
  await inList({ people: [ANA, BRUNO, CAMILA, DIEGO], unread: { [ANA.id]: 0 } })(fake)
  await prefetched()
  await cardOf(page, 'Camila').click()
  await expect(sheetOf(page, 'Camila')).toBeVisible()
  fake.send({
    type: 'events',
    epoch: EPOCH,
    number: 2,
    total: 4,
    online: 3,
    events: [{ kind: 'left', personId: CAMILA.id, name: CAMILA.name }],
  })
  await expect(sheetOf(page, 'Camila')).toHaveCount(0)
  await expect(page).toHaveURL(/\/table\/[\w-]{36}$/)
  await page.context().setOffline(true)

  await page.locator('[data-person]', { hasText: 'Bruno' }).click({ position: { x: 40, y: 40 } })
  const bruno = sheetOf(page, 'Bruno')
  for (const words of ['Mesa 8', 'Interesse: Homens', 'Status: Online'])
    await expect(bruno).toContainText(words)
  await page.goBack()
  await expect(bruno).toHaveCount(0)
  await expect(page).toHaveURL(/\/table\/[\w-]{36}$/)
  await expect(cardOf(page, 'Bruno')).toBeFocused()

  await cardOf(page, 'Diego').press('Enter')
  const diego = sheetOf(page, 'Diego')
  await expect(diego.getByRole('button', { name: 'Conversar' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(diego).toHaveCount(0)
  await expect(page).toHaveURL(/\/table\/[\w-]{36}$/)

  // In a conversation's row the face opens the person, and everything else the conversation.
  await page.getByRole('button', { name: 'Perfil de Ana Beatriz' }).click()
  await sheetOf(page, 'Ana Beatriz').getByRole('button', { name: 'Conversar' }).click()
  await expect(page.getByRole('heading', { name: 'Conversa com Ana Beatriz' })).toBeVisible()
  await page.goBack()
  await expect(cardOf(page, 'Ana Beatriz')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.locator('[data-person]', { hasText: 'Ana' }).click({ position: { x: 200, y: 60 } })
  await expect(page.getByRole('heading', { name: 'Conversa com Ana Beatriz' })).toBeVisible()
})

test('without a connection the sheet says so, and opens a conversation that exists, but no new one', async ({
  fake,
  page,
}) => {
  await inList({ people: [ANA, BRUNO], unread: { [ANA.id]: 0 } })(fake)
  await fake.disconnect()
  await expect(page.getByText('Sem conexão. Tentando de novo…')).toBeVisible()
  await cardOf(page, 'Bruno').click()
  const bruno = sheetOf(page, 'Bruno')
  await expect(bruno).toContainText('Sem conexão. Dá para conversar quando ela voltar.')
  await expect(bruno).not.toContainText('Status: ')
  await expect(bruno.getByRole('button', { name: 'Conversar' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Perfil de Ana Beatriz' }).click()
  await sheetOf(page, 'Ana Beatriz').getByRole('button', { name: 'Ver conversa' }).click()
  await expect(page.getByRole('heading', { name: 'Conversa com Ana Beatriz' })).toBeVisible()
})

test('a search finds an offline partner with the conversation', async ({ fake, page }) => {
  await inList({ people: people(12), unread: { [DIEGO.id]: 0 } })(fake)
  await page.getByRole('searchbox').fill('Diego')
  await page.getByRole('button', { name: 'Ver conversa com Diego' }).click()
  await expect(page.getByRole('heading', { name: 'Conversa com Diego' })).toBeVisible()
})

test('at a desk the way back from a chat leads to the list, whoever was looked at beside it', async ({
  fake,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const unread = { [ANA.id]: 0, [CAMILA.id]: 0 }
  await inList({ people: [ANA, BRUNO, CAMILA, DIEGO], unread })(fake)
  const beside = page.getByRole('complementary', { name: 'Pessoas no Bar' })
  for (const name of ['Camila', 'Ana Beatriz']) {
    await cardOf(page, 'Ana Beatriz').click()
    const face = beside.getByRole('button', { name: `Perfil de ${name}` })
    await face.click()
    await expect(sheetOf(page, name)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheetOf(page, name)).toHaveCount(0)
    await face.click()
    await sheetOf(page, name).getByRole('button', { name: 'Conversar' }).click()
    await expect(page.getByRole('heading', { name: `Conversa com ${name}` })).toBeVisible()
    await page.getByRole('link', { name: 'Voltar' }).click()
    await expect(page).toHaveURL(/\/table\/[\w-]{36}$/)
    await expect(beside).toHaveCount(0)
  }
})
