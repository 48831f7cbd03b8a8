import { LIMITS } from '#contract/limits.ts'
import { countGraphemes, toLine } from '#contract/plain-text.ts'
import { enterBar } from '#test/client/api.ts'
import { nodeNetwork } from '#test/client/node-network.ts'
import { HOSTILE_TEXTS, MARK } from '#test/fakes/hostile-texts.ts'
import { expect, test } from './e2e.ts'
import { PersonPage } from './person-page.ts'

const ANSWER = 'Oi, quem é você?'

test('T21 hostile names, tables and messages are text on every screen of the bar, and on the monitor', async ({
  bar,
  person,
  device,
  monitor,
}) => {
  const ana = await person('Ana', { table: '1' })
  const name = shorten(`<img src=x onerror=${MARK}>`, LIMITS.nameGraphemes)
  const hostile = new PersonPage(await device(), name)
  await hostile.page.goto(`/bar/${bar.id}/table/${encodeURIComponent('<b>1')}`)
  await hostile.submitProfile()
  await ana.untilToast('Novo usuário', `${name} entrou no bar`)
  await expect(ana.row(name)).toContainText('Mesa <b>1')

  await hostile.openChatWith('Ana')
  await ana.openChatWith(name)
  const lines = [ANSWER, ...HOSTILE_TEXTS].map((text) => toLine(text))
  await ana.send(ANSWER)
  await hostile.untilShows(lines.slice(0, 1))
  // One person may send ten messages at once.
  const half = HOSTILE_TEXTS.slice(0, 10)
  for (const text of half) await hostile.send(text)
  await ana.untilShows(lines.slice(0, 11))
  for (const text of HOSTILE_TEXTS.slice(half.length)) await ana.send(text)
  await hostile.untilShows(lines)
  await ana.page.reload()
  await ana.untilShows(lines)

  const board = await monitor()
  await board.open(bar.name)
  await expect(board.person(bar.name, name)).toContainText('<b>1')

  for (const { page } of [ana, hostile, board]) {
    expect(await page.evaluate(() => '__xss' in window)).toBe(false)
    expect(await page.locator('#root').locator('script, iframe, img, base, style').count()).toBe(0)
  }
})

test('T21 trusted types stop HTML made from strings, and the server hears of it', async ({
  device,
  server,
}) => {
  const { page } = await device({ expects: [/CSP: require-trusted-types-for|TrustedHTML/] })
  await page.goto('/bar-access')
  const outcome = await page.evaluate(() => {
    try {
      document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.__xss=1">')
      return 'done'
    } catch (error) {
      return String(error)
    }
  })
  expect(outcome).toContain('TypeError')
  expect(await page.evaluate(() => '__xss' in window)).toBe(false)
  const line =
    /"csp_violation","level":"warn","route":"\/bar-access","directive":"require-trusted-types-for","blocked":"trusted-types-sink"/g
  await expect.poll(() => server.output().match(line)?.length).toBe(1)
})

test('T41 a row of any name and table is no higher and no wider than one with a long ordinary name', async ({
  server,
  bar,
  person,
}) => {
  const { send } = nodeNetwork(() => server.origin)
  const ordinary = 'Maria Aparecida dos Santos de Albuquerque'.slice(0, LIMITS.nameGraphemes)
  const hostile = [
    `Z${'\u0316\u0301\u0334\u035b'}`.repeat(30),
    'W'.repeat(LIMITS.nameGraphemes),
    '﷽'.repeat(LIMITS.nameGraphemes),
    'ཧཱུྃ'.repeat(20),
  ]
  await enterBar(send, bar.id, { name: ordinary, table: 'Varanda Azul' })
  for (const name of hostile) await enterBar(send, bar.id, { name, table: '﷽'.repeat(9) })
  const ana = await person('Ana', { table: '1' })
  const count = hostile.length + 1
  const offline = ana.page.getByRole('list', { name: `Offline (${count})` })
  // They go offline at their place. A list that is opened anew sorts them.
  await expect(ana.page.getByText('Status: Offline')).toHaveCount(count)
  await ana.page.reload()
  await expect(offline.getByRole('listitem')).toHaveCount(count)
  const sizeOf = async (name: string) => {
    const { width = 0, height = 0 } = (await ana.row(toLine(name)).boundingBox()) ?? {}
    return { width, height }
  }
  const { width, height } = await sizeOf(ordinary)
  for (const name of hostile) {
    const size = await sizeOf(name)
    expect([name, size.width, size.height > 0 && size.height <= height]).toEqual([
      name,
      width,
      true,
    ])
  }
  const isScrolled = () => document.body.scrollWidth > document.documentElement.clientWidth
  expect(await ana.page.evaluate(isScrolled)).toBe(false)
})

test('T21 a violation fails the test whose page it was, also without a device', async ({
  page,
  server,
}) => {
  test.fail()
  await page.goto(`${server.origin}/termos`)
  await Promise.all([
    page.waitForEvent('console', (message) => message.text().startsWith('CSP: ')),
    page.evaluate(() => {
      try {
        document.body.insertAdjacentHTML('beforeend', '<img src=x>')
      } catch {}
    }),
  ])
})

test('T38 a request to another host fails the test whose page it was', async ({ page }) => {
  test.fail()
  await page.route('**', (route) => route.abort())
  const asked = page.waitForEvent('requestfailed')
  await page.goto('https://elsewhere.example').catch(() => {})
  await asked
})

/** Shortens a text to the limit of a field. */
function shorten(text: string, graphemes: number): string {
  let fitting = text
  while (countGraphemes(fitting) > graphemes) fitting = fitting.slice(0, -1)
  return fitting
}
