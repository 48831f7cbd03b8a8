import { on } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { constants, deflateRawSync } from 'node:zlib'
import { expect, inject, test } from 'vitest'
import { CLOSE } from '#contract/protocol.ts'
import { HostilePerson } from '#test/client/hostile-person.ts'
import { offerCompression } from '#test/client/offer-compression.ts'
import { withServer } from './chaos-server.ts'
import { enter } from './endpoint.ts'
import { noteFigures } from './figures.ts'
import { besideVictims, expectUndisturbed, GROWTH_MIB } from './victims.ts'
import { waitFor } from './wait-for.ts'

const { sizes } = inject('chaos')
const FRAME_BYTES = 31 * 2 ** 20
const SOCKETS = 3

test('T16 frames of 31 MiB end the stay of who sends them and nobody else’s', async () => {
  const { people } = sizes.oversized
  const frame = Buffer.alloc(FRAME_BYTES, 'x')
  await withServer({}, async (server) => {
    const besides = await besideVictims(server, 50, async () => {
      for (let at = 0; at < people; at += 1) {
        const first = await HostilePerson.come(server, { name: `Hostil ${at}` })
        const { entered } = first
        const sockets = [first]
        while (sockets.length < SOCKETS) sockets.push(await HostilePerson.come(server, { entered }))
        for (const { socket } of sockets) socket.send(frame)
        const areClosed = (): boolean => sockets.every(({ closes }) => closes.length > 0)
        await waitFor('all three are closed', areClosed)
        const codes = sockets.flatMap(({ closes }) => closes).sort()
        expect(codes).toEqual([CLOSE.misbehaved, CLOSE.frameTooBig, CLOSE.frameTooBig])

        const again = await HostilePerson.come(server, { entered })
        await waitFor('the upgrade is closed', () => again.closes.length > 0)
        expect([again.closes, again.messages]).toEqual([[CLOSE.misbehaved], []])
        const other = enter(server, server.barId, { name: 'Outro', mark: entered.mark })
        await expect(other).rejects.toThrow('"code":"misbehaved"')
      }
    })
    noteFigures('oversized', { people, ...besides.figures })
    expectUndisturbed(besides)
    expect(server.hasDied).toBe(false)
  })
})

test('T16 a compressed frame is refused before it grows', async () => {
  const { people } = sizes.compressed
  const bomb = compressedFrame(FRAME_BYTES)
  await withServer({}, async (server) => {
    const hostile: Socket[] = []
    const besides = await besideVictims(server, 50, async () => {
      for (let at = 0; at < people; at += 1) {
        const { secret } = await enter(server, server.barId, { name: `H ${at}` })
        const answer = await offerCompression(server.origin, server.barId, secret)
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
    noteFigures('compressed', { ...sent, ...besides.figures })
    expect(besides.growthMiB).toBeLessThan(GROWTH_MIB)
    expectUndisturbed(besides)
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
    level: 9,
    finishFlush: constants.Z_SYNC_FLUSH,
  })
  const payload = flushed.subarray(0, -4)
  const header = Buffer.alloc(14)
  header.writeUInt8(0xc1, 0)
  header.writeUInt8(0x80 | 127, 1)
  header.writeBigUInt64BE(BigInt(payload.length), 2)
  return Buffer.concat([header, payload])
}
