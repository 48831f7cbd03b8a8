import { execFileSync } from 'node:child_process'
import type { Browser } from '@playwright/test'
import { LIMITS } from '#contract/limits.ts'
import { people, YOU } from '#test/fakes/people.ts'
import { writePng } from '#test/fakes/write-png.ts'
import { expect, test } from './e2e.ts'

const PHOTOS = 30
const GROWTH_MIB_MAX = 75
const KIB_PER_MIB = 1_024

/** A file that says much in little: every pixel costs four bytes once it is decoded. */
const flatPng = (side: number) => writePng(side, side, () => [200, 80, 40], 9)
const SMALL = flatPng(8)
/** Sent without a thumbnail, so that its thumbnail's address answers it too. */
const LARGEST_SHOWN = flatPng(LIMITS.photoAloneSidePx)
const LARGEST = flatPng(LIMITS.photoSidePxMax)

test('T55 a page with thirty of the worst photos that are accepted takes less than 75 MiB more', async ({
  browser,
  fake,
  page,
}, info) => {
  expect(LARGEST.length).toBeLessThan(LIMITS.photoBytes)
  const crowd = people(PHOTOS).map((person, index) => ({
    ...person,
    online: true,
    photo: `/media/profiles/worst-${index}.png`,
  }))
  let isHeavy = false
  await page.route('**/media/**', (route) => {
    const isThumbnail = route.request().url().includes('.thumbnail.')
    const heavy = isThumbnail ? LARGEST_SHOWN : LARGEST
    return route.fulfill({ body: isHeavy ? heavy : SMALL, contentType: 'image/png' })
  })
  await fake.enterRoom({ people: crowd })
  const openAndScroll = async (): Promise<number> => {
    await fake.open(`/bar/${fake.bar.id}/table/${YOU.id}`)
    await page.getByRole('listitem').first().waitFor()
    const seen = new Set<string>()
    let most = 0
    for (let isAtEnd = false; !isAtEnd; ) {
      const { shown, ...place } = await page.evaluate(drawAndScroll)
      for (const photo of shown) seen.add(photo)
      most = Math.max(most, await measureMib(browser))
      isAtEnd = place.isAtEnd
    }
    expect(seen.size).toBe(PHOTOS)
    return most
  }
  // The first run pays the process's cost of a second page, which is not due to the photos.
  await openAndScroll()
  const before = await openAndScroll()
  isHeavy = true
  const grown = (await openAndScroll()) - before
  info.annotations.push({ type: 'measured', description: `${Math.round(grown)} MiB` })
  expect(grown).toBeLessThan(GROWTH_MIB_MAX)
})

/** In the page: waits until the photos on the screen are drawn, and scrolls on. */
async function drawAndScroll(): Promise<{ shown: string[]; isAtEnd: boolean }> {
  const photos = [...document.images].filter(({ src }) => src.includes('worst'))
  for (const photo of photos) photo.loading = 'eager'
  while (photos.some((photo) => photo.isConnected && !photo.complete)) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1
  scrollBy(0, innerHeight / 2)
  for (let frame = 0; frame < 5; frame += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  return { shown: photos.map(({ src }) => src), isAtEnd }
}

/** Measures the memory of the browser's pages and of its GPU process. */
async function measureMib(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const ids = processInfo
    .filter(({ type }) => type === 'renderer' || type === 'GPU')
    .map(({ id }) => String(id))
  const sizes = execFileSync('ps', ['-o', 'rss=', '-p', ids.join(',')], { encoding: 'utf8' })
  const kib = sizes
    .trim()
    .split(/\s+/)
    .reduce((sum, size) => sum + Number(size), 0)
  return kib / KIB_PER_MIB
}
