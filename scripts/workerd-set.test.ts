import { expect, test } from 'vitest'
import { findNewestSet } from './workerd-set.ts'

const release = (version: string, dependencies: Record<string, string>) => ({
  version,
  dependencies,
})

const WRANGLER = [
  release('4.9.0', { workerd: '1.20261006.1', miniflare: '5.20261006.1-alpha' }),
  release('4.10.0', { workerd: '1.20261006.1', miniflare: '5.20261006.2-beta' }),
  release('4.11.0', { workerd: '1.20261012.1', miniflare: '5.20261012.0-beta' }),
]

test('the newest set has the newest workerd that every tool brings', () => {
  const set = findNewestSet({
    wrangler: WRANGLER,
    '@cloudflare/vite-plugin': [
      release('1.9.1', { workerd: '1.20261006.1' }),
      release('1.10.0', { workerd: '1.20261006.1' }),
      release('1.11.0', { workerd: '1.20261012.1' }),
    ],
    '@cloudflare/vitest-plugin': [
      release('1.4.0', { wrangler: '4.9.0' }),
      release('1.5.0', { wrangler: '4.12.0' }),
    ],
  })
  expect(set).toEqual({
    workerd: '1.20261006.1',
    wrangler: '4.10.0',
    miniflare: '5.20261006.2-beta',
    '@cloudflare/vite-plugin': '1.10.0',
    '@cloudflare/vitest-plugin': '1.4.0',
  })
})

test('tools that share no workerd are no set', () => {
  const set = findNewestSet({
    wrangler: WRANGLER,
    '@cloudflare/vite-plugin': [release('1.11.0', { workerd: '1.20261012.1' })],
    '@cloudflare/vitest-plugin': [release('1.4.0', { wrangler: '4.9.0' })],
  })
  expect(set).toBeUndefined()
})
