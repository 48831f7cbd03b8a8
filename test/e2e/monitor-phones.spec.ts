import type { Device } from './device.ts'
import { expect, test } from './e2e.ts'
import { PersonPage } from './person-page.ts'

test.use({ serviceWorkers: 'allow' })

const PHONE = '11945670123'
/** The digits in any format. */
const CANARY = /9\D{0,2}4\D{0,2}5\D{0,2}6\D{0,2}7\D{0,2}0\D{0,2}1\D{0,2}2\D{0,2}3/

/** Records what a page receives: answers, frames, and finally its HTML. */
function recordBytes({ page }: Pick<Device, 'page'>): () => Promise<string[]> {
  const heard: Promise<string>[] = []
  page.on('response', (response) => {
    heard.push(response.text().catch(() => ''))
  })
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => heard.push(Promise.resolve(String(payload))))
  })
  return async () => [...(await Promise.all(heard)), await page.content()]
}

test('T7 a phone reaches no byte of another person’s page, and the board’s only after a press', async ({
  bar,
  monitor,
  peer,
  device,
}) => {
  const board = await monitor()
  const nosy = await device()
  const bytes = recordBytes(nosy)
  const boardBytes = recordBytes(board)
  const bia = new PersonPage(nosy, 'Bia')
  await board.open(bar.name)
  await bia.enterBar(bar.id, '2')
  const ana = await peer('Ana', '7', PHONE)
  await bia.openChatWith('Ana')
  await bia.send('Oi')
  // The room has not numbered it yet when it is shown.
  await expect.poll(() => ana.messagesWith(bia.id)).toHaveLength(1)
  ana.say(bia.id, 'Oi, Bia')
  await bia.untilShows(['Oi', 'Oi, Bia'])
  await bia.page.reload()
  await bia.untilShows(['Oi', 'Oi, Bia'])

  await board.renew()
  const masked = board.person(bar.name, 'Ana').getByRole('button', { name: /^Mostrar telefone/ })
  await expect(masked).toHaveText('•••• 0123')
  for (const heard of [bytes, boardBytes]) {
    const seen = await heard()
    expect(seen.some((text) => text.includes('Bia'))).toBe(true)
    expect(seen.filter((text) => CANARY.test(text))).toEqual([])
  }

  await masked.click()
  await expect(
    board.person(bar.name, 'Ana').getByRole('link', { name: '(11) 94567-0123' }),
  ).toHaveAttribute('href', `tel:+55${PHONE}`)
})
