import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { waitUntilReady } from './wait-until-ready.ts'

/** Somebody else's server: it answers everybody with the same refusal. */
async function openStranger() {
  let asked = 0
  const server = createServer((_, response) => {
    asked += 1
    response.writeHead(403).end('Forbidden')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => new Promise((resolve) => server.close(resolve))
  return { origin: `http://127.0.0.1:${port}`, asked: () => asked, close }
}

/** A process that lives until it is killed or its time is over. */
function aProcess(livesMs = 60_000) {
  const ends = Date.now() + livesMs
  const ended = Promise.resolve()
  const kill = async () => {}
  const output = () => 'nothing was opened'
  return { output, hasEnded: () => Date.now() > ends, ended, stop: kill, kill }
}

test('a stranger’s answer does not make a server ready that has not opened its address', async () => {
  const stranger = await openStranger()
  const waiting = waitUntilReady(stranger.origin, aProcess(300), () => false)
  await expect(waiting).rejects.toThrow('nothing was opened')
  expect(stranger.asked()).toBe(0)
  await stranger.close()
})
