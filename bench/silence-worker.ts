// The product's Worker with a room that prints each of its runs; the bench of silence serves it.
import app, { LoginGate, Monitor, NoticeSender, BarRoom as Room } from '../worker/index.ts'

const HANDLERS = ['fetch', 'webSocketMessage', 'webSocketClose', 'webSocketError', 'alarm']

export { LoginGate, Monitor, NoticeSender }
export default app

export class BarRoom extends Room {
  constructor(...created: ConstructorParameters<typeof Room>) {
    super(...created)
    note('woken')
  }
}

noteHandlers(BarRoom)
noteTimers()

/** Printed as an error, because the local server shows nothing less. */
function note(what: string): void {
  console.error(`ran: ${what};`)
}

/** Prints each run of an object's handlers. */
function noteHandlers({ prototype }: { prototype: object }): void {
  for (const name of HANDLERS) {
    const handler: unknown = Reflect.get(prototype, name)
    if (typeof handler !== 'function') continue
    const noted = function (this: unknown, ...values: unknown[]): unknown {
      note(name)
      return Reflect.apply(handler, this, values)
    }
    Object.defineProperty(prototype, name, { value: noted })
  }
}

/** Prints each timer that is set. */
function noteTimers(): void {
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const set = globalThis[name]
    const noted = (...values: unknown[]) => {
      note('timer')
      return Reflect.apply(set, globalThis, values)
    }
    Object.defineProperty(globalThis, name, { value: noted })
  }
}
