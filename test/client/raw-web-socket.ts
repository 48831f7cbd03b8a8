import { createHash, randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import type { Transport, TransportEvents } from './room-socket.ts'
import type { Frame } from './web-socket-frames.ts'
import { OPCODE, readFrame, toFrame } from './web-socket-frames.ts'

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const ABNORMAL = 1006
const GRANTED_WITHIN_MS = 10_000

export type RawSocketOptions = Partial<TransportEvents> & {
  url: string
  protocols: readonly string[]
  headers?: Readonly<Record<string, string>>
  /** Goes on as if nothing had happened when the server closes, as only a hostile client does. */
  ignoresClose?: boolean
  /** An upgrade that takes longer has failed. */
  withinMs?: number
}

/** The answer to an upgrade that was not granted. */
export class UpgradeRefused extends Error {
  readonly status: number
  constructor(status: number) {
    super(`The upgrade was answered with ${status}`)
    this.status = status
  }
}

/**
 * A WebSocket client over bare TCP. It can do what no honest one does: read slowly, send what is too
 * big, ignore a close, vanish without a word.
 */
export class RawWebSocket implements Transport {
  readonly #socket: Socket
  readonly #options: RawSocketOptions
  #unread: Buffer = Buffer.alloc(0)
  #fragments: Buffer[] = []
  #close: { code: number; reason: string } | null = null
  #isOver = false

  private constructor(socket: Socket, options: RawSocketOptions) {
    this.#socket = socket
    this.#options = options
    socket.on('close', () => this.#over())
    socket.on('data', (piece: Buffer) => this.#take(piece))
    // Whoever awaits `open` is to have the socket before its first frame is heard.
    setImmediate(() => socket.resume())
  }

  /** Resolves when the upgrade was granted. Rejects with `UpgradeRefused`, or as the network does. */
  static open(options: RawSocketOptions): Promise<RawWebSocket> {
    const { protocols, headers = {} } = options
    const { host, hostname, port, pathname, search } = new URL(options.url)
    const key = randomBytes(16).toString('base64')
    const socket = connect({ port: Number(port), host: hostname, noDelay: true })
    const lines = [
      `GET ${pathname}${search} HTTP/1.1`,
      `Host: ${host}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      `Origin: http://${host}`,
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${key}`,
      ...(protocols.length > 0 ? [`Sec-WebSocket-Protocol: ${protocols.join(', ')}`] : []),
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ]
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    socket.setTimeout(options.withinMs ?? GRANTED_WITHIN_MS, () => socket.destroy())
    return new Promise((resolve, reject) => {
      let answer = Buffer.alloc(0)
      const read = (piece: Buffer): void => {
        answer = Buffer.concat([answer, piece])
        const end = answer.indexOf('\r\n\r\n')
        if (end < 0) return
        socket.off('data', read)
        const head = answer.subarray(0, end).toString('latin1')
        if (!isGranted(head, key)) {
          socket.destroy()
          return reject(new UpgradeRefused(Number(head.split(' ')[1])))
        }
        socket.pause()
        socket.unshift(answer.subarray(end + 4))
        socket.setTimeout(0)
        resolve(new RawWebSocket(socket, options))
      }
      socket.on('data', read)
      // After the upgrade an error is followed by `close`, which tells of it.
      socket.on('error', reject)
      socket.once('close', () => reject(new Error('The connection broke before the upgrade')))
    })
  }

  get isOpen(): boolean {
    return !this.#isOver && this.#socket.writable
  }

  /** Whether the frame went out, as far as this side can know. */
  send(text: string): boolean {
    return this.sendFrame(OPCODE.text, Buffer.from(text))
  }

  sendBinary(bytes: Uint8Array): boolean {
    return this.sendFrame(OPCODE.binary, Buffer.from(bytes))
  }

  sendFrame(opcode: number, payload: Buffer): boolean {
    if (!this.isOpen) return false
    this.#socket.write(toFrame(opcode, payload))
    return true
  }

  /** Resolves when all that was sent has left this process. */
  drained(): Promise<void> {
    if (this.#socket.writableLength === 0 || this.#socket.destroyed) return Promise.resolve()
    return new Promise((resolve) => {
      this.#socket.once('drain', resolve)
      this.#socket.once('close', () => resolve())
    })
  }

  /** Says goodbye and lets the server end the connection. */
  close(code = 1000): void {
    const payload = Buffer.alloc(2)
    payload.writeUInt16BE(code)
    this.sendFrame(OPCODE.close, payload)
  }

  /** RST: gone without a word. */
  reset(): void {
    this.#socket.resetAndDestroy()
    this.#over()
  }

  /** Reads nothing more from the network until `resume`. */
  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  #take(piece: Buffer): void {
    this.#unread = this.#unread.length === 0 ? piece : Buffer.concat([this.#unread, piece])
    for (
      let found = readFrame(this.#unread);
      found && !this.#isOver;
      found = readFrame(this.#unread)
    ) {
      this.#unread = this.#unread.subarray(found.bytes)
      this.#act(found)
    }
  }

  #act({ opcode, isFinal, payload }: Frame): void {
    if (opcode === OPCODE.ping) return void this.sendFrame(OPCODE.pong, payload)
    if (opcode === OPCODE.close) return this.#serverCloses(payload)
    if (opcode === OPCODE.pong) return
    this.#fragments.push(payload)
    if (!isFinal) return
    const text = Buffer.concat(this.#fragments).toString()
    this.#fragments = []
    this.#options.onFrame?.(text)
  }

  #serverCloses(payload: Buffer): void {
    const code = payload.length >= 2 ? payload.readUInt16BE() : 1005
    this.#close ??= { code, reason: payload.subarray(2).toString() }
    if (this.#options.ignoresClose) return this.#tellClose()
    this.sendFrame(OPCODE.close, payload.subarray(0, 2))
    this.#socket.end()
    this.#over()
  }

  #over(): void {
    if (this.#isOver) return
    this.#isOver = true
    if (!this.#options.ignoresClose || !this.#close) this.#tellClose()
  }

  #tellClose(): void {
    const { code, reason } = this.#close ?? { code: ABNORMAL, reason: '' }
    this.#options.onClose?.(code, reason)
  }
}

function isGranted(head: string, key: string): boolean {
  const accept = createHash('sha1')
    .update(key + GUID)
    .digest('base64')
  return /^HTTP\/1\.1 101 /.test(head) && head.includes(accept)
}
