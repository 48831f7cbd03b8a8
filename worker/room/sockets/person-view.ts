import { LIMITS } from '#contract/limits.ts'
import type { PublicPerson } from '#contract/person.ts'
import type { ClientMessage, ResumePoint, ServerMessage } from '#contract/protocol.ts'
import { maySee } from '#worker/policy/may-see.ts'
import { toOwnPerson, toPublicPerson } from '#worker/policy/views.ts'
import type { Conversations, Summary } from '#worker/room/chat/conversations.ts'
import type { AfterCommit } from '#worker/room/effects.ts'
import type { People, Person } from '#worker/room/people/people.ts'
import type { PeopleIndex } from '#worker/room/people/people-index.ts'
import type { Presence } from '#worker/room/people/presence.ts'
import type { RateLimits } from '#worker/room/rate-limits.ts'
import type { Blocks } from '#worker/room/safety/blocks.ts'
import type { Help } from '#worker/room/safety/help.ts'
import type { Backpressure } from './backpressure.ts'
import type { Broadcast } from './broadcast.ts'
import type { Sockets } from './sockets.ts'

interface Parts {
  people: People
  presence: Presence
  index: PeopleIndex
  conversations: Conversations
  sockets: Sockets
  backpressure: Backpressure
  broadcast: Broadcast
  rateLimits: RateLimits
  blocks: Blocks
  help: Help
  after: AfterCommit
}

/** The room as one person sees it: the first frames of a page, and the people that it asks for. */
export class PersonView {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Read before anything is published or accepted, because it may fail. */
  readSummaries(person: Person): Summary[] {
    const { index, conversations, blocks } = this.#parts
    index.load()
    const summaries = conversations.summaries(person.id)
    return summaries.filter(({ personId }) => !blocks.isBetween(person, personId))
  }

  /**
   * Call before the first frames of a page. Sends the events that wait: for a person with blocks, a frame
   * that is sent later cannot be cut at the number of the first frame.
   */
  flushFor({ mark }: Person): void {
    const { blocks, broadcast } = this.#parts
    if (blocks.of(mark).size > 0) broadcast.flush()
  }

