import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toApi } from '#contract/paths.ts'
import { CLOSE, SUBPROTOCOL } from '#contract/protocol.ts'
import { ask, aVisit, enterBar, failureOf, ORIGIN, sleepingRooms } from '#test/worker/requests.ts'
import { acceptSocket, Bar } from '#test/worker/room-client.ts'
import { runs } from '#test/worker/runs.ts'
import { mintVisitSecret } from '#worker/auth/tokens.ts'
import { upgradeHeaders } from '#worker/room/rpc.ts'

interface Upgrade {
  secret: string
  origin?: string | null
  protocol?: string
  headers?: Record<string, string>
}

function requestUpgrade(
  barId: string,
  upgrade: Upgrade,
  bindings: Partial<Env> = {},
): Promise<Response> {
  const { secret, origin = ORIGIN, protocol = SUBPROTOCOL } = upgrade
  const headers = new Headers({ Upgrade: 'websocket', ...upgrade.headers })
  headers.set('Sec-WebSocket-Protocol', `${protocol}, ${secret}`)
  if (origin !== null) headers.set('Origin', origin)
  return ask(toApi.socket(barId), { headers }, bindings)
}

async function closeOf(answer: Response): Promise<{ code: number; reason: string }> {
  const socket = answer.webSocket
  if (!socket) throw new Error(`no socket: ${answer.status}`)
  const closed = new Promise<CloseEvent>((resolve) => socket.addEventListener('close', resolve))
  socket.accept()
  const { code, reason } = await closed
  return { code, reason }
}

const FOREIGN = [
  null,
  '',
  'null',
  'undefined',
  'https://brinde.test.',
  'https://brinde.test/',
  'https://brinde.test:443',
  'https://brinde.test:8443',
  'https://BRINDE.test',
  'HTTPS://brinde.test',
  'http://brinde.test',
  'ws://brinde.test',
  'wss://brinde.test',
  'https://www.brinde.test',
  'https://abrinde.test',
  'https://brinde.test.evil.example',
  'https://brinde.testevil.example',
  'https://evil.example',
  'https://evil.example/brinde.test',
  'https://evil.example#https://brinde.test',
  'https://brinde.test@evil.example',
  'https://evil.example:443#brinde.test',
  'https://brinde.test, https://evil.example',
  'https://evil.example, https://brinde.test',
  'https://brinde.test https://evil.example',
  'https://xn--brnde-dya.test',
  'https://br%69nde.test',
  'https://brinde',
  '//brinde.test',
  'brinde.test',
  'file://',
  'data:text/html,x',
  'blob:https://brinde.test/x',
]

test.each(FOREIGN)(
  'T19 a page of the origin %s opens no socket and wakes no room',
  async (origin) => {
    const { barId, secret } = await aVisit()
    const { bindings, wakes } = sleepingRooms()
    expect(await failureOf(await requestUpgrade(barId, { secret, origin }, bindings))).toBe(
      '403 foreign_origin',
    )
    expect(wakes()).toBe(0)
  },
)

test('T19 where the site has a public address, that is its own origin too', async () => {
  const { barId, secret } = await aVisit()
  const bindings = { PUBLIC_URL: 'https://brinde.example/' }
  const answer = await requestUpgrade(barId, { secret, origin: 'https://brinde.example' }, bindings)
  expect(answer.status).toBe(101)
  answer.webSocket?.accept()
  answer.webSocket?.close()
})

test('a page of another version gets its close code without waking the room', async () => {
  const { barId, secret } = await aVisit()
  const { bindings, wakes } = sleepingRooms()
  const answer = await requestUpgrade(barId, { secret, protocol: 'brinde.v0' }, bindings)
  expect(answer.headers.get('Sec-WebSocket-Protocol')).toBe('brinde.v0') // else browsers fail it
  expect(await closeOf(answer)).toEqual({ code: CLOSE.wrongVersion, reason: 'wrongVersion' })
  expect(wakes()).toBe(0)
})

test('T12 an expired secret is refused with its close code, without waking the room', async () => {
  const { barId } = await Bar.open()
  const claim = { barId, personId: crypto.randomUUID(), expiresAt: Date.now() - 1 }
  const secret = mintVisitSecret(env.VISIT_SIGNING_KEY, claim)
  const { bindings, wakes } = sleepingRooms()
  const answer = await requestUpgrade(barId, { secret }, bindings)
  expect(answer.headers.get('Sec-WebSocket-Protocol')).toBe(SUBPROTOCOL)
  expect(await closeOf(answer)).toEqual({ code: CLOSE.expiredSecret, reason: 'expiredSecret' })
  expect(wakes()).toBe(0)
})

test('a request without an upgrade gets 426 with an Upgrade header', async () => {
  const answer = await ask(toApi.socket((await Bar.open()).barId), { headers: { Origin: ORIGIN } })
  expect(await failureOf(answer)).toBe('426 upgrade_required')
  expect(answer.headers.get('Upgrade')).toBe('websocket')
})

test('T18 more or fewer than two subprotocols prove nothing', async () => {
  const { barId, secret } = await aVisit()
  for (const offered of ['', `${secret}, third`, `x, ${secret}`]) {
    expect(await failureOf(await requestUpgrade(barId, { secret: offered }))).toBe('401 no_visit')
  }
})

test('T18 of ever so many bad upgrades none reaches a room', async () => {
  const [{ barId }, { barId: elsewhere }] = [await Bar.open(), await Bar.open()]
  const [{ secret }, { secret: foreign }] = [await enterBar(barId), await enterBar(elsewhere)]
  const { bindings, wakes } = sleepingRooms()
  const letters = fc.string({ unit: fc.constantFrom(...'aZ09-_.'), maxLength: 300 })
  const bad = fc.oneof(
    letters,
    fc.constant(foreign),
    fc.tuple(fc.nat(secret.length), letters).map(([at, rest]) => secret.slice(0, at) + rest),
    // The right form, with one other character.
    fc.tuple(fc.nat(secret.length - 1), fc.constantFrom(...'aZ09-_')).map(([at, letter]) => {
      return secret.slice(0, at) + letter + secret.slice(at + 1)
    }),
  )
  const forged = bad.filter((text) => text !== secret)
  await fc.assert(
    fc.asyncProperty(forged, async (text) => {
      expect(await failureOf(await requestUpgrade(barId, { secret: text }, bindings))).toBe(
        '401 no_visit',
      )
    }),
    { numRuns: runs(500, 10_000) },
  )
  expect(wakes()).toBe(0)
})

test('T44 a client cannot say who it is in an internal header', async () => {
  const { barId } = await Bar.open()
  const [ana, bia] = [await enterBar(barId), await enterBar(barId, { name: 'Bia' })]
  const visit = { barId, personId: bia.person.id, secretHash: 'x', expiresAt: 9e15 }
  const from = { network: 'x', wideNetwork: null }
  const forged = upgradeHeaders({ visit, resume: null, sharesFrames: false, ...from })
  const headers = { ...forged, 'X-User-Id': bia.person.id }
  const answer = await requestUpgrade(barId, { secret: ana.secret, headers })
  expect(answer.headers.get('Sec-WebSocket-Protocol')).toBe(SUBPROTOCOL)
  const page = await acceptSocket(answer.webSocket as WebSocket)
  expect((await page.get('snapshot')).you.id).toBe(ana.person.id)
  page.close()
  const alone = await requestUpgrade(barId, { secret: 'x', headers })
  expect(await failureOf(alone)).toBe('401 no_visit')
})
