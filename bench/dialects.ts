import { TIMINGS } from '../contract/timings.ts'
import { NodeSocket } from '../test/client/node-network.ts'
import type { RoomSocketOptions } from '../test/client/room-socket.ts'
import { RoomSocket } from '../test/client/room-socket.ts'
import type { Address } from './enter.ts'

export type Kind = 'ready' | 'stored' | 'message' | 'joined' | 'other'

/** How one socket speaks to one kind of relay. The text and the fields are the same for all. */
export interface Dialect {
  /** No pings where the server pings. */
  socket: Pick<RoomSocketOptions, 'confirms' | 'pingEveryMs'>
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

/** The comparison objects': the room's frames, each with one message. */
const relay: Dialect = {
  socket: { confirms: false, pingEveryMs: TIMINGS.pingEveryMs },
  toFrame: (say) => JSON.stringify(say),
  kindsOf(frame) {
    if (frame.startsWith('{"type":"stored"')) return ['stored']
    if (frame.startsWith('{"type":"message"')) return ['message']
    if (frame.startsWith('{"type":"joined"')) return ['joined']
    return [frame.startsWith('{"type":"snapshot"') ? 'ready' : 'other']
  },
  answer: () => null,
}

/** The room's own, with the confirmations that it wants and the frames that messages share. */
const room: Dialect = {
  ...relay,
  socket: { pingEveryMs: TIMINGS.pingEveryMs },
  kindsOf(frame) {
    if (!frame.startsWith('[')) return relay.kindsOf(frame)
    const messages: { type: string }[] = JSON.parse(frame)
    return messages.map(({ type }) => SHARED_KINDS.get(type) ?? 'other')
  },
}

/** Engine.IO's packet 4 with Socket.IO's 0 (connect) and 2 (event); 2 is a ping, 3 its answer. */
const socketIo: Dialect = {
  socket: { confirms: false },
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

export const DIALECTS = { room, relay, socketIo }

/** Opens a socket that answers what its server wants answered. Frames are not parsed as a page's. */
export async function openSpeaker(
  { socket: options, answer, kindsOf }: Dialect,
  address: Address,
  {
    onKinds,
    onClose,
  }: { onKinds: (kinds: Kind[], frame: string) => void; onClose: (code: number) => void },
): Promise<RoomSocket> {
  const socket: RoomSocket = await RoomSocket.open(
    (events) => NodeSocket.open({ ...address, ...events }),
    {
      ...options,
      records: false,
      onFrame: (frame) => {
        const reply = answer(frame)
        if (reply !== null) socket.send(reply)
        onKinds(kindsOf(frame), frame)
      },
      onClose,
    },
  )
  return socket
}