  /**
   * A new page and one that fell behind begin with these: a snapshot or exactly the missed events
   * (rule 3), then the other conversations.
   */
  sendFirstFrames(
    socket: WebSocket,
    person: Person,
    resume: ResumePoint | null,
    summaries = this.readSummaries(person),
  ): void {
    const { sockets, backpressure } = this.#parts
    sockets.send([socket], this.#firstFrame(person, summaries, resume, Date.now()))
    for (let at = LIMITS.lastLinesFirst; at < summaries.length; at += LIMITS.lastLinesPage) {
      const part = summaries.slice(at, at + LIMITS.lastLinesPage)
      const people = part.flatMap(({ personId }) => this.#find(personId, person) ?? [])
      sockets.send([socket], { type: 'conversations', ...toConversations(part), people })
    }
    // The page confirms the notice with it.
    if (person.phoneUsed) backpressure.sendCheckpoint(socket)
  }

  /** The page has read that the phone was used. */
  confirmPhoneUsed({ id, phoneUsed }: Person): void {
    if (phoneUsed) this.#parts.people.update(id, { phoneUsed: false })
  }

  /** The page has read up to its checkpoint. Sends what it missed while it was behind; if that fails, it reconnects. */
  sendMissed(socket: WebSocket, person: Person): void {
    const { sockets, backpressure } = this.#parts
    const missedFrom = backpressure.takeMissed(socket)
    if (!missedFrom) return
    try {
      this.flushFor(person)
      this.sendFirstFrames(socket, person, missedFrom)
    } catch (error) {
      sockets.close(socket, 'outOfSync')
      throw error
    }
  }

  answer(
    socket: WebSocket,
    person: Person,
    question: Extract<ClientMessage, { type: 'page' | 'search' | 'find' }>,
    now: number,
  ): void {
    const { sockets, rateLimits } = this.#parts
    const isAllowed = question.type === 'find' || rateLimits.take('peopleAsked', person.id, now)
    if (isAllowed) sockets.send([socket], this.#answer(question, person))
    else sockets.refuse(socket, null, 'rate_limited')
  }

  /** Sends a person whom the viewer sees again to the viewer's pages, as the first frames would. */
  reunite(viewer: Person, personId: string): void {
    const person = this.#find(personId, viewer)
    const summaries = this.#parts.conversations.summaries(viewer.id)
    const own = toConversations(summaries.filter((one) => one.personId === personId))
    const people = person ? [person] : []
    const message = { type: 'conversations' as const, ...own, people }
    this.#parts.after({ kind: 'send', personId: viewer.id, message })
  }

  #answer(
    question: Extract<ClientMessage, { type: 'page' | 'search' | 'find' }>,
    person: Person,
  ): ServerMessage {
    const { index, blocks } = this.#parts
    const isHidden = blocks.hiddenFor(person)
    switch (question.type) {
      case 'page':
        return { type: 'page', ...index.page(question.after, person.id, { isHidden }) }
      case 'search': {
        const { text } = question
        return { type: 'found', asked: text, people: index.search(text, person.id, isHidden) }
      }
      case 'find': {
        const found = this.#find(question.personId, person)
        return { type: 'found', asked: question.personId, people: found ? [found] : [] }
      }
      default:
        return question satisfies never
    }
  }

  /** Returns null for a person whom the viewer may not see. */
  #find(personId: string, viewer: Person): PublicPerson | null {
    const { index, people, conversations, blocks } = this.#parts
    const listed = index.find(personId)
    const unlisted = listed ? null : people.find(personId)
    const isSeen = maySee({
      isBlocked: blocks.isBetween(viewer, personId),
      person: listed ? 'listed' : unlisted?.isUnlisted ? 'unlisted' : 'gone',
      hasConversation:
        unlisted?.isUnlisted === true && conversations.between(viewer.id, personId).last > 0,
    })
    if (!isSeen) return null
    return listed ?? (unlisted && toPublicPerson(unlisted, false))
  }

  #firstFrame(
    you: Person,
    summaries: Summary[],
    resume: ResumePoint | null,
    now: number,
  ): ServerMessage {
    const { presence, broadcast, index, blocks } = this.#parts
    const isHidden = blocks.hiddenFor(you)
    const endedWith = blocks.endedWith(you)
    const help = this.#parts.help.of(you.id, now)
    const { conversations } = toConversations(summaries)
    const { lastLines } = toConversations(summaries.slice(0, LIMITS.lastLinesFirst))
    const newcomers = index.newcomers(you.id, now, isHidden)
    const ownState = {
      now,
      epoch: broadcast.epoch,
      number: broadcast.number,
      you: toOwnPerson(you, presence.isOnline(you, now)),
      conversations,
      lastLines,
      newcomers,
      ...(you.phoneUsed && { phoneUsed: true as const }),
      ...(endedWith.length > 0 && { endedWith }),
      ...(help && { help }),
      ...index.counts,
    }
    const events = resume && broadcast.since(resume, you)
    if (events && JSON.stringify(events).length <= LIMITS.eventsCharacters) {
      return { type: 'resumed', ...ownState, events }
    }
    const partners = conversations.slice(0, LIMITS.lastLinesFirst)
    const first = new Set([...partners, ...newcomers].map(({ personId }) => personId))
    const people = [...first].flatMap((personId) => this.#find(personId, you) ?? [])
    const characters = LIMITS.firstFrameCharacters - JSON.stringify({ ...ownState, people }).length
    const page = index.page(null, you.id, { isHidden, without: first, characters })
    return {
      type: 'snapshot',
      ...ownState,
      people: [...people, ...page.people],
      next: page.next,
    }
  }
}

function toConversations(summaries: readonly Summary[]) {
  return {
    conversations: summaries.map(({ personId, unread, answered }) => ({
      personId,
      unread,
      ...(answered && { answered }),
    })),
    lastLines: summaries.map(({ lastLine }) => lastLine),
  }
}
