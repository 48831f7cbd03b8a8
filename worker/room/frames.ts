import * as v from 'valibot'
import { LIMITS } from '#contract/limits.ts'
import { countBytes } from '#contract/plain-text.ts'
import type { ClientMessage } from '#contract/protocol.ts'
import { clientMessageSchema } from '#contract/protocol.ts'
import { changeAttachment, readAttachment } from './attachment.ts'
import type { RoomParts } from './parts.ts'
import { seenBy } from './phone-recovery.ts'
import { Reading } from './reading.ts'
import type { Relay } from './relay.ts'
import type { RosterPerson } from './roster-person.ts'
import { strike } from './strikes.ts'

/** Does what frames ask, or says why not. What is too much, too big or ill-formed costs next to nothing. */
export class Frames {
  readonly #parts: RoomParts
  readonly #relay: Relay
  readonly #reading: Reading

  constructor(parts: RoomParts, relay: Relay) {
    this.#parts = parts
    this.#relay = relay
    this.#reading = new Reading(parts)
  }

  /** Looks at a frame from outside: is its sender within their rate, is it a text, is it small. */
  isLookedAt(socket: WebSocket, frame: string | ArrayBuffer, now: number): frame is string {
    if (!this.#parts.budgets.takeFrame(readAttachment(socket).personId, now)) {
      this.#strike(socket, now, () => this.#parts.sockets.close(socket, 'overloaded'))
      return false
    }
    if (typeof frame !== 'string') {
      this.#refuseIllFormed(socket, now)
      return false
    }
    if (!isTooBig(frame)) return true
    this.#strike(socket, now, () => this.#parts.sockets.close(socket, 'frameTooBig'))
    return false
  }

  /** Does what the frame of a person asks. */
  obey(socket: WebSocket, frame: string, person: RosterPerson, now: number): void {
    const message = parseFrame(frame)
    if (!message) return this.#refuseIllFormed(socket, now)
    try {
      this.#act(socket, message, person, now)
    } catch (error) {
      this.fail(socket, error, message.type === 'say' ? message.id : null)
    }
  }

  /** Tells the sender of a frame that it was not done; `id` names the message, if there was one. */
  fail(socket: WebSocket, error: unknown, id: string | null = null): void {
    this.#relay.fail(socket, id, error)
  }

  #act(socket: WebSocket, message: ClientMessage, person: RosterPerson, now: number): void {
    const { sockets, directory } = this.#parts
    switch (message.type) {
      case 'say':
        return this.#relay.say(socket, person.id, message)
      case 'read':
        return this.#reading.read(socket, person, message.personId, message.through, now)
      case 'hidden':
      case 'visible':
        changeAttachment(socket, { hidden: message.type === 'hidden' })
        return this.#parts.wakeBy(sockets.heardUntil(socket), now)
      case 'confirm':
        if (!sockets.confirm(socket, message.frames)) this.#refuseIllFormed(socket, now)
        return
      case 'page': {
        const page = directory.page(message.after, person.id)
        return sockets.send([socket], { type: 'page', ...page })
      }
      case 'search': {
        const people = directory.search(message.text, person.id)
        return sockets.send([socket], { type: 'found', asked: message.text, people })
      }
      case 'find': {
        const found = seenBy(this.#parts, message.personId, person.id)
        return sockets.send([socket], {
          type: 'found',
          asked: message.personId,
          people: found ? [found] : [],
        })
      }
      default:
        return message satisfies never
    }
  }

  #refuseIllFormed(socket: WebSocket, now: number): void {
    this.#strike(socket, now, () => this.#relay.refuse(socket, null, 'invalid_frame'))
  }

  /** Counts a frame against its person; one too many ends all their sockets for good. */
  #strike(socket: WebSocket, now: number, orElse: () => void): void {
    const { tables, sockets } = this.#parts
    if (!tables.ready) return sockets.close(socket, 'unknownVisit')
    if (!strike(this.#parts, readAttachment(socket).personId, now)) orElse()
  }
}

const SCHEMAS = new Map<unknown, (typeof clientMessageSchema.options)[number]>(
  clientMessageSchema.options.map((schema) => [schema.entries.type.literal, schema]),
)

/** By its type at once: trying one schema after the other took longer than all the rest of a frame. */
function parseFrame(frame: string): ClientMessage | null {
  try {
    const message: unknown = JSON.parse(frame)
    const schema = SCHEMAS.get((message as { type?: unknown } | null)?.type)
    const result = schema && v.safeParse(schema, message)
    return result?.success ? result.output : null
  } catch {
    return null
  }
}

/** A string's UTF-16 length bounds its bytes from both sides, so that most frames need no count. */
function isTooBig(frame: string): boolean {
  if (frame.length > LIMITS.frameBytes) return true
  return frame.length * 3 > LIMITS.frameBytes && countBytes(frame) > LIMITS.frameBytes
}
