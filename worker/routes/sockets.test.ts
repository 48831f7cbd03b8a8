import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { address } from '#contract/address.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { BOARD_SUBPROTOCOL } from '#contract/board.ts'
import { MONITOR_SUBPROTOCOL } from '#contract/monitor.ts'
import { API } from '#contract/paths.ts'
import { CLOSE, SUBPROTOCOL } from '#contract/protocol.ts'
import { addAdmin, signIn } from '#test/worker/admin.ts'
import { ask, enterBar, failureOf, ORIGIN, sleepingRooms } from '#test/worker/requests.ts'
import { acceptSocket, Bar } from '#test/worker/room-client.ts'
import { runs } from '#test/worker/runs.ts'
import { hashSecret, mintVisitSecret } from '#worker/auth/tokens.ts'
import { SESSION_HEADER } from '#worker/monitor/watchers.ts'
import { boardUpgradeHeaders, upgradeHeaders } from '#worker/room/rpc.ts'

/** A socket of this site, as its own page opens it. */
interface Socket {
  path: string
  protocols: string[]
  token?: string
}

const ofVisit = (barId: string, secret: string): Socket => ({
  path: address(API.socket, { barId }),
  protocols: [SUBPROTOCOL, secret],
})

const SOCKETS: Record<string, (barId: string) => Promise<Socket>> = {
  'a person’s page': async (barId) => ofVisit(barId, (await enterBar(barId)).secret),
  'a board’s section': async (barId) => ({
    path: address(ADMIN_API.board, { barId }),
    protocols: [BOARD_SUBPROTOCOL],
    token: await signIn(await addAdmin()),
  }),
  'the monitor': async () => ({
    path: ADMIN_API.monitorSocket,
    protocols: [MONITOR_SUBPROTOCOL],
    token: await signIn(await addAdmin()),
  }),
}

/** A null in `changes` removes the header. */
function upgrade(
  { path, protocols, token }: Socket,
  changes: Record<string, string | null> = {},
  bindings: Partial<Env> = {},
): Promise<Response> {
  const headers = new Headers({ Upgrade: 'websocket', Origin: ORIGIN })
  headers.set('Sec-WebSocket-Protocol', protocols.join(', '))
  if (token) headers.set('Cookie', `__Host-admin=${token}`)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) headers.delete(name)
    else headers.set(name, value)
  }
  return ask(path, { headers }, bindings)
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
  'file://',
  'data:text/html,x',
  'blob:https://brinde.test/x',
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
]

test.each(Object.entries(SOCKETS))(
  'T19 %s refuses foreign origins, closes old versions with their code, and wakes no room',
  async (_, open) => {
    const socket = await open((await Bar.open()).barId)
    const { bindings, wakes } = sleepingRooms()
    for (const origin of FOREIGN) {
      const foreign = await upgrade(socket, { Origin: origin }, bindings)
      expect([origin, await failureOf(foreign)]).toEqual([origin, '403 foreign_origin'])
    }
    const protocols = ['brinde.v0', ...socket.protocols.slice(1)]
    const old = await upgrade({ ...socket, protocols }, {}, bindings)
    expect(old.headers.get('Sec-WebSocket-Protocol')).toBe('brinde.v0') // else browsers fail it
    expect(await closeOf(old)).toEqual({ code: CLOSE.wrongVersion, reason: 'wrongVersion' })
    const plain = await upgrade(socket, { Upgrade: null }, bindings)
    expect(await failureOf(plain)).toBe('426 upgrade_required')
    expect(plain.headers.get('Upgrade')).toBe('websocket')
    expect(wakes()).toBe(0)
  },
)

test('T12 T18 no forged upgrade reaches a room, and an expired secret gets its close code', async () => {
  const [{ barId }, { barId: elsewhere }] = [await Bar.open(), await Bar.open()]
  const [{ secret }, { secret: foreign }] = [await enterBar(barId), await enterBar(elsewhere)]
  const { bindings, wakes } = sleepingRooms()
  const letters = fc.string({ unit: fc.constantFrom(...'aZ09-_.'), maxLength: 300 })
  const bad = fc.oneof(
    letters,
    fc.constantFrom(foreign, '', `${secret}, third`, `x, ${secret}`),
    fc.tuple(fc.nat(secret.length), letters).map(([at, rest]) => secret.slice(0, at) + rest),
    // A well-formed secret with one character changed.
    fc.tuple(fc.nat(secret.length - 1), fc.constantFrom(...'aZ09-_')).map(([at, letter]) => {
      return secret.slice(0, at) + letter + secret.slice(at + 1)
    }),
  )
  const forged = bad.filter((text) => text !== secret)
  await fc.assert(
    fc.asyncProperty(forged, async (text) => {
      const answer = await upgrade(ofVisit(barId, text), {}, bindings)
      expect(await failureOf(answer)).toBe('401 no_visit')
    }),
    { numRuns: runs(500, 10_000) },
  )
  const claim = { barId, personId: crypto.randomUUID(), expiresAt: Date.now() - 1 }
  const expired = mintVisitSecret(env.VISIT_SIGNING_KEY, claim)
  const late = await upgrade(ofVisit(barId, expired), {}, bindings)
  expect(late.headers.get('Sec-WebSocket-Protocol')).toBe(SUBPROTOCOL)
  expect(await closeOf(late)).toEqual({ code: CLOSE.expiredSecret, reason: 'expiredSecret' })
  expect(wakes()).toBe(0)
})

test('T44 a client cannot set its identity in an internal header', async () => {
  const { barId } = await Bar.open()
  const [ana, bia] = [await enterBar(barId), await enterBar(barId, { name: 'Bia' })]
  const visit = { barId, personId: bia.person.id, secretHash: 'x', expiresAt: 9e15 }
  const tokenHash = hashSecret(await signIn(await addAdmin()))
  const account = { accountId: crypto.randomUUID(), role: 'admin', tokenHash } as const
  const forged = {
    ...upgradeHeaders({
      visit,
      resume: null,
      network: 'x',
      wideNetwork: null,
      chat: null,
    }),
    ...boardUpgradeHeaders({
      barId,
      ...account,
      expiresAt: 9e15,
      checkedAt: Date.now(),
      isFolded: false,
    }),
    [SESSION_HEADER]: tokenHash,
    'X-User-Id': bia.person.id,
  }
  const answer = await upgrade(ofVisit(barId, ana.secret), forged)
  expect(answer.headers.get('Sec-WebSocket-Protocol')).toBe(SUBPROTOCOL)
  const page = await acceptSocket(answer.webSocket as WebSocket)
  expect((await page.get('snapshot')).you.id).toBe(ana.person.id)
  page.close()
  expect(await failureOf(await upgrade(ofVisit(barId, 'x'), forged))).toBe('401 no_visit')
  for (const path of [address(ADMIN_API.board, { barId }), ADMIN_API.monitorSocket]) {
    const alone = await upgrade({ path, protocols: [BOARD_SUBPROTOCOL] }, forged)
    expect(await failureOf(alone)).toBe('401 unauthenticated')
  }
})
