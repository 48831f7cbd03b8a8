import { runInDurableObject } from 'cloudflare:test'
import fc from 'fast-check'
import * as v from 'valibot'
import { beforeEach, expect, test } from 'vitest'
import { CLOSE, clientMessageSchema } from '#contract/protocol.ts'
import { Bar } from '#test/worker/room-client.ts'
import { runs } from '#test/worker/runs.ts'
import { stopClock } from '#test/worker/stopped-clock.ts'
import { readJsonBody } from '#worker/http/input.ts'
import { parseMessage } from './frames.ts'

beforeEach(stopClock)

test.each([
  { type: 'presence', online: true },
  { type: 'presence', personId: 'admin-dashboard', online: true },
  { type: 'events', epoch: 'x', number: 9, events: [] },
  { type: 'hidden', online: true },
])(
  'T10 the forged presence frame %o is an unknown type: it counts as abuse and changes nothing',
  async (forged) => {
    const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
    ana.page.send(forged)
    expect(await ana.page.get('refused')).toMatchObject({ id: null, reason: 'invalid_frame' })
    await bia.page.settle()
    expect(bia.page.events()).toEqual([])
    expect(await bar.sql('SELECT count FROM abuse_counts')).toEqual([{ count: 1 }])
  },
)

const ID = '"00000000-0000-4000-8000-000000000000"'
const TYPES = [
  'say',
  'read',
  'fold',
  'hidden',
  'visible',
  'confirm',
  'page',
  'search',
  'find',
  'history',
  'typing',
]
const OTHER_TYPES = ['toString', '__proto__', 'constructor', 'presence', 'snapshot', '']
const KEYS = [
  'type',
  'id',
  'to',
  'text',
  'personId',
  'through',
  'token',
  'after',
  'before',
  'online',
]
const OTHER_KEYS = [
  '__proto__',
  '\\u005f_proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  '',
]
const VALUES = [
  ...[...TYPES, ...OTHER_TYPES].map((type) => JSON.stringify(type)),
  ID,
  '"oi"',
  '"\\ud800"',
  'null',
  'true',
  '1',
  '-1',
  '-0',
  '1.5',
  '1e999',
  '9007199254740993',
  '[]',
  '{}',
  `{"id":${ID},"online":true}`,
  '{"__proto__":{"type":"hidden"}}',
  '{"polluted":1}',
]
const OF_TYPE = [
  `"type":"say","id":${ID},"to":${ID},"text":"oi"`,
  `"type":"read","personId":${ID},"through":1`,
  '"type":"hidden"',
  '"type":"visible"',
  '"type":"confirm","token":"a"',
  '"type":"page","after":null',
  '"type":"search","text":"a"',
  `"type":"find","personId":${ID}`,
  `"type":"fold","personId":${ID}`,
  `"type":"typing","personId":${ID}`,
  `"type":"history","personId":${ID},"before":1`,
]
const member = fc
  .tuple(fc.constantFrom(...KEYS, ...OTHER_KEYS), fc.constantFrom(...VALUES))
  .map(([key, value]) => `"${key}":${value}`)
/** Frames near the known ones: keys twice, missing, unknown and inherited ones, any JSON. */
const anyFrame = fc.oneof(
  fc
    .tuple(
      fc.array(member, { maxLength: 3 }),
      fc.constantFrom(...OF_TYPE),
      fc.array(member, { maxLength: 2 }),
    )
    .map(([before, known, after]) => `{${[...before, known, ...after].join()}}`),
  fc.array(member, { maxLength: 5 }).map((members) => `{${members.join()}}`),
  fc.json(),
)

test('T40 each frame is a known message or an error, and pollutes nothing', () => {
  for (const frame of [
    '{"type":"hidden","__proto__":{}}',
    '{"__proto__":{"type":"hidden"}}',
    '{"type":"hidden","constructor":{"prototype":{"isAdmin":true}}}',
  ]) {
    expect(parseMessage(frame)).toBeNull()
  }
  const before = Object.getOwnPropertyNames(Object.prototype)
  const known = new Set<string>()
  fc.assert(
    fc.property(anyFrame, (frame) => {
      const message = parseMessage(frame)
      if (!message) return
      known.add(message.type)
      if (
        !v.is(clientMessageSchema, message) ||
        Object.getPrototypeOf(message) !== Object.prototype
      )
        throw new Error(`taken for a message: ${frame}`)
    }),
    { numRuns: runs(4_000, 1_000_000) },
  )
  expect([...known].sort()).toEqual([...TYPES].sort())
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
})

test('T40 frames and bodies are parsed by one rule', async () => {
  const asBody = (body: string) => {
    const headers = { 'Content-Type': 'application/json' }
    const request = new Request('https://brinde.test', { method: 'POST', headers, body })
    return readJsonBody(request, clientMessageSchema).catch(() => null)
  }
  await fc.assert(
    fc.asyncProperty(anyFrame, async (text) => {
      expect(parseMessage(text)).toEqual(await asBody(text))
    }),
    { numRuns: runs(300, 20_000) },
  )
  const twice = `{"type":"hidden",${OF_TYPE[2]?.replace('hidden', 'visible')}}`
  expect([parseMessage(twice), await asBody(twice)]).toEqual([
    { type: 'visible' },
    { type: 'visible' },
  ])
})

test('T13 a client that ignores the close of its socket is not listened to any more', async () => {
  const [bar, ana, bia] = await Bar.seated('Ana', 'Bia')
  await runInDurableObject(bar.room, async (room, state) => {
    const [socket] = state.getWebSockets(ana.id)
    socket?.close(CLOSE.misbehaved, 'misbehaved')
    const frame = { type: 'say', id: crypto.randomUUID(), to: bia.id, text: 'ainda falo' }
    if (socket) await room.webSocketMessage(socket, JSON.stringify(frame))
  })
  await bia.page.settle()
  expect(bia.page.all('message')).toEqual([])
})
