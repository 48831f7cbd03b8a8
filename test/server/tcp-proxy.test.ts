import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from './listen.ts'
import { TcpProxy } from './tcp-proxy.ts'

/** Answers with what it gets and an exclamation mark. */
async function callThroughProxy() {
  const server = createServer((socket) => {
    socket.on('data', (piece) => socket.write(`${piece}!`))
    socket.on('error', () => socket.destroy())
  })
  const { port, close } = await listen(server)
  const proxy = await TcpProxy.listen(() => port)
  onTestFinished(async () => {
    socket.destroy()
    await proxy.stop()
    await close()
  })
  const socket = connect({ port: proxy.port, host: '127.0.0.1' })
  let heard = ''
  socket.on('data', (piece) => {
    heard += piece
  })
  await expect.poll(() => proxy.connections.size).toBe(1)
  const [connection = expect.unreachable()] = proxy.connections
  return { socket, connection, heard: () => heard }
}

test('holds back by its latency, in order', async () => {
  const { socket, connection, heard } = await callThroughProxy()
  connection.latencyMs = 60
  const sentAt = Date.now()
  for (const piece of ['a', 'b', 'c']) {
    socket.write(piece)
    await sleep(10)
  }
  await expect.poll(() => heard().replaceAll('!', '')).toBe('abc')
  expect(Date.now() - sentAt).toBeGreaterThanOrEqual(120)
})

test('cuts where its judge says so, and what was judged is lost', async () => {
  const { socket, connection, heard } = await callThroughProxy()
  connection.judge = (direction, piece) =>
    direction === 'toClient' && piece.includes('nunca') ? 'cut' : 'pass'
  socket.write('sim')
  await expect.poll(heard).toBe('sim!')
  socket.write('nunca')
  await expect(once(socket, 'close')).rejects.toThrow('ECONNRESET')
  expect(heard()).toBe('sim!')
})
