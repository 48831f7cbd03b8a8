import { toApi } from '#contract/paths.ts'
import { fetchHistory } from '#web/api/conversations.ts'
import { outboxItem } from '#web/session/kept-outbox.ts'
import { browserPage } from '#web/socket/page-signs.ts'
import { RoomConnection } from '#web/socket/room-connection.ts'

/** Not started yet. */
export function openRoom(barId: string, secret: string): RoomConnection {
  return new RoomConnection({
    url: `${location.origin.replace(/^http/u, 'ws')}${toApi.socket(barId)}`,
    secret,
    page: browserPage,
    fetchHistory: (...asked) => fetchHistory(barId, secret, ...asked),
    kept: outboxItem.read()?.[barId] ?? [],
    keep: (unsent) => outboxItem.write({ [barId]: [...unsent] }),
  })
}
