import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { LANGUAGES } from '#contract/languages.ts'
import { PAGES } from '#contract/pages.ts'
import { collectFiles, PAGE_PARTS } from '#scripts/build/page-parts.ts'
import { readClientFile, readManifest } from './built-files.ts'

const ENTRY = 'index.html'
const CSS_BYTES_MAX = 12_000
/** Each request takes time, most of all on a bad network. */
const SCRIPTS_MAX = 8

/** Gzipped bytes of JavaScript before a route's first screen. */
const ROUTES = [
  { route: PAGES.landing, bytesMax: 106_000 },
  { route: PAGES.barAccess, bytesMax: 106_000 },
  { route: PAGES.bar, bytesMax: 106_000 },
  { route: PAGES.table, bytesMax: 124_000 },
  { route: PAGES.chat, bytesMax: 124_000 },
]
/** Pages and features whose code no patron loads before asking for it. */
const LATER =
  /^web\/(?:pages\/(?:account|admin|entry-code|monitor|statistics|print)|features\/(?:scanner|bar-form|bar-actions|monitor|statistics|qr|admin-session|staff)\/)/
/** Words that only the scanner's or the administrators' code holds. */
const LATER_WORDS = ['BarcodeDetector', 'getUserMedia', 'Cadastrar Novo Bar', 'Bares Cadastrados']

const PAGES_IN_LANGUAGES = ROUTES.flatMap((page) =>
  LANGUAGES.map((language) => ({ ...page, language })),
)

test.each(PAGES_IN_LANGUAGES)(
  'B1 $route in $language loads few light files at first, and none of the scanner or administrators',
  ({ route, bytesMax, language }) => {
    const manifest = readManifest(language)
    const files = [...collectFiles(manifest, [ENTRY, ...(PAGE_PARTS[route] ?? [])])]
    const weigh = (extension: string): number =>
      files
        .filter((file) => file.endsWith(extension))
        .reduce((sum, file) => sum + gzipSync(readClientFile(file)).length, 0)
    expect(weigh('.js')).toBeGreaterThan(0)
    expect(weigh('.js')).toBeLessThanOrEqual(bytesMax)
    expect(weigh('.css')).toBeLessThanOrEqual(CSS_BYTES_MAX)
    const scripts = files.filter((file) => file.endsWith('.js'))
    expect(scripts.length, scripts.join('\n')).toBeLessThanOrEqual(SCRIPTS_MAX)

    const later = Object.values(manifest).filter(({ src = '' }) => LATER.test(src))
    expect(files.filter((file) => later.some((chunk) => chunk.file === file))).toEqual([])
    const code = files.map((file) => readClientFile(file).toString()).join('\n')
    expect(LATER_WORDS.filter((word) => code.includes(word))).toEqual([])
  },
)
