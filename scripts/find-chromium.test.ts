import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findChromium } from './find-chromium.ts'

function makeBinary(name: string): { folder: string; path: string } {
  const folder = mkdtempSync(join(tmpdir(), 'brinde-chromium-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, name)
  writeFileSync(path, '')
  chmodSync(path, 0o755)
  return { folder, path }
}

test('CHROMIUM_PATH stands over everything, even where it is wrong', () => {
  const { folder, path } = makeBinary('chromium')
  expect(findChromium('/none', { PATH: folder, CHROMIUM_PATH: path })).toBe(path)
  expect(findChromium(path, { PATH: folder, CHROMIUM_PATH: '/none' })).toBeUndefined()
})

test('the system’s browser comes before the downloaded one', () => {
  const { folder, path } = makeBinary('google-chrome')
  const { path: downloaded } = makeBinary('chrome')
  expect(findChromium(downloaded, { PATH: folder })).toBe(path)
  expect(findChromium(downloaded, { PATH: '/none' })).toBe(downloaded)
})
