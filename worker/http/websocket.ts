import type { Context } from 'hono'
import { CodedError } from '#contract/errors.ts'
import type { CloseName } from '#contract/protocol.ts'
import { CLOSE } from '#contract/protocol.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { countCause } from '#worker/causes.ts'
import { isOwnOrigin } from './own-origin.ts'

export function refuseForeignUpgrade(c: Context<AppEnv>): void {
  if (c.req.header('Upgrade')?.toLowerCase() !== 'websocket') {
    throw new CodedError('upgrade_required')
  }
  if (!isOwnOrigin(c.req.header('Origin'), c.req.raw, c.env)) {
    throw new CodedError('foreign_origin')
  }
}

export function offeredProtocols(c: Context<AppEnv>): string[] {
  const offered = c.req.header('Sec-WebSocket-Protocol') ?? ''
  return offered.split(',').map((protocol) => protocol.trim())
}

/** Builds the request that an object gets. Its headers are new, so that a client cannot set internal ones. */
export function toObjectUpgrade(
  url: string,
  protocol: string,
  headers: Readonly<Record<string, string>>,
): Request {
  return new Request(url, { headers: { ...headers, 'Sec-WebSocket-Protocol': protocol } })
}

/** A browser sees a refused upgrade as 1006. To send a close code, accept first. */
export function closeAtOnce(protocol: string, reason: CloseName): Response {
  countCause('refused', reason)
  const { 0: client, 1: server } = new WebSocketPair()
  server.accept()
  server.close(CLOSE[reason], reason)
  const headers = { 'Sec-WebSocket-Protocol': protocol }
  return new Response(null, { status: 101, webSocket: client, headers })
}
