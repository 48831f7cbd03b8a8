// The relay on Socket.IO, which tells what it has run since it was last asked.
import timers from 'node:timers'

export interface Ran {
  handlers: number
  timers: number
}

let ran: Ran = { handlers: 0, timers: 0 }
const { setTimeout } = timers
timers.setTimeout = ((...values: Parameters<typeof setTimeout>) => {
  ran.timers += 1
  return setTimeout(...values)
}) as typeof setTimeout

const { relay } = await import('../relays/socket-io.ts')
relay.engine.on('connection', (socket: NodeJS.EventEmitter) => {
  socket.on('packet', () => {
    ran.handlers += 1
  })
})
process.on('message', () => {
  process.send?.(ran)
  ran = { handlers: 0, timers: 0 }
})
