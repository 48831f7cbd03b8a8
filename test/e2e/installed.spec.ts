import type { Page, Response } from '@playwright/test'
import { serveWithDeploys } from '#test/server/next-deploy.ts'
import { expect, test } from './e2e.ts'

test.use({ serviceWorkers: 'allow' })

/** Waits until a service worker controls the page and has filled its cache. */
async function untilControlled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
  })
}

/** The entries of all caches of the service worker. */
function readCaches(page: Page): Promise<{ path: string; body: string }[]> {
  return page.evaluate(async () => {
    const kept = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const answer = await cache.match(request)
        kept.push({ path: new URL(request.url).pathname, body: (await answer?.text()) ?? '' })
      }
    }
    return kept
  })
}

function nonceIn(answer: Response | null): string | undefined {
  const { 'content-security-policy': policy = '' } = answer?.headers() ?? {}
  return /'nonce-([^']+)'/.exec(policy)?.[1]
}

const refused = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket connection to/

test('every page loads from the network; without a connection it says so, and opens when it is back', async ({
  bar,
  device,
}) => {
  const { page, context } = await device({ expects: [refused] })
  const first = await page.goto(`/bar/${bar.id}`)
  await untilControlled(page)
  const second = await page.reload()
  // The Worker sets a new nonce in each answer; a cached answer would repeat one.
  expect(nonceIn(second)).toBeTruthy()
  expect(nonceIn(second)).not.toBe(nonceIn(first))
  await page.waitForLoadState('networkidle')

  await context.setOffline(true)
  await page.goto(`/bar/${bar.id}/table/7`)
  await expect(page).toHaveTitle('Sem conexão · Brinde')
  // Its styles come from the cache too.
  await expect(page.locator('main')).toHaveCSS('display', 'flex')

  await context.setOffline(false)
  await expect(page.getByText('Mesa 7', { exact: true })).toBeVisible()
})

test('T42 list and conversation reloaded offline come back by themselves; the cache has no visit data', async ({
  bar,
  person,
  peer,
}) => {
  const ana = await person('Ana Canária', { expects: [refused] })
  const context = ana.page.context()
  await ana.page.goto('/')
  await untilControlled(ana.page)
  await ana.enterBar(bar.id, '1', '11 98765-4321')
  await peer('Bia')
  await ana.openChatWith('Bia')
  await ana.send('Canta, canário')
  await ana.untilSent()
  for (const isThere of [
    () => ana.untilShows(['Canta, canário']),
    async () => {
      await ana.goBackToList()
      await expect(ana.row('Bia')).toBeVisible()
    },
    () => expect(ana.row('Bia')).toBeVisible(),
  ]) {
    await isThere()
    await context.setOffline(true)
    await ana.page.reload()
    await expect(ana.page.getByRole('heading', { name: 'Sem conexão' })).toBeVisible()
    await context.setOffline(false)
  }
  await expect(ana.row('Bia')).toBeVisible()
  const kept = await readCaches(ana.page)
  expect(kept.length).toBeGreaterThan(3)
  expect(kept.filter(({ path }) => !/^\/(?:assets\/|sem-conexao$)/.test(path))).toEqual([])
  const told = kept.filter(({ body }) =>
    ['Canária', 'canário', '98765', bar.id, bar.name].some((word) => body.includes(word)),
  )
  expect(told).toEqual([])
})

test('a new version activates by itself and deletes the old cache', async ({ device, server }) => {
  const { page } = await device({ expects: [/request to another origin/] })
  const site = await serveWithDeploys(server.origin)
  await page.goto(site.origin)
  await untilControlled(page)
  const before = await page.evaluate(() => caches.keys())

  site.deploy('/service-worker.js', (text) => text.replace(/"id":"\w+"/, '"id":"nextdeploy"'))
  await page.evaluate(async () => {
    const changed = new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.update()
    await changed
  })
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(['build-nextdeploy'])
  expect(before).toEqual([expect.stringMatching(/^build-[0-9a-f]{12}$/)])
  site.close()
})
