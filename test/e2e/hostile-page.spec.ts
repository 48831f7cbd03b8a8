import { address } from '#contract/address.ts'
import { API } from '#contract/paths.ts'
import { openStaticSite } from '#test/server/static-site.ts'
import { expect, test } from './e2e.ts'

test('T19 T20 another site’s page opens no socket and changes nothing, even with a stolen secret', async ({
  bar,
  browser,
  person,
  server,
}) => {
  const ana = await person('Ana', { table: '1' })
  const kept = await ana.page.evaluate(() => sessionStorage.getItem('patronSecret') ?? '')
  const secret = /[\w-]+(?:\.[\w-]+){4}/.exec(kept)?.[0] ?? ''
  expect(secret).not.toBe('')

  const site = await openStaticSite(`
    <form method="post" action="${server.origin}${address(API.people, { barId: bar.id })}" enctype="text/plain">
      <input name='{"name":"Intrusa","x":"' value='"}'>
    </form>`)
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.goto(site.origin)
    const socket = `${server.origin.replace('http', 'ws')}${address(API.socket, { barId: bar.id })}`
    const opened = await page.evaluate(
      ([url, ...protocols]) =>
        new Promise((resolve) => {
          const foreign = new WebSocket(url ?? '', protocols)
          foreign.onopen = () => resolve('opened')
          foreign.onerror = () => resolve('refused')
        }),
      [socket, 'brinde.v1', secret],
    )
    expect(opened).toBe('refused')

    const leaving = await page.evaluate(
      ([url, token]) =>
        fetch(url ?? '', { method: 'DELETE', headers: { Authorization: `Bearer ${token}` } }).then(
          (response) => response.status,
          () => 'refused',
        ),
      [`${server.origin}${address(API.visit, { barId: bar.id })}`, secret],
    )
    expect(leaving).toBe('refused')

    await page.evaluate(() => document.forms[0]?.submit())
    await page.waitForURL(`${server.origin}/**`)
    await expect(page.locator('body')).toContainText('foreign_origin')
  } finally {
    await context.close()
    await site.close()
  }
  await expect(ana.row('Intrusa')).toHaveCount(0)
  await expect(ana.row('Ana')).toContainText('Status: Online')
})
