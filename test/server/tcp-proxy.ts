import type { Socket } from 'node:net'
import { connect, createServer } from 'node:net'
import { toOrigin } from '#scripts/local-server.ts'
import { listen } from './listen.ts'

type Direction = 'toServer' | 'toClient'

/** One connection through the proxy. Every fault may be switched on and off while it lasts. */
export class ProxiedConnection {
  /** Asked about every piece: it goes on, or it is lost and the connection is reset. */
  judge: (direction: Direction, piece: Buffer) => 'pass' | 'cut' = () => 'pass'
  readonly #sockets: { toServer: Socket; toClient: Socket }
  readonly #lost = { toServer: false, toClient: false }

  constructor(client: Socket, server: Socket) {
    this.#sockets = { toServer: server, toClient: client }
    this.#carry('toServer', client, server)
    this.#carry('toClient', server, client)
  }

  /**
   * Drops all bytes from now on, and ends and resets with them: neither side notices anything, as in a lift.
   * This cannot be undone, because the bytes are gone.
   */
  blackhole(only?: Direction): void {
    this.#lost.toServer ||= only !== 'toClient'
    this.#lost.toClient ||= only !== 'toServer'
  }

  /** RST to both sides. */
  reset(): void {
    for (const socket of Object.values(this.#sockets)) socket.resetAndDestroy()
  }

  /** Sends FIN to both sides: TCP ends in order, below any protocol that runs over it. */
  end(): void {
    for (const socket of Object.values(this.#sockets)) socket.end()
  }

  /** FIN to one side alone; the other direction goes on. */
  halfClose(direction: Direction): void {
    this.#sockets[direction].end()
  }

  #carry(direction: Direction, from: Socket, to: Socket): void {
    from.setNoDelay(true)
    from.on('data', (piece: Buffer) => {
      if (this.#lost[direction]) return
      if (this.judge(direction, piece) === 'cut') this.reset()
      else if (to.writable) to.write(piece)
    })
    const tell = (event: string, end: () => void) =>
      from.on(event, () => {
        if (!this.#lost[direction]) end()
      })
    tell('end', () => to.end())
    tell('close', () => to.destroySoon())
    tell('error', () => to.resetAndDestroy())
  }
}

/** A proxy before a server on 127.0.0.1, which injects the faults of a network. */
export class TcpProxy {
  /** Given to connections that come from now on. */
  judge: ProxiedConnection['judge'] = () => 'pass'
  /** Connections are reset as soon as they come. */
  refusing = false
  /** How many have been. */
  refused = 0
  /** Connections are taken, and nothing comes of them. */
  swallowing = false
  readonly connections = new Set<ProxiedConnection>()
  port = 0
  stop: () => Promise<void> = async () => {}
  readonly #sockets = new Set<Socket>()

  /** `targetPort` is asked for each connection; while it is null, connections are reset. */
  static async listen(targetPort: () => number | null): Promise<TcpProxy> {
    // Half-open connections are among the faults: an end in one direction must not end the other.
    const server = createServer({ allowHalfOpen: true })
    const proxy = new TcpProxy()
    server.on('connection', (client) => proxy.#accept(client, targetPort()))
    const { port, close } = await listen(server)
    const stop = async () => {
      for (const socket of proxy.#sockets) socket.destroy()
      await close()
    }
    return Object.assign(proxy, { port, stop })
  }

  /** The origin for a browser. */
  get origin(): string {
    return toOrigin({ host: '127.0.0.1', port: this.port })
  }

  /** The same fault for every connection that there is. */
  all(fault: (connection: ProxiedConnection) => void): void {
    for (const connection of [...this.connections]) fault(connection)
  }

  /** All that is sent is lost, over connections that there are and that come, until `reappear`. */
  vanish(): void {
    this.swallowing = true
    this.all((connection) => connection.blackhole())
  }

  /** Connections work again that come from now on. */
  reappear(): void {
    this.swallowing = false
  }

  #accept(client: Socket, target: number | null): void {
    this.#keep(client)
    if (this.refusing || target === null) {
      this.refused += 1
      client.resetAndDestroy()
      return
    }
    const server = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true })
    this.#keep(server)
    const connection = new ProxiedConnection(client, server)
    connection.judge = this.judge
    if (this.swallowing) connection.blackhole()
    this.connections.add(connection)
    client.once('close', () => this.connections.delete(connection))
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => this.#sockets.delete(socket))
  }
}
