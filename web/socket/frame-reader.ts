import * as v from 'valibot'
import type { ServerMessage } from '#contract/protocol.ts'
import { serverMessageSchema } from '#contract/protocol.ts'

/** Reads the frames of a connection. Earlier messages wait for its first one, to which they are relative. */
export class FrameReader {
  /** Null after the first message. */
  #early: ServerMessage[] | null = []

  /** A new connection. */
  reset(): void {
    this.#early = []
  }

  read(data: unknown): ServerMessage[] {
    return parseFrame(data).flatMap((message) => {
      if (!this.#early) return [message]
      if (!('you' in message)) {
        this.#early.push(message)
        return []
      }
      const early = this.#early
      this.#early = null
      return [message, ...early]
    })
  }
}

/** A frame holds one message or a list. Skips messages of unknown type. */
function parseFrame(data: unknown): ServerMessage[] {
  if (typeof data !== 'string') return []
  try {
    const frame: unknown = JSON.parse(data)
    return [frame].flat().flatMap((message) => {
      const parsed = v.safeParse(serverMessageSchema, message)
      return parsed.success ? [parsed.output] : []
    })
  } catch {
    return []
  }
}
