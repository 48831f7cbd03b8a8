import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { CLOSE } from '#contract/protocol.ts'
import { HostilePerson } from '#test/client/hostile-person.ts'
import type { ChaosPerson } from './chaos-person.ts'
import { withServer } from './chaos-server.ts'
import { withCrowd } from './crowd.ts'
import { noteFigures } from './figures.ts'
import { waitFor } from './wait-for.ts'

const { seed, sizes } = inject('chaos')
const BEFORE = 'dito durante a visita'
const AFTER = 'dito depois do fim da visita'

test('T13 a client that ignores the close of its ended visit stores and delivers nothing more', async () => {
  const { frames } = sizes.ignoredClose
  await withServer({}, (server) =>
    withCrowd({ server, seed, people: 1 }, async ({ pages }) => {
      const [ana] = pages as [ChaosPerson]
      const hostile = await HostilePerson.come(server, { ignoresClose: true })
      hostile.say(ana.id, BEFORE)
      await waitFor('the first message', () => ana.messagesWith(hostile.id).length === 1)
      expect(countFilesWith(server.folder, BEFORE)).toBeGreaterThan(0)
      await hostile.api.leave()
      await waitFor('the close', () => hostile.closes.length > 0)
      expect(hostile.closes).toEqual([CLOSE.visitEnded])

      let sent = 0
      while (sent < frames && hostile.say(ana.id, AFTER)) {
        sent += 1
        if (sent % 100 === 0) await hostile.socket.drained()
      }
      await sleep(500)
      noteFigures('ignored close', { 'frames sent after it': sent })
      expect([sent, hostile.stored]).toEqual([frames, 1])
      expect(ana.messagesWith(hostile.id).map(({ text }) => text)).toEqual([BEFORE])
      expect(countFilesWith(server.folder, AFTER)).toBe(0)
      hostile.socket.reset()
    }),
  )
})

function countFilesWith(folder: string, text: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .filter((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(text)).length
}
