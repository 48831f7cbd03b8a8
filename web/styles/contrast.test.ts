import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TONES } from '#contract/face.ts'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const [night = '', noon = ''] = css.split('@media (prefers-color-scheme: light)')

function readColors(block: string): Record<string, string> {
  const found = block.matchAll(/--color-([a-z0-7-]+): (#[0-9a-f]{6});/g)
  return Object.fromEntries(Array.from(found, ([, name, value]) => [name, value]))
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dim = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (bright + 0.05) / (dim + 0.05)
}

const dark = readColors(night)
const themes = { dark, light: { ...dark, ...readColors(noon) } }

const SURFACES = ['page', 'raised', 'sunken', 'hover']
const TEXT = [
  ...['ink', 'ink-soft', 'ink-faint', 'link', 'danger', 'success'].flatMap((text) =>
    SURFACES.map((surface) => [text, surface] as const),
  ),
  ['letter', 'page'],
  ['letter', 'raised'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-danger', 'danger-fill'],
  ['on-danger', 'danger-hover'],
  ['danger', 'danger-wash'],
  ['ink', 'danger-wash'],
  ['ink', 'glass-wash'],
  ['glass', 'glass-wash'],
  ['glass', 'page'],
  ['on-online', 'online'],
  ...Array.from({ length: TONES }, (_, tone) => ['on-tone', `tone-${tone}`] as const),
  ['on-bubble', 'bubble'],
  ['ink-soft', 'bubble'],
  ['on-bubble-own', 'bubble-own'],
] as const

// WCAG 2.2, 1.4.11: what is needed to tell a control or a state apart.
const SHAPES = [
  ...['edge', 'focus', 'danger'].flatMap((shape) =>
    SURFACES.map((surface) => [shape, surface] as const),
  ),
  ['online', 'page'],
  ['online', 'raised'],
] as const

test.each(Object.entries(themes))('%s: text reaches 4.5:1, and shapes 3:1', (_, colors) => {
  const tooFaint = (pairs: readonly (readonly [string, string])[], least: number) =>
    pairs.filter(([one, other]) => !(contrast(colors[one] ?? '', colors[other] ?? '') >= least))
  expect(tooFaint(TEXT, 4.5)).toEqual([])
  expect(tooFaint(SHAPES, 3)).toEqual([])
})

test('both themes name the same colours', () => {
  expect(Object.keys(readColors(noon)).sort()).toEqual(Object.keys(dark).sort())
})

test("the browser's own bars have the page's colour", () => {
  const html = readFileSync(new URL('../../index.html', import.meta.url), 'utf8')
  for (const [theme, { page }] of Object.entries(themes)) {
    expect(html).toContain(`content="${page}" media="(prefers-color-scheme: ${theme})"`)
  }
})
