import * as v from 'valibot'
import type { ServerMessage } from '#contract/protocol.ts'
import { serverMessageSchema } from '#contract/protocol.ts'

/** Reads a frame of the room; null for one that this version does not know. */
export function readFrame(data: unknown): ServerMessage | null {
  if (typeof data !== 'string') return null
  try {
    const parsed = v.safeParse(serverMessageSchema, JSON.parse(data))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}
