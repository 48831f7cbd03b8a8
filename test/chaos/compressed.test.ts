import { on } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { constants, deflateRawSync } from 'node:zlib'
import { expect, inject, test } from 'vitest'
import { SUBPROTOCOL } from '#contract/protocol.ts'
import { withServer } from './chaos-server.ts'
import { enter, upgrade } from './endpoint.ts'
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
        // Compression is offered as every browser does.
        const offered = 'permessage-deflate; client_max_window_bits'
        const answer = await upgrade(server, server.barId, [SUBPROTOCOL, secret], offered)
        hostile.push(answer.socket.on('error', () => {}))
        expect(answer.headers['sec-websocket-extensions']).toBeUndefined()
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
