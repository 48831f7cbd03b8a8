import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, inject, test } from 'vitest'
import { toAdminPerson } from '#contract/admin-paths.ts'
import { toApi } from '#contract/paths.ts'
import { SUBPROTOCOL } from '#contract/protocol.ts'
import { HttpAdmin } from '#test/client/http-admin.ts'
import { HttpPatron } from '#test/client/http-patron.ts'
import { takeBar } from '#test/server/bar-pool.ts'
import { runs, within } from './runs.ts'

const ATTEMPTS = runs(200, 10_000)

test('T13 T50 a raw client that ignores its close says nothing more after a removal', {
  timeout: within(60_000),
}, async () => {
  const [origin, stateDir] = [inject('origin'), inject('stateDir')]
  const { id: barId } = takeBar(stateDir)
  const admin = await HttpAdmin.signIn(origin, stateDir)
  const ana = await HttpPatron.enter(origin, barId, { name: 'Ana' })
  const bia = await HttpPatron.enter(origin, barId, { name: 'Bia' })
  await bia.connect()
  const raw = await RawSocket.open(origin, barId, ana.entered.secret)
  const [anaId, biaId] = [ana.entered.person.id, bia.entered.person.id]
  raw.say(biaId, 'antes')
  await bia.until(() => bia.frames.some((frame) => frame.includes('antes')))

  const answer = await admin.ask('DELETE', toAdminPerson(barId, anaId))
  expect(answer.status).toBe(204)
  await bia.until(() => bia.frames.some((frame) => frame.includes('"kind":"left"')), 20_000)
  await ana.until(() => raw.heard.includes('"reason":"removed"'))

  const told = bia.frames.length
  for (let turn = 1; turn <= ATTEMPTS; turn += 1) {
    raw.say(biaId, `depois ${turn}`)
    if (turn % 100 === 0) await raw.drained()
  }
  expect(raw.isOpen).toBe(true)
  // Whatever the room did with these it has done by then.
  await new Promise((resolve) => setTimeout(resolve, 500))
  const history = await bia.ask(toApi.conversation(barId, anaId))
  expect(history.status).toBe(404)
  expect(bia.frames.slice(told)).toEqual([])
  expect((await ana.ask(toApi.visit(barId))).status).toBe(410)
  const { deviceKey, mark } = ana.entered
  for (const proof of [{ deviceKey }, { mark }]) {
    await expect(HttpPatron.enter(origin, barId, { name: 'Ana', ...proof })).rejects.toThrow(
      '403 {"error":{"code":"removed"',
    )
  }
  raw.end()
  bia.close()
})

/** A WebSocket that is nothing but bytes: it answers no close and goes on sending. */
class RawSocket {
  heard = ''
  readonly #socket

  private constructor(socket: ReturnType<typeof connect>) {
    this.#socket = socket
    socket.on('data', (bytes: Buffer) => {
      this.heard += bytes.toString('latin1')
    })
    // The server may cut the line at any time after its close.
    socket.on('error', () => {})
  }

  static async open(origin: string, barId: string, secret: string): Promise<RawSocket> {
    const { hostname, port, host } = new URL(origin)
    const socket = connect(Number(port), hostname)
    const raw = new RawSocket(socket)
    socket.write(
      [
        `GET ${toApi.socket(barId)} HTTP/1.1`,
        `Host: ${host}`,
        `Origin: ${origin}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
        `Sec-WebSocket-Protocol: ${SUBPROTOCOL}, ${secret}`,
        '\r\n',
      ].join('\r\n'),
    )
    for (const end = Date.now() + 10_000; !raw.heard.includes('"snapshot"'); ) {
      if (Date.now() > end) throw new Error(`no snapshot: ${raw.heard}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return raw
  }

  say(to: string, text: string): void {
    const id = crypto.randomUUID()
    const payload = Buffer.from(JSON.stringify({ type: 'say', id, to, text }))
    // A masked text frame of 126 to 65,535 bytes; a mask of zeros changes nothing.
    const head = Buffer.from([0x81, 0xfe, payload.length >> 8, payload.length & 255, 0, 0, 0, 0])
    this.#socket.write(Buffer.concat([head, payload]))
  }

  /** Whether the line still takes what is said. */
  get isOpen(): boolean {
    return this.#socket.writable
  }

  /** Resolves when what was said has left this end. */
  async drained(): Promise<void> {
    if (this.#socket.writableNeedDrain) await once(this.#socket, 'drain')
  }

  end(): void {
    this.#socket.destroy()
  }
}
