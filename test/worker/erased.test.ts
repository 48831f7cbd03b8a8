import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startServer } from '#scripts/local-server.ts'
import { HttpPatron } from '#test/client/http-patron.ts'
import { takeBar } from '#test/server/bar-pool.ts'
import { makeState, removeState } from '#test/server/test-state.ts'

const NAME = 'Zenaide Canária'
const PHONE = '+5511976543210'
const TEXT = 'uma frase que ninguém mais diria'
// One pixel of WebP.
const PHOTO = 'data:image/webp;base64,UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA='

test('T43 T26 T64 after leaving, no file, object, answer or log line holds what the person was', async () => {
  const stateDir = makeState()
  const server = await startServer({ stateDir })
  try {
    const { id: barId } = takeBar(stateDir)
    const zenaide = await HttpPatron.enter(server.origin, barId, {
      name: NAME,
      phone: PHONE,
      photo: PHOTO,
    })
    const ana = await HttpPatron.enter(server.origin, barId, { name: 'Ana' })
    await zenaide.connect()
    await ana.connect()
    zenaide.say(ana, TEXT)
    await ana.until(() => ana.frames.some((frame) => frame.includes(TEXT)))
    expect(filesHolding(stateDir, TEXT)).not.toEqual([])
    for (const text of [NAME, PHONE, TEXT])
      expect(filesHolding(databaseOf(stateDir), text)).toEqual([])
    const photo = zenaide.entered.person.photo ?? ''
    expect((await ana.ask(photo)).status).toBe(200)

    await zenaide.leave()
    expect((await ana.ask(photo)).status).toBe(404)
    const partner = `/api/bars/${barId}/conversations/${zenaide.entered.person.id}`
    expect((await ana.ask(partner)).status).toBe(404)
    expect((await zenaide.ask(`/api/bars/${barId}/visit`)).status).toBe(410)
    expect(zenaide.answers.at(-1)).not.toContain(NAME)

    const later = await HttpPatron.enter(server.origin, barId, { name: 'Bia' })
    await later.connect()
    for (const text of [NAME, PHONE, TEXT]) expect(later.frames.join()).not.toContain(text)

    await ana.leave()
    await later.leave()
    // A deleted row's bytes stay in a file; only a file that is gone holds none.
    await later.until(() => filesHolding(roomsOf(stateDir), TEXT).length === 0)
    for (const text of [NAME, PHONE, TEXT, PHONE.slice(3)]) {
      expect(filesHolding(roomsOf(stateDir), text)).toEqual([])
      expect(filesHolding(databaseOf(stateDir), text)).toEqual([])
      expect(server.output()).not.toContain(text)
    }
    for (const patron of [zenaide, ana, later]) patron.close()
  } finally {
    await server.stop()
    removeState(stateDir)
  }
}, 60_000)

/** Where the embedded runtime keeps the objects' storage. */
function roomsOf(stateDir: string): string {
  return join(stateDir, 'v3', 'do')
}

/** Where it keeps D1. */
function databaseOf(stateDir: string): string {
  return join(stateDir, 'v3', 'd1')
}

function filesHolding(folder: string, text: string): string[] {
  const needle = Buffer.from(text)
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(needle))
}
