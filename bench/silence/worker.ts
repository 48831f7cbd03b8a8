// The product's Worker with a room that says each time that it runs; the bench of silence serves it.
import app, { LoginGate, Monitor, BarRoom as Room } from '#worker/index.ts'

export { LoginGate, Monitor }
export default app

/** Printed as an error, because the local server shows nothing less. */
const note = (what: string) => console.error(`room: ${what};`)

export class BarRoom extends Room {
  constructor(...created: ConstructorParameters<typeof Room>) {
    super(...created)
    note('woken')
  }

  override fetch(request: Request): Promise<Response> {
    note('upgrade')
    return super.fetch(request)
  }

  override webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer): void {
    note('frame')
    super.webSocketMessage(socket, frame)
  }

  override webSocketClose(socket: WebSocket, code: number): Promise<void> {
    note('close')
    return super.webSocketClose(socket, code)
  }

  override webSocketError(socket: WebSocket): Promise<void> {
    note('error')
    return super.webSocketError(socket)
  }

  override alarm(): Promise<void> {
    note('alarm')
    return super.alarm()
  }
}

const { setTimeout, setInterval } = globalThis
globalThis.setTimeout = ((...values: Parameters<typeof setTimeout>) => {
  note('timer')
  return setTimeout(...values)
}) as typeof setTimeout
globalThis.setInterval = ((...values: Parameters<typeof setInterval>) => {
  note('timer')
  return setInterval(...values)
}) as typeof setInterval
