import { address } from '#contract/address.ts'
import type { Entered } from '#contract/entered.ts'
import { API } from '#contract/paths.ts'
import type { ServerMessage } from '#contract/protocol.ts'
import { PONG, SUBPROTOCOL } from '#contract/protocol.ts'
import { enterBar, PersonApi } from './api.ts'
import { NodeSocket, nodeNetwork } from './node-network.ts'

export interface HostileOptions {
  name?: string
  /** Opens one more socket for a person who is online. */
  entered?: Entered
  ignoresClose?: boolean
}

/** A person with a profile and a bare socket, who may break every rule of the protocol. */
export class HostilePerson {
  readonly entered: Entered
  readonly api: PersonApi
  readonly messages: ServerMessage[] = []
  readonly closes: number[] = []
  #socket: NodeSocket | null = null

  private constructor(entered: Entered, api: PersonApi) {
    this.entered = entered
    this.api = api
  }

  static async come(
    { origin, barId }: { origin: string; barId: string },
    { name = 'Hostil', ignoresClose = false, ...options }: HostileOptions = {},
  ): Promise<HostilePerson> {
    const { send } = nodeNetwork(() => origin)
    const entered = options.entered ?? (await enterBar(send, barId, { name }))
    const { secret } = entered
    const person = new HostilePerson(entered, new PersonApi(send, barId, secret))
    person.#socket = await NodeSocket.open({
      url: origin + address(API.socket, { barId }),
      protocols: [SUBPROTOCOL, secret],
      ignoresClose,
      onFrame: (frame) => {
        if (frame !== PONG) person.messages.push(...[JSON.parse(frame)].flat())
      },
      onClose: (code) => person.closes.push(code),
    })
    return person
  }

  get id(): string {
    return this.entered.person.id
  }

  get socket(): NodeSocket {
    if (!this.#socket) throw new Error('There is no socket.')
    return this.#socket
  }

  say(to: string, text: string): boolean {
    return this.socket.send(JSON.stringify({ type: 'say', id: crypto.randomUUID(), to, text }))
  }

  /** How many messages the room has stored. */
  get stored(): number {
    return this.messages.filter(({ type }) => type === 'stored').length
  }
}
