import { randomUUID } from 'node:crypto'
import type { Entered } from '#contract/entered.ts'
import { toApi } from '#contract/paths.ts'
import type { ServerMessage } from '#contract/protocol.ts'
import { PONG, SUBPROTOCOL } from '#contract/protocol.ts'
import { RawWebSocket } from '#test/client/raw-web-socket.ts'
import type { ChaosServer } from './chaos-server.ts'
import { enter } from './door.ts'

/** Somebody with a profile and a bare socket, who keeps to no rule of the protocol. */
export class Hostile {
  readonly entered: Entered
  readonly heard: ServerMessage[] = []
  readonly closes: number[] = []
  readonly socket: RawWebSocket

  private constructor(
    entered: Entered,
    socket: RawWebSocket,
    into: Pick<Hostile, 'heard' | 'closes'>,
  ) {
    this.entered = entered
    this.socket = socket
    this.heard = into.heard
    this.closes = into.closes
  }

  /** Comes in as a new person, or with one more socket of the same. */
  static async come(
    server: ChaosServer,
    options: { name?: string; entered?: Entered; ignoresClose?: boolean } = {},
  ): Promise<Hostile> {
    const { name = 'Hostil', ignoresClose = false } = options
    const entered = options.entered ?? (await enter(server, server.barId, { name }))
    const heard: ServerMessage[] = []
    const closes: number[] = []
    const socket = await RawWebSocket.open({
      port: server.port ?? 0,
      path: toApi.socket(server.barId),
      protocols: [SUBPROTOCOL, entered.secret],
      ignoresClose,
      heard: (text) => {
        if (text !== PONG) heard.push(JSON.parse(text))
      },
      closed: (code) => closes.push(code),
    })
    return new Hostile(entered, socket, { heard, closes })
  }

  get id(): string {
    return this.entered.person.id
  }

  say(to: string, text: string): boolean {
    return this.socket.send(JSON.stringify({ type: 'say', id: randomUUID(), to, text }))
  }

  /** How often the room said that it stored something. */
  get stored(): number {
    return this.heard.filter(({ type }) => type === 'stored').length
  }
}
