// The product's Worker with a room that says each time that it runs; the bench of silence serves it.
import app, { LoginGate, Monitor, BarRoom as Room } from '#worker/index.ts'
import { note, noteHandlers, noteTimers } from './noted.ts'

export { LoginGate, Monitor }
export default app

export class BarRoom extends Room {
  constructor(...created: ConstructorParameters<typeof Room>) {
    super(...created)
    note('woken')
  }
}

noteHandlers(BarRoom)
noteTimers()
