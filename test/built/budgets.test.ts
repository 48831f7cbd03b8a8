import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { collectFiles, readClientFile, readManifest } from '#test/support/built-files.ts'

const ENTRY = 'index.html'
const CSS_BYTES_MAX = 12_000

/** Gzipped bytes of JavaScript before a route's first screen. */
const ROUTES = [
  { route: '/', parts: ['landing-page'], bytesMax: 95_000 },
  { route: '/bar-access', parts: ['bar-access-page'], bytesMax: 95_000 },
  { route: '/bar/{barId}', parts: ['bar-page'], bytesMax: 95_000 },
  { route: '/bar/{barId}/table/{tableId}', parts: ['bar-layout', 'table-page'], bytesMax: 110_000 },
  { route: '/bar/{barId}/chat/{userId}', parts: ['bar-layout', 'chat-page'], bytesMax: 110_000 },
]
/** Pages and features whose code no patron loads before asking for it. */
const LATER =
  /^web\/(?:pages\/(?:account|admin|monitor|numbers|print)|features\/(?:scanner|bar-form|bar-acts|monitor|numbers|qr|admin-session)\/)/
/** Words that only the scanner's or the administrators' code holds. */
const LATER_WORDS = ['BarcodeDetector', 'getUserMedia', 'Cadastrar Novo Bar', 'Bares Cadastrados']

describe.each(ROUTES)('B1 $route', ({ parts, bytesMax }) => {
  const manifest = readManifest()
  const files = [
    ...collectFiles(manifest, [ENTRY, ...parts.map((part) => `web/pages/${part}.tsx`)]),
  ]
  const weigh = (extension: string): number =>
    files
      .filter((file) => file.endsWith(extension))
      .reduce((sum, file) => sum + gzipSync(readClientFile(file)).length, 0)

  test(`loads at most ${bytesMax / 1000} kB of JavaScript before its first screen`, () => {
    expect(weigh('.js')).toBeGreaterThan(0)
    expect(weigh('.js')).toBeLessThanOrEqual(bytesMax)
  })

  test('loads at most 12 kB of CSS', () => {
    expect(weigh('.css')).toBeLessThanOrEqual(CSS_BYTES_MAX)
  })

  test('loads nothing of the scanner and the administrators', () => {
    const later = Object.values(manifest).filter(({ src = '' }) => LATER.test(src))
    expect(files.filter((file) => later.some((chunk) => chunk.file === file))).toEqual([])
    const code = files.map((file) => readClientFile(file).toString()).join('\n')
    expect(LATER_WORDS.filter((word) => code.includes(word))).toEqual([])
  })
})
