import * as v from 'valibot'
import { LIMITS } from '#contract/limits.ts'
import { countBytes } from '#contract/plain-text.ts'
import type { ClientMessage } from '#contract/protocol.ts'
import { CLOSE, clientMessageSchema } from '#contract/protocol.ts'
import { log } from '#worker/log.ts'
import { readAttachment, writeAttachment } from './attachment.ts'
import type { Relay } from './relay.ts'
import { refuse } from './relay.ts'
import type { RosterPerson } from './roster.ts'

/**
 * Does what a frame asks, or says why not. Size comes first and parsing second: what is too big or
 * ill-formed costs next to nothing.
 */
export function obey(
  socket: WebSocket,
  frame: string | ArrayBuffer,
  person: RosterPerson,
  relay: Relay,
  now: number,
): void {
  if (typeof frame !== 'string') return strike(socket)
  if (isTooBig(frame)) return socket.close(CLOSE.frameTooBig, 'frameTooBig')
  const message = parseFrame(frame)
  if (!message) return strike(socket)
  try {
    act(socket, message, person, relay, now)
  } catch (error) {
    log('frame_failed', { error })
    refuse(socket, message.type === 'say' ? message.id : null, 'internal')
  }
}

function act(
  socket: WebSocket,
  message: ClientMessage,
  person: RosterPerson,
  relay: Relay,
  now: number,
): void {
  switch (message.type) {
    case 'say':
      return relay.say(socket, person, message, now)
    case 'read':
      return relay.read(person, message.personId, message.through)
    case 'hidden':
    case 'visible':
      return writeAttachment(socket, {
        ...readAttachment(socket),
        hidden: message.type === 'hidden',
      })
    default:
      return message satisfies never
  }
}

function parseFrame(frame: string): ClientMessage | null {
  try {
    const result = v.safeParse(clientMessageSchema, JSON.parse(frame))
    return result.success ? result.output : null
  } catch {
    return null
  }
}

/** A string's UTF-16 length bounds its bytes from both sides, so that most frames need no count. */
function isTooBig(frame: string): boolean {
  if (frame.length > LIMITS.frameBytes) return true
  return frame.length * 3 > LIMITS.frameBytes && countBytes(frame) > LIMITS.frameBytes
}

/** Counts an ill-formed frame against its socket; too many end it for good. */
function strike(socket: WebSocket): void {
  const attachment = readAttachment(socket)
  const strikes = attachment.strikes + 1
  writeAttachment(socket, { ...attachment, strikes })
  if (strikes >= LIMITS.strikes) socket.close(CLOSE.misbehaved, 'misbehaved')
  else refuse(socket, null, 'invalid_frame')
}
