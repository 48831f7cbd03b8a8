import type { RoomSocket, RoomSocketOptions } from './room-socket.ts'

const ABNORMAL = 1006

export type SocketEvents = Required<Pick<RoomSocketOptions, 'onClose' | 'onFrame'>>

/** A browser's WebSocket over the network of any runtime: as much of it as partysocket uses. */
export class NetworkWebSocket extends EventTarget {
  readyState: number = WebSocket.CONNECTING
  binaryType = 'blob'
  #socket: RoomSocket | null = null

  /** `open` rejects if the upgrade is not granted. */
  constructor(open: (events: SocketEvents) => Promise<RoomSocket>) {
    super()
    const events = {
      onFrame: (data: string) => this.dispatchEvent(new MessageEvent('message', { data })),
      onClose: (code: number) => this.#end(code),
    }
    open(events).then(
      (socket) => this.#begin(socket),
      () => this.#end(ABNORMAL),
    )
  }

  send(frame: string): void {
    this.#socket?.send(frame)
  }

  close(code?: number): void {
    if (this.readyState >= WebSocket.CLOSING) return
    this.readyState = WebSocket.CLOSING
    this.#socket?.close(code)
  }

  #begin(socket: RoomSocket): void {
    if (this.readyState !== WebSocket.CONNECTING) return socket.reset()
    this.#socket = socket
    this.readyState = WebSocket.OPEN
    this.dispatchEvent(new Event('open'))
  }

  #end(code: number): void {
    const wasOpen = this.#socket !== null
    this.readyState = WebSocket.CLOSED
    if (!wasOpen) this.dispatchEvent(new Event('error'))
    this.dispatchEvent(new CloseEvent('close', { code }))
  }
}

/** Node 22 has none. */
class CloseEvent extends Event {
  readonly code: number

  constructor(type: string, { code }: { code: number }) {
    super(type)
    this.code = code
  }
}
