import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:http'
import { address } from '#contract/address.ts'
import { API } from '#contract/paths.ts'
import { SUBPROTOCOL } from '#contract/protocol.ts'

/** How a bare upgrade is answered that offers compression as every browser does. */
export async function offerCompression(
  origin: string,
  barId: string,
  secret: string,
): Promise<IncomingMessage> {
  const asked = get(origin + address(API.socket, { barId }), {
    headers: {
      Origin: origin,
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
      'Sec-WebSocket-Protocol': `${SUBPROTOCOL}, ${secret}`,
      'Sec-WebSocket-Extensions': 'permessage-deflate; client_max_window_bits',
    },
  })
  const [answer] = await once(asked, 'upgrade')
  return answer
}
