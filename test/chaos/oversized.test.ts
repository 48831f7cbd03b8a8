import { expect, inject, test } from 'vitest'
import { CLOSE } from '#contract/protocol.ts'
import { HostilePerson } from '#test/client/hostile-person.ts'
import { withServer } from './chaos-server.ts'
import { enter } from './endpoint.ts'
import { noteFigures } from './figures.ts'
import { Victims } from './victims.ts'
import { waitFor } from './wait-for.ts'

const { seed, sizes } = inject('chaos')
const MIB = 2 ** 20
const SOCKETS = 3
/** A message of anybody else's is acknowledged within 250 ms beside a flood; here within ten times that. */
const ACK_MS = 2_500

test('T16 frames of 31 MiB end the stay of who sends them and nobody else’s', async () => {
  const { people, frameMiB, ackPart } = sizes.oversized
  const frame = Buffer.alloc(frameMiB * MIB, 'x')
  let highest = 0
  await withServer({}, async (server) => {
    const victims = await Victims.enter(server, seed)
    const { pid } = server.process
    const talking = victims.talk(50)
    try {
      for (let at = 0; at < people; at += 1) {
        const first = await HostilePerson.come(server, { name: `Hostil ${at}` })
        const { entered } = first
        const sockets = [first]
        while (sockets.length < SOCKETS) sockets.push(await HostilePerson.come(server, { entered }))
        for (const { socket } of sockets) socket.send(frame)
        const areClosed = (): boolean => sockets.every(({ closes }) => closes.length > 0)
        await waitFor('all three are closed', areClosed, 60_000)
        highest = Math.max(highest, server.process.residentBytes)
        const codes = sockets.flatMap(({ closes }) => closes).sort()
        expect(codes).toEqual([CLOSE.misbehaved, CLOSE.frameTooBig, CLOSE.frameTooBig])

        const again = await HostilePerson.come(server, { entered })
        await waitFor('the upgrade is closed', () => again.closes.length > 0)
        expect(again.closes).toEqual([CLOSE.misbehaved])
        expect(again.messages).toEqual([])
        const other = enter(server, server.barId, { name: 'Outro', mark: entered.mark })
        await expect(other).rejects.toThrow('"code":"misbehaved"')
      }
      victims.stopTalking()
      await talking
      noteFigures('oversized', {
        people,
        'victims said': victims.acksMs.length,
        'ack p50 ms': victims.ackMs(0.5),
        'ack p99 ms': victims.ackMs(0.99),
        'ack max ms': victims.ackMs(1),
        'resident MiB': Math.round(highest / MIB),
      })
      expect(victims.ackMs(ackPart)).toBeLessThanOrEqual(ACK_MS)
      expect(await victims.findMissing()).toBe(0)
      expect(server.process.pid).toBe(pid)
      expect(server.process.hasEnded).toBe(false)
    } finally {
      victims.stop()
    }
  })
})
