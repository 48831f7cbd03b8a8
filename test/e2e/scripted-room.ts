import type { Page, WebSocketRoute } from '@playwright/test'
import type { Message } from '#contract/message.ts'
import type { ClientMessage, ServerMessage } from '#contract/protocol.ts'
import { PING, PONG } from '#contract/protocol.ts'
import type { FakeBar } from '#test/fakes/fake-server.ts'
import { FakeServer, ROOM_SOCKET } from '#test/fakes/fake-server.ts'
import { YOU } from '#test/fakes/people.ts'

/** The fields of a first frame about the page's own person. */
export const OWN_STATE = {
  ...{ epoch: 'e1', number: 1, you: YOU, conversations: [], leavingEndsAt: null },
  ...{ lastLines: [], newcomers: [] },
  ...{ total: 2, online: 2 },
}

/** Answers a message, cuts the connection, or does nothing. Connections count from 1. */
type Answer = (message: ClientMessage, connection: number) => ServerMessage | 'cut' | null

type ScriptedRoom = (socket: WebSocketRoute) => void

/**
 * A room for `routeWebSocket`. It sends one of `firstFrames` on each connection, the last one on all
 * further ones.
 */
export function scriptRoom(
  firstFrames: ServerMessage[],
  answer: Answer = () => null,
): ScriptedRoom {
  let connections = 0
  return (socket) => {
    connections += 1
    const connection = connections
    const say = (message: ServerMessage) => socket.send(JSON.stringify(message))
    socket.onMessage((frame) => {
      if (frame === PING) return socket.send(PONG)
      const said = answer(JSON.parse(String(frame)), connection)
      if (said === 'cut') void socket.close({ code: 1011 })
      else if (said) say(said)
    })
    const first = firstFrames[connection - 1] ?? firstFrames.at(-1)
    if (first) say(first)
  }
}

/** Puts the page into a bar with a scripted room. The test opens the page. */
export async function enterScriptedRoom(
  page: Page,
  { origin }: { origin: string },
  bar: FakeBar,
  { room, history = [] }: { room: ScriptedRoom; history?: Message[] },
): Promise<void> {
  const server = await FakeServer.start(page, origin, bar)
  await server.enterRoom({ people: [], history })
  await page.routeWebSocket(ROOM_SOCKET, room)
}
