import { randomBytes } from 'node:crypto'
import { on, once } from 'node:events'
import { get } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { constants, deflateRawSync } from 'node:zlib'
import { expect, inject, test } from 'vitest'
import { toApi } from '#contract/paths.ts'
import { SUBPROTOCOL } from '#contract/protocol.ts'
import type { ChaosServer } from './chaos-server.ts'
import { withServer } from './chaos-server.ts'
import { enter } from './endpoint.ts'
import { noteFigures } from './figures.ts'
import { besideVictims } from './victims.ts'

const { sizes } = inject('chaos')
const MIB = 2 ** 20
/** As beside frames that arrive as large as they are. */
const ACK_MS = 2_500
const GROWTH_MIB = 128

test('T16 a compressed frame is refused before it grows', async () => {
  const { people, frameMiB, ackPart } = sizes.compressed
  const bomb = compressedFrame(frameMiB * MIB)
  await withServer({}, async (server) => {
    const hostile: Socket[] = []
    const { ackMs, missing, growthMiB, figures } = await besideVictims(server, 50, async () => {
      for (let at = 0; at < people; at += 1) {
        const { secret } = await enter(server, server.barId, { name: `H ${at}` })
        const { socket, extensions } = await upgrade(server, secret)
        hostile.push(socket)
        expect(extensions).toBeUndefined()
      }
      const closing = hostile.map(hearProtocolError)
      for (const socket of hostile) socket.write(bomb)
      await Promise.all(closing)
      await sleep(500)
    }).finally(() => {
      for (const socket of hostile) socket.destroy()
    })
    const sent = { people, 'sent kB each': Math.round(bomb.length / 1_000) }
    noteFigures('compressed', { ...sent, ...figures })
    expect(growthMiB).toBeLessThan(GROWTH_MIB)
    expect(ackMs(ackPart)).toBeLessThanOrEqual(ACK_MS)
    expect(missing).toBe(0)
  })
})

/** Offers compression, as every browser does. */
async function upgrade({ origin, barId }: ChaosServer, secret: string) {
  const request = get(origin + toApi.socket(barId), {
    headers: {
      ...{ Origin: origin, Connection: 'Upgrade', Upgrade: 'websocket' },
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
      'Sec-WebSocket-Protocol': `${SUBPROTOCOL}, ${secret}`,
      'Sec-WebSocket-Extensions': 'permessage-deflate; client_max_window_bits',
    },
  })
  const [{ headers }, socket] = (await once(request, 'upgrade')) as [
    { headers: Record<string, string | undefined> },
    Socket,
  ]
  socket.on('error', () => {})
  return { socket, extensions: headers['sec-websocket-extensions'] }
}

/** Resolves with the close frame that RFC 6455 names 1002. */
async function hearProtocolError(socket: Socket): Promise<void> {
  for await (const [data] of on(socket, 'data')) {
    if ((data as Buffer).includes('\u0003\u00ea', 0, 'latin1')) return
  }
}

/** One text frame with the bit of permessage-deflate (RFC 7692), masked with zeros. */
function compressedFrame(bytes: number): Buffer {
  const flushed = deflateRawSync(Buffer.alloc(bytes, 'x'), {
    ...{ level: 9, finishFlush: constants.Z_SYNC_FLUSH },
  })
  const payload = flushed.subarray(0, -4)
  const header = Buffer.alloc(14)
  header.writeUInt8(0xc1, 0)
  header.writeUInt8(0x80 | 127, 1)
  header.writeBigUInt64BE(BigInt(payload.length), 2)
  return Buffer.concat([header, payload])
}
