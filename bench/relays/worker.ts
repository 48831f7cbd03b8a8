import { DurableObject } from 'cloudflare:workers'
import { PING, PONG } from '../../contract/protocol.ts'

interface RelaysEnv {
  BARE_RELAY: DurableObjectNamespace<BareRelay>
  COMMITTING_RELAY: DurableObjectNamespace<CommittingRelay>
}

interface Say {
  id: string
  to: string
  text: string
}

interface Stored extends Say {
  number: number
  from: string
  createdAt: number
}

/**
 * As little as a relay can do: no identity, no check, no limit, nothing stored. It acknowledges and
 * delivers frames like the room's. The query says who connects.
 */
export class BareRelay extends DurableObject<RelaysEnv> {
  protected number = 0

  constructor(ctx: DurableObjectState, env: RelaysEnv) {
    super(ctx, env)
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG))
  }

  override fetch(request: Request): Response {
    const person = new URL(request.url).searchParams.get('person') ?? ''
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.acceptWebSocket(server, [person])
    server.send(JSON.stringify({ type: 'snapshot' }))
    return new Response(null, { status: 101, webSocket: client })
  }

  override async webSocketMessage(socket: WebSocket, frame: string): Promise<void> {
    const [from = ''] = this.ctx.getTags(socket)
    const { id, to, text }: Say = JSON.parse(frame)
    const message = this.#toStored(id, from, to, text)
    await this.keep(message)
    socket.send(JSON.stringify({ type: 'stored', message }))
    const delivered = JSON.stringify({ type: 'message', message, unread: 1 })
    for (const one of this.ctx.getWebSockets(to)) one.send(delivered)
  }

  #toStored(id: string, from: string, to: string, text: string): Stored {
    this.number += 1
    return { id, number: this.number, from, to, text, createdAt: Date.now() }
  }

  protected keep(_message: Stored): Promise<void> | void {}
}

/** The same relay with the simplest durability: one insert and one commit for each message. */
export class CommittingRelay extends BareRelay {
  #committed: Promise<void> = Promise.resolve()

  constructor(ctx: DurableObjectState, env: RelaysEnv) {
    super(ctx, env)
    ctx.storage.sql.exec(`CREATE TABLE IF NOT EXISTS messages (
      number INTEGER PRIMARY KEY, id TEXT NOT NULL, sender TEXT NOT NULL, receiver TEXT NOT NULL,
      text TEXT NOT NULL, created_at INTEGER NOT NULL)`)
    // It may have hibernated between two runs.
    const stored = ctx.storage.sql.exec<{ last: number | null }>(
      'SELECT max(number) AS last FROM messages',
    )
    this.number = stored.one().last ?? 0
  }

  /** One after the other: the platform would put concurrent inserts into one commit. */
  protected override keep(message: Stored): Promise<void> {
    this.#committed = this.#committed.then(() => {
      const { number, id, from, to, text, createdAt } = message
      const values = [number, id, from, to, text, createdAt]
      this.ctx.storage.sql.exec('INSERT INTO messages VALUES (?, ?, ?, ?, ?, ?)', ...values)
      return this.ctx.storage.sync()
    })
    return this.#committed
  }
}

export default {
  fetch(request, env): Response | Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const bar = searchParams.get('bar') ?? ''
    if (pathname === '/bare') return env.BARE_RELAY.getByName(bar).fetch(request)
    if (pathname === '/committing') return env.COMMITTING_RELAY.getByName(bar).fetch(request)
    return new Response(null, { status: 404 })
  },
} satisfies ExportedHandler<RelaysEnv>
