import { LIMITS } from '../contract/limits.ts'
import { PING, PONG } from '../contract/protocol.ts'

type Kind = 'ready' | 'stored' | 'message' | 'joined' | 'other'

/** How one socket speaks to one kind of relay. The text and the fields are the same for all. */
export interface Dialect {
  /** Sent now and then, so that nobody is given up as silent; null where the server pings. */
  ping: string | null
  toFrame: (say: { id: string; to: string; text: string }) => string
  /** What a frame holds. By its beginning, because parsing it all would cost more than the server. */
  kindsOf: (frame: string) => Kind[]
  /** What a frame wants to hear back; null for nothing. */
  answer: (frame: string) => string | null
}

const SHARED_KINDS = new Map<string, Kind>([
  ['stored', 'stored'],
  ['message', 'message'],
])

/** The room's own, with the confirmations that it wants and the frames that messages share. */
function roomDialect(): Dialect {
  let frames = 0
  const { kindsOf, ...rest } = relayDialect()
  return {
    ...rest,
    kindsOf(frame) {
      if (!frame.startsWith('[')) return kindsOf(frame)
      const messages: { type: string }[] = JSON.parse(frame)
      return messages.map(({ type }) => SHARED_KINDS.get(type) ?? 'other')
    },
    answer(frame) {
      if (frame === PONG) return null
      frames += 1
      if (frames % LIMITS.confirmEveryFrames !== 0) return null
      return JSON.stringify({ type: 'confirm', frames })
    },
  }
}

/** The comparison objects': the same frames. */
function relayDialect(): Dialect {
  return {
    ping: PING,
    toFrame: (say) => JSON.stringify(say),
    kindsOf(frame) {
      if (frame.startsWith('{"type":"stored"')) return ['stored']
      if (frame.startsWith('{"type":"message"')) return ['message']
      if (frame.startsWith('{"type":"joined"')) return ['joined']
      return [frame.startsWith('{"type":"snapshot"') ? 'ready' : 'other']
    },
    answer: () => null,
  }
}

/** Engine.IO's packet 4 with Socket.IO's 0 (connect) and 2 (event); 2 is a ping, 3 its answer. */
function socketIoDialect(): Dialect {
  return {
    ping: null,
    toFrame: (say) => `42${JSON.stringify(['say', say])}`,
    kindsOf(frame) {
      if (frame.startsWith('42["stored"')) return ['stored']
      if (frame.startsWith('42["message"')) return ['message']
      if (frame.startsWith('42["joined"')) return ['joined']
      return [frame.startsWith('40') ? 'ready' : 'other']
    },
    answer(frame) {
      if (frame.startsWith('0')) return '40'
      return frame === '2' ? '3' : null
    },
  }
}

export const DIALECTS = { room: roomDialect, relay: relayDialect, socketIo: socketIoDialect }
