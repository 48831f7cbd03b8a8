import { gzipSync } from 'node:zlib'
import { expect, inject, test } from 'vitest'
import { address } from '#contract/address.ts'
import { LANGUAGES } from '#contract/languages.ts'
import { PAGES } from '#contract/pages.ts'
import { MANIFEST, OFFLINE_PAGE, SERVICE_WORKERS } from '#contract/paths.ts'
import { SHELL_WORDS } from '#contract/shells.ts'
import { takeBar } from '#test/server/bar-pool.ts'
import { listClientFiles, readClientFile } from './built-files.ts'

/** A server may send ten segments at once, 14,600 bytes with the headers; a table's form comes close. */
const PAGE_BYTES_MAX = 14_000

/** Escapes a class as the stylesheet does. */
const toSelector = (name: string) => name.replace(/[^\w-]/g, '\\$&')

const ask = (path: string) => fetch(`${inject('origin')}${path}`)
const read = async (path: string) => (await ask(path)).text()
/** The root's HTML: the page before any script runs. */
const rootOf = (html: string) =>
  /<div id="root">(.*)<\/div>\s*(?:<script[^>]*>\{.*)?<\/body>/s.exec(html)?.[1] ?? ''

test('B10 landing page, bar access, a bar and its tables are prerendered with styles in at most 14 kB', async () => {
  const bar = takeBar(inject('stateDir'))
  const heading = new RegExp(`<h1[^>]*>${bar.name}</h1>`)
  const table = new RegExp(
    `^<template>.*${heading.source}.*href="${address(PAGES.bar, { barId: bar.id })}".*</template>$`,
    's',
  )
  for (const [path, drawn] of [
    ['/', /<h1.*<span class="sr-only">Brinde<\/span><\/h1>/s],
    ['/bar-access', /Acessar Bar/],
    [address(PAGES.bar, { barId: bar.id }), heading],
    [address(PAGES.table, { barId: bar.id, tableId: '7' }), table],
    [address(PAGES.table, { barId: bar.id, tableId: '7' }), />Mesa 7<\/p>/],
  ] as const) {
    const html = await read(path)
    expect(rootOf(html)).toMatch(drawn)
    expect(html).not.toContain('rel="stylesheet"')
    expect(gzipSync(html).length, path).toBeLessThanOrEqual(PAGE_BYTES_MAX)
    // No word of the build is left, and only the screen that fits is sent.
    expect(Object.values(SHELL_WORDS).filter((word) => html.includes(word))).toEqual([])
    expect(html).not.toContain('<!--shell')
  }
})

test('the styles in a drawn page know every class of it that the whole sheet knows', async () => {
  const [sheet = ''] = listClientFiles().filter((path) => /^assets\/index-.*\.css$/.test(path))
  const whole = readClientFile(sheet).toString()
  for (const path of [
    '/',
    address(PAGES.table, { barId: takeBar(inject('stateDir')).id, tableId: '7' }),
  ]) {
    const html = await read(path)
    const styles = /<style[^>]*>(.*?)<\/style>/s.exec(html)?.[1] ?? ''
    const names = Array.from(rootOf(html).matchAll(/class="([^"]*)"/g), ([, list = '']) =>
      list.replaceAll('&amp;', '&').replaceAll('&gt;', '>').split(/\s+/),
    )
    const selectors = [...new Set(names.flat())].map((name) => `.${toSelector(name)}`)
    expect(selectors.length).toBeGreaterThan(50)
    const missing = selectors.filter((name) => whole.includes(name) && !styles.includes(name))
    expect([path, missing]).toEqual([path, []])
  }
})

test('the styles in a drawn page stand before its start script, so that the sheet that it adds overrides them', async () => {
  for (const path of [
    '/',
    '/bar-access',
    address(PAGES.table, { barId: takeBar(inject('stateDir')).id, tableId: '7' }),
  ]) {
    const html = await read(path)
    const [styles, script] = [html.indexOf('<style'), html.indexOf(' data-start=')]
    expect([path, styles > 0, styles < script]).toEqual([path, true, true])
  }
})

test('the manifest’s icons are there, and are what it says', async () => {
  const manifest: { icons: { src: string; type: string; sizes: string; purpose?: string }[] } =
    await (await ask(MANIFEST)).json()
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
  for (const { src, type, sizes } of manifest.icons) {
    const icon = await ask(src)
    const bytes = Buffer.from(await icon.arrayBuffer())
    expect([src, icon.status, icon.headers.get('content-type')]).toEqual([src, 200, type])
    if (type !== 'image/png') continue
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
  }
})

test.each(LANGUAGES)(
  'the service worker in %s is asked for again at every look, and keeps what the offline page needs',
  async (language) => {
    const path = SERVICE_WORKERS[language]
    const answer = await ask(path)
    const code = await answer.text()
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    const drawnWith = [
      ...new Set((await read(OFFLINE_PAGE)).match(/\/assets\/[^"]+\.(?:css|svg)/g)),
    ]
    expect(drawnWith.length).toBeGreaterThan(0)
    for (const file of drawnWith) expect(code).toContain(`"${file}"`)
    expect(readClientFile(path.slice(1)).toString()).toBe(code)
  },
)
