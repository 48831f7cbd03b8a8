import { expect, test } from './e2e.ts'
import { Patron } from './patron.ts'
import type { Person } from './person.ts'

const PHONE = '11945670123'
/** Its digits, however they are written. */
const CANARY = /9\D{0,2}4\D{0,2}5\D{0,2}6\D{0,2}7\D{0,2}0\D{0,2}1\D{0,2}2\D{0,2}3/

/** Everything that comes to a page: answers, frames, and at last its HTML. */
function recordBytes({ page }: Person): () => Promise<string[]> {
  const heard: Promise<string>[] = []
  page.on('response', (response) => {
    heard.push(response.text().catch(() => ''))
  })
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => heard.push(Promise.resolve(String(payload))))
  })
  return async () => [...(await Promise.all(heard)), await page.content()]
}

test('T7 a phone reaches the administrator’s screen and no byte of another patron’s', async ({
  bar,
  monitor,
  patron,
  person,
}) => {
  test.slow()
  const board = await monitor()
  const ana = await patron('Ana')
  const nosy = await person()
  const bytes = recordBytes(nosy)
  const bia = new Patron(nosy, 'Bia')
  await board.open(bar.name)
  await bia.sitDown(bar.id, '2')
  await ana.page.goto(`/bar/${bar.id}/table/7`)
  await ana.page.getByRole('textbox', { name: 'Telefone (Opcional)' }).fill(PHONE)
  await ana.makeProfile()
  await expect(bia.row('Ana')).toBeVisible()
  await bia.openChatWith('Ana')
  await bia.say('Oi')
  await ana.openChatWith('Bia')
  await ana.say('Oi, Bia')
  await bia.sees(['Oi', 'Oi, Bia'])
  await bia.page.reload()
  await bia.sees(['Oi', 'Oi, Bia'])

  await expect(
    board.customer(bar.name, 'Ana').getByRole('link', { name: '(11) 94567-0123' }),
  ).toHaveAttribute('href', `tel:+55${PHONE}`)
  const seen = await bytes()
  expect(seen.some((text) => text.includes('Oi, Bia'))).toBe(true)
  expect(seen.filter((text) => CANARY.test(text))).toEqual([])
})
