import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepSourceMaps, listBuilds, noteDeployed } from './source-maps.ts'

let root = ''
let at = Date.now()

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'brinde-maps-'))
})

afterEach(() => {
  vi.useRealTimers()
  rmSync(root, { recursive: true })
})

/** Leaves what Vite does, and keeps its maps. Returns the build's name. */
function build(source: string, checkout = 'checkout'): string {
  const toFolder = (name: string) => join(root, checkout, name)
  const folders = { client: toFolder('client'), worker: toFolder('worker'), maps: toFolder('maps') }
  mkdirSync(`${folders.client}/assets`, { recursive: true })
  mkdirSync(folders.worker, { recursive: true })
  const map = {
    version: 3,
    sources: ['../../../web/main.tsx', '../../../web/a.css?url'],
    sourcesContent: [source, `from ${root}`],
    names: [],
    mappings: 'AAAA',
  }
  writeFileSync(`${folders.client}/assets/index-AbCd1234.js`, 'let a')
  writeFileSync(`${folders.client}/assets/index-AbCd1234.js.map`, JSON.stringify(map))
  writeFileSync(`${folders.worker}/index.js`, "const BUILD = 'unbuilt-code'")
  // No two builds end at one moment.
  at += 1_000
  vi.useFakeTimers({ now: at, toFake: ['Date'] })
  keepSourceMaps(folders)
  const [name = ''] = listBuilds(folders)
  expect(readFileSync(`${folders.worker}/index.js`, 'utf8')).toBe(`const BUILD = '${name}'`)
  return name
}

const maps = () => ({ maps: join(root, 'checkout', 'maps') })

test('a build’s maps leave what is served, and hold no path of the machine', () => {
  const name = build('let a')
  const file = 'index-AbCd1234.js.map'
  expect(existsSync(join(root, 'checkout', 'client', 'assets', file))).toBe(false)
  expect(JSON.parse(readFileSync(join(maps().maps, name, file), 'utf8'))).toMatchObject({
    sources: ['web/main.tsx', 'web/a.css?url'],
    sourcesContent: ['let a', ''],
  })
})

test('the same sources make the same name in another checkout, and other sources another name', () => {
  const name = build('let a')
  expect(build('let a', 'another')).toBe(name)
  expect(build('let b', 'another')).not.toBe(name)
})

test('a file that a desktop leaves among the builds is none', () => {
  const name = build('let a')
  writeFileSync(join(maps().maps, '.DS_Store'), '')
  noteDeployed(maps())
  expect(listBuilds(maps())).toEqual([name])
})

test('the ten newest builds and the ten newest deploys are kept', () => {
  const deployed = build('deployed')
  noteDeployed(maps())
  const names = Array.from({ length: 12 }, (_, index) => build(`let a = ${index}`))
  expect(readdirSync(maps().maps).sort()).toEqual([deployed, ...names.slice(2)].sort())
})

test('a Worker that has no place for the name of its build is refused', () => {
  const folders = { client: root, worker: root, maps: join(root, 'maps') }
  expect(() => keepSourceMaps(folders)).toThrow('no place for the name')
})
