import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { nodeNetwork } from './node-network.ts'

/** As workerd does with a connection that was idle when the next request was already on its way. */
async function startServer() {
  const idle = new Set<Socket>()
  const server = createServer(({ socket }, response) => {
    if (idle.has(socket)) return void socket.resetAndDestroy()
    idle.add(socket)
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('no request is lost with a connection that the server closes when it is idle', async () => {
  const origin = await startServer()
  const { send } = nodeNetwork(() => origin)
  for (const _ of ['one', 'another']) {
    await sleep(10) // Node has noted that the connection is idle
    const answer = await send('/', { method: 'POST', headers: {} })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
  }
})
