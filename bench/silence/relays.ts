// The relays with a bare one that says each time that it runs; the bench of silence serves them.
import app, { BareRelay as Bare, CommittingRelay } from '../relays/worker.ts'
import { note, noteHandlers, noteTimers } from './noted.ts'

export { CommittingRelay }
export default app

export class BareRelay extends Bare {
  constructor(...created: ConstructorParameters<typeof Bare>) {
    super(...created)
    note('woken')
  }
}

noteHandlers(BareRelay)
noteTimers()
