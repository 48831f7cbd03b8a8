import type { AddressInfo, Server, Socket } from 'node:net'
import { connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TcpProxy } from './tcp-proxy.ts'

let server: Server
let proxy: TcpProxy
/** The server's ends of the connections that reached it, and what became of them. */
let reached: { socket: Socket; fate: string[] }[]

beforeEach(async () => {
  reached = []
  server = createServer({ allowHalfOpen: true }, (socket) => {
    const fate: string[] = []
    reached.push({ socket, fate })
    socket.on('data', (piece) => socket.write(`${piece}!`))
    socket.on('end', () => fate.push('end'))
    socket.on('error', () => fate.push('error'))
    socket.on('close', () => fate.push('close'))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  proxy = await TcpProxy.listen(() => (server.address() as AddressInfo).port)
})

afterEach(async () => {
  await proxy.stop()
  for (const { socket } of reached) socket.destroy()
  server.close()
})

type Client = { socket: Socket; heard: () => string; fate: string[] }

async function call(text = 'oi'): Promise<Client> {
  const socket = connect({ port: proxy.port, host: '127.0.0.1', allowHalfOpen: true })
  const fate: string[] = []
  let heard = ''
  socket.on('data', (piece) => {
    heard += piece
  })
  socket.on('end', () => fate.push('end'))
  socket.on('error', (error: NodeJS.ErrnoException) => fate.push(error.code ?? 'error'))
  socket.on('close', () => fate.push('close'))
  socket.write(text)
  await expect.poll(() => heard + fate.join()).not.toBe('')
  return { socket, heard: () => heard, fate }
}

const only = () => {
  const [connection, ...others] = proxy.connections
  if (!connection || others.length > 0) throw new Error('There is not one connection.')
  return connection
}

test('holds back by its latency, in order', async () => {
  const { socket, heard } = await call()
  only().latencyMs = 60
  const sentAt = Date.now()
  for (const piece of ['a', 'b', 'c']) {
    socket.write(piece)
    await sleep(10)
  }
  await expect.poll(() => heard().replaceAll('!', '')).toBe('oiabc')
  expect(Date.now() - sentAt).toBeGreaterThanOrEqual(120)
})

test('a black hole may be in one direction alone', async () => {
  const { socket, heard } = await call()
  only().blackhole('toServer')
  socket.write('hallo?')
  reached[0]?.socket.write(' ainda?')
  await expect.poll(heard).toBe('oi! ainda?')
})

test('a half-closed connection goes on in the other direction', async () => {
  const { heard, fate } = await call()
  only().halfClose('toServer')
  await expect.poll(() => reached[0]?.fate).toEqual(['end'])
  reached[0]?.socket.write(' tchau')
  await expect.poll(heard).toBe('oi! tchau')
  expect(fate).toEqual([])
})

test('cuts where its judge says so, and what was judged is lost', async () => {
  const { socket, heard, fate } = await call()
  only().judge = (direction, piece) =>
    direction === 'toClient' && piece.includes('nunca') ? 'cut' : 'pass'
  socket.write('sim')
  await expect.poll(heard).toBe('oi!sim!')
  socket.write('nunca')
  await expect.poll(() => fate).toEqual(['ECONNRESET', 'close'])
  expect(heard()).toBe('oi!sim!')
})
