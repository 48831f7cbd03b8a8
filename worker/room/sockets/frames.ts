import * as v from 'valibot'
import { LIMITS } from '#contract/limits.ts'
import { countBytes } from '#contract/plain-text.ts'
import type { ClientMessage } from '#contract/protocol.ts'
import { clientMessageSchema } from '#contract/protocol.ts'
import type { RateLimits } from '#worker/room/rate-limits.ts'
import type { Abuse } from '#worker/room/safety/abuse.ts'
import { readAttachment } from './attachment.ts'
import type { Sockets } from './sockets.ts'

const SCHEMAS = new Map<unknown, (typeof clientMessageSchema.options)[number]>(
  clientMessageSchema.options.map((schema) => [schema.entries.type.literal, schema]),
)

/** Checks frames first: an excessive or oversized frame costs no parsing. */
export class Frames {
  readonly #sockets: Sockets
  readonly #rateLimits: RateLimits
  readonly #abuse: Abuse

  constructor(sockets: Sockets, rateLimits: RateLimits, abuse: Abuse) {
    this.#sockets = sockets
    this.#rateLimits = rateLimits
    this.#abuse = abuse
  }

  mayParse(socket: WebSocket, frame: string | ArrayBuffer, now: number): frame is string {
    if (!this.#rateLimits.take('frames', readAttachment(socket).personId, now)) {
      if (!this.#countAbuse(socket, now)) this.#sockets.close(socket, 'overloaded')
      return false
    }
    if (typeof frame !== 'string') {
      this.refuseInvalid(socket, now)
      return false
    }
    if (!isTooBig(frame)) return true
    if (!this.#countAbuse(socket, now)) this.#sockets.close(socket, 'frameTooBig')
    return false
  }

  parse(socket: WebSocket, frame: string, now: number): ClientMessage | null {
    const message = parseMessage(frame)
    if (!message) this.refuseInvalid(socket, now)
    return message
  }

  refuseInvalid(socket: WebSocket, now: number): void {
    if (this.#countAbuse(socket, now)) return
    this.#sockets.refuse(socket, null, 'invalid_frame')
  }

  #countAbuse(socket: WebSocket, now: number): boolean {
    return this.#abuse.count(readAttachment(socket).personId, now)
  }
}

/**
 * By the same rule as a body: `JSON.parse`, then a strict schema. Null for anything else. Selects the
 * schema by type: trying all of them took longer than the rest of a frame.
 */
export function parseMessage(frame: string): ClientMessage | null {
  try {
    const message: unknown = JSON.parse(frame)
    const schema = SCHEMAS.get((message as { type?: unknown } | null)?.type)
    const result = schema && v.safeParse(schema, message)
    return result?.success ? result.output : null
  } catch {
    return null
  }
}

/** UTF-16 length bounds the bytes from both sides, so most frames need no count. */
function isTooBig(frame: string): boolean {
  if (frame.length > LIMITS.frameBytes) return true
  return frame.length * 3 > LIMITS.frameBytes && countBytes(frame) > LIMITS.frameBytes
}
