import { globSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import type { AdminBarList } from '#contract/admin-bar.ts'
import { ADMIN_API, toAdminBars } from '#contract/admin-paths.ts'
import type { UploadedPicture } from '#contract/bar-form.ts'
import { MEDIA_PREFIX } from '#contract/paths.ts'
import { aNewBar } from '#test/fakes/bars.ts'
import { bytesOf } from '#test/fakes/pictures.ts'
import { takeAdmin } from '#test/server/admin-pool.ts'
import { startRestartable } from '#test/server/restartable-server.ts'
import { makeState, prepareTemplate, removeState } from '#test/server/test-state.ts'
import { noteFigures } from './figures.ts'
import { Random } from './random.ts'

const { seed, sizes } = inject('chaos')
const { kills, forms, shortestMs, longestMs } = sizes.pictureKills

const NAME = 'Boteco dos Apagões'
const DAY_MS = 86_400_000

test('R20 T25 a server that dies while bars are registered leaves no picture that no bar shows, and no bar without its pictures', async () => {
  await prepareTemplate()
  const stateDir = makeState()
  const server = await startRestartable(stateDir)
  try {
    const ask = asAdmin(server.origin, takeAdmin(stateDir).sessionToken)
    const random = new Random(seed, 'pictures')
    for (let kill = 0; kill < kills; kill += 1) {
      await server.start()
      const registering = Array.from({ length: forms }, () => registerUntilItDies(ask))
      await sleep(random.between(shortestMs, longestMs))
      await server.kill()
      await Promise.all(registering)
    }
    const stored = readKeys(stateDir)
    letADayPass(stateDir)
    await server.start()
    expect((await ask('/cdn-cgi/local/scheduled')).status).toBe(200)
    const kept = readKeys(stateDir)
    const bars = await listBars(ask)
    const registered = bars.filter(({ name }) => name === NAME)
    const shown = new Set(
      bars.flatMap(({ logoUrl, photoUrls }) => [...photoUrls, ...(logoUrl ? [logoUrl] : [])]),
    )
    noteFigures('picture kills', {
      ...{ kills, bars: registered.length, pictures: stored.length },
      orphans: stored.length - kept.length,
    })
    expect(kept.filter((key) => !shown.has(MEDIA_PREFIX + key))).toEqual([])
    for (const { logoUrl, photoUrls } of registered) {
      for (const path of [logoUrl ?? '', ...photoUrls]) expect((await ask(path)).status).toBe(200)
    }
    // Else no kill has come between a picture and its row.
    expect(stored.length).toBeGreaterThan(kept.length)
    expect(registered.length).toBeGreaterThan(0)
  } finally {
    await server.stop()
    removeState(stateDir)
  }
})

type Ask = (path: string, init?: RequestInit) => Promise<Response>

function asAdmin(origin: string, sessionToken: string): Ask {
  const headers = { Origin: origin, Cookie: `__Host-admin=${sessionToken}`, Connection: 'close' }
  return (path, init = {}) =>
    fetch(origin + path, { ...init, headers: { ...headers, ...init.headers } })
}

async function registerUntilItDies(ask: Ask): Promise<void> {
  const post = async (path: string, type: string, body: BodyInit) => {
    const answer = await ask(path, { method: 'POST', headers: { 'Content-Type': type }, body })
    if (answer.status !== 201) throw new Error(`${path} answered ${await answer.text()}`)
    return answer.json()
  }
  const upload = async (path: string) =>
    ((await post(path, 'image/png', bytesOf('png'))) as UploadedPicture).path
  for (;;) {
    try {
      const logo = await upload(ADMIN_API.logos)
      const photos = [await upload(ADMIN_API.photos), await upload(ADMIN_API.photos)]
      const form = JSON.stringify(aNewBar({ name: NAME, logo, photos }))
      await post(ADMIN_API.bars, 'application/json', form)
    } catch (error) {
      // Node's own, of a connection that broke.
      if (error instanceof TypeError) return
      throw error
    }
  }
}

async function listBars(ask: Ask): Promise<AdminBarList['bars']> {
  const bars: AdminBarList['bars'] = []
  for (let next: string | null | undefined; next !== null; ) {
    const page = (await (await ask(toAdminBars(next))).json()) as AdminBarList
    bars.push(...page.bars)
    next = page.next
  }
  return bars
}

/** Of bars' pictures, where the embedded runtime keeps R2. */
function readKeys(stateDir: string): string[] {
  return inBucket(stateDir, (bucket) =>
    bucket
      .prepare("SELECT key FROM _mf_objects WHERE key LIKE 'logos/%' OR key LIKE 'photos/%'")
      .all()
      .map(({ key }) => String(key)),
  )
}

function letADayPass(stateDir: string): void {
  inBucket(stateDir, (bucket) =>
    bucket.prepare('UPDATE _mf_objects SET uploaded = uploaded - ?').all(DAY_MS),
  )
}

function inBucket<T>(stateDir: string, act: (bucket: DatabaseSync) => T[]): T[] {
  return globSync(join(stateDir, '**/r2/**/*.sqlite')).flatMap((file) => {
    const bucket = new DatabaseSync(file)
    try {
      const isBucket = bucket
        .prepare("SELECT 1 FROM sqlite_master WHERE name = '_mf_objects'")
        .get()
      return isBucket ? act(bucket) : []
    } finally {
      bucket.close()
    }
  })
}
