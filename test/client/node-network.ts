import type { Socket } from 'node:net'
import { WebSocket } from 'ws'
import { WAIT_HANGS_AFTER_MS } from '#test/hang-limits.ts'
import type { Network } from './person.ts'
import type { Transport, TransportEvents } from './room-socket.ts'

const BYTE = 256
let addresses = 0

/** Returns an IP address that is unique in this process. A local server trusts the client's word for it. */
function mintAddress(): string {
  addresses += 1
  return `10.${[BYTE ** 2, BYTE, 1].map((unit) => Math.floor(addresses / unit) % BYTE).join('.')}`
}

/**
 * A phone with Node's fetch and ws. `findOrigin` is asked each time; null while nothing serves. Each
 * request opens a new connection, because Node could send the next one on a connection that the server
 * closes at that moment after five idle seconds.
 */
export function nodeNetwork(
  findOrigin: () => string | null,
  address: string = mintAddress(),
): Network {
  const from = { 'CF-Connecting-IP': address }
  const origin = (): string => {
    const found = findOrigin()
    if (found === null) throw new Error('Nothing serves.')
    return found
  }
  return {
    async send(path, { headers, ...parts }) {
      const signal = AbortSignal.timeout(WAIT_HANGS_AFTER_MS)
      const site = origin()
      return fetch(site + path, {
        ...parts,
        headers: { Origin: site, Connection: 'close', ...from, ...headers },
        signal,
      })
    },
    open: async ({ path, ...upgrade }, events) =>
      NodeSocket.open({ ...upgrade, ...events, headers: from, url: origin() + path }),
  }
}

export interface NodeSocketOptions extends Partial<TransportEvents> {
  /** An HTTP URL; its origin is the page's. */
  url: string
  protocols: readonly string[]
  headers?: Record<string, string>
  /** An upgrade that takes longer has failed; without it none takes too long. */
  withinMs?: number
  /** Goes on when the server closes. */
  ignoresClose?: boolean
}

/** Reports a close at once when ws answers it here; ws itself would wait until TCP has ended. */
class PromptWebSocket extends WebSocket {
  ignoresClose = false

  override close(code?: number, reason?: string | Buffer): void {
    this.emit('close', code ?? 1005, Buffer.from(reason ?? ''))
    if (!this.ignoresClose) super.close(code, reason)
  }
}

/** Can also do what no page does: read nothing, break the connection, ignore a close. */
export class NodeSocket implements Transport {
  readonly #socket: WebSocket
  readonly #tcp: Socket

  private constructor(socket: WebSocket, tcp: Socket) {
    this.#socket = socket
    this.#tcp = tcp
  }

  static open(options: NodeSocketOptions): Promise<NodeSocket> {
    const { url, protocols, headers = {}, onFrame, onClose } = options
    const { withinMs, ignoresClose = false } = options
    const socket = new PromptWebSocket(url, [...protocols], {
      headers,
      origin: new URL(url).origin,
      handshakeTimeout: withinMs,
      // The deployed Worker refuses compression; wrangler's local proxy would grant it.
      perMessageDeflate: false,
    })
    socket.ignoresClose = ignoresClose
    return new Promise((resolve, reject) => {
      socket.once('upgrade', ({ socket: tcp }) => {
        socket.once('open', () => {
          socket.on('message', (data) => onFrame?.(String(data)))
          socket.once('close', (code, reason) => onClose?.(code, String(reason)))
          // The first frame waits until `open` has been awaited.
          socket.pause()
          setImmediate(() => socket.resume())
          resolve(new NodeSocket(socket, tcp))
        })
      })
      // After the upgrade a close follows.
      socket.on('error', reject)
    })
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN && this.#tcp.writable
  }

  send(frame: string | Buffer): boolean {
    if (!this.isOpen) return false
    this.#socket.send(frame, { binary: false })
    return true
  }

  /** Resolves when all sent bytes have left this process. */
  async drained(): Promise<void> {
    if (!this.#tcp.writableNeedDrain) return
    await new Promise((resolve) => this.#tcp.once('drain', resolve).once('close', resolve))
  }

  close(code = 1000): void {
    this.#socket.close(code)
  }

  /** RST, without a close frame. */
  reset(): void {
    this.#tcp.resetAndDestroy()
  }

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }
}
