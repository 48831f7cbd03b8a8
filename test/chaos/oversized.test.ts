import { expect, inject, test } from 'vitest'
import { CLOSE } from '#contract/protocol.ts'
import { HostilePerson } from '#test/client/hostile-person.ts'
import { withServer } from './chaos-server.ts'
import { enter } from './endpoint.ts'
import { noteFigures } from './figures.ts'
import { besideVictims } from './victims.ts'
import { waitFor } from './wait-for.ts'

const { sizes } = inject('chaos')
const MIB = 2 ** 20
const SOCKETS = 3
/** A message of anybody else's is acknowledged within 250 ms beside a flood; here within ten times that. */
const ACK_MS = 2_500

test('T16 frames of 31 MiB end the stay of who sends them and nobody else’s', async () => {
  const { people, frameMiB, ackPart } = sizes.oversized
  const frame = Buffer.alloc(frameMiB * MIB, 'x')
  await withServer({}, async (server) => {
    const { pid } = server.process
    const { ackMs, missing, figures } = await besideVictims(server, 50, async () => {
      for (let at = 0; at < people; at += 1) {
        const first = await HostilePerson.come(server, { name: `Hostil ${at}` })
        const { entered } = first
        const sockets = [first]
        while (sockets.length < SOCKETS) sockets.push(await HostilePerson.come(server, { entered }))
        for (const { socket } of sockets) socket.send(frame)
        const areClosed = (): boolean => sockets.every(({ closes }) => closes.length > 0)
        await waitFor('all three are closed', areClosed, 60_000)
        const codes = sockets.flatMap(({ closes }) => closes).sort()
        expect(codes).toEqual([CLOSE.misbehaved, CLOSE.frameTooBig, CLOSE.frameTooBig])

        const again = await HostilePerson.come(server, { entered })
        await waitFor('the upgrade is closed', () => again.closes.length > 0)
        expect([again.closes, again.messages]).toEqual([[CLOSE.misbehaved], []])
        const other = enter(server, server.barId, { name: 'Outro', mark: entered.mark })
        await expect(other).rejects.toThrow('"code":"misbehaved"')
      }
    })
    noteFigures('oversized', { people, ...figures })
    expect(ackMs(ackPart)).toBeLessThanOrEqual(ACK_MS)
    expect(missing).toBe(0)
    expect([server.process.pid, server.hasDied]).toEqual([pid, false])
  })
})
