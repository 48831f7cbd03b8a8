import { toApi } from '#contract/paths.ts'
import { fetchHistory } from '#web/api/conversations.ts'
import { outboxItem } from '#web/session/kept-outbox.ts'
import { browserPage } from '#web/socket/reconnecting-socket.ts'
import { RoomClient } from '#web/socket/room-client.ts'

/** Not started yet. */
export function openRoom(barId: string, secret: string): RoomClient {
  return new RoomClient({
    url: `${location.origin.replace(/^http/u, 'ws')}${toApi.socket(barId)}`,
    secret,
    page: browserPage,
    fetchHistory: (...asked) => fetchHistory(barId, secret, ...asked),
    kept: outboxItem.read()?.[barId] ?? [],
    keep: (unsent) => outboxItem.write({ [barId]: [...unsent] }),
  })
}
