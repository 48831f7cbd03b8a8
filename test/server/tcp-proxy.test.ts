import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from './listen.ts'
import { TcpProxy } from './tcp-proxy.ts'

test('cuts where its judge says so, and what was judged is lost', async () => {
  // Answers with what it gets and an exclamation mark.
  const server = createServer((socket) => {
    socket.on('data', (piece) => socket.write(`${piece}!`))
    socket.on('error', () => socket.destroy())
  })
  const { port, close } = await listen(server)
  const proxy = await TcpProxy.listen(() => port)
  proxy.judge = (direction, piece) =>
    direction === 'toClient' && piece.includes('nunca') ? 'cut' : 'pass'
  const socket = connect({ port: proxy.port, host: '127.0.0.1' })
  onTestFinished(async () => {
    socket.destroy()
    await proxy.stop()
    await close()
  })
  let heard = ''
  socket.on('data', (piece) => {
    heard += piece
  })
  socket.write('sim')
  await expect.poll(() => heard).toBe('sim!')
  socket.write('nunca')
  await expect(once(socket, 'close')).rejects.toThrow('ECONNRESET')
  expect(heard).toBe('sim!')
})
