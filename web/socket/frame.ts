import * as v from 'valibot'
import type { ServerMessage } from '#contract/protocol.ts'
import { serverMessageSchema } from '#contract/protocol.ts'

/** Skips messages of unknown type. */
export function readFrame(data: unknown): ServerMessage[] {
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
