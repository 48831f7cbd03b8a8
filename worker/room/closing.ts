import { CLOSE } from '#contract/protocol.ts'
import { readAttachment } from './attachment.ts'
import type { RoomParts } from './parts.ts'

type Closing = Pick<RoomParts, 'roster' | 'chatLog' | 'sockets'>

/**
 * Tells everybody that the bar is no more, and ends their sockets. One pass over what is stored,
 * however many are in: nobody is told of anybody else, because everybody goes.
 */
export function sayLastGoodbye({ roster, chatLog, sockets }: Closing): void {
  const photos = roster.photos()
  const messages = chatLog.countByPerson()
  for (const socket of sockets.all()) {
    const { personId } = readAttachment(socket)
    const erased = {
      profiles: 1,
      photos: photos.has(personId) ? 1 : 0,
      messages: messages.get(personId) ?? 0,
    }
    sockets.send([socket], { type: 'ended', reason: 'closed', erased })
    socket.close(CLOSE.visitEnded, 'closed')
  }
}
