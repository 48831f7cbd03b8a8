// A Socket.IO relay in its own Node process. It stores nothing, and sends its port to its parent.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { TIMINGS } from '../../contract/timings.ts'

const http = createServer()
/** Serves a single bar. It pings as often as our pages do. */
const relay = new Server(http, {
  transports: ['websocket'],
  pingInterval: TIMINGS.pingEveryMs,
})
let number = 0

relay.on('connection', (socket) => {
  const from = String(socket.handshake.query.person)
  void socket.join(from)
  socket.on('say', ({ id, to, text }: { id: string; to: string; text: string }) => {
    number += 1
    const message = { id, number, from, to, text, createdAt: Date.now() }
    socket.emit('stored', { message })
    relay.to(to).emit('message', { message, unread: 1 })
  })
})

http.listen(0, '127.0.0.1', () => {
  process.send?.((http.address() as AddressInfo).port)
})
process.once('disconnect', () => process.exit())
