import type { Refusal, RoomEvent } from '#contract/protocol.ts'

/** What happened once and is not state: what toasts are made of. */
export type RoomIncident =
  | { type: 'events'; events: readonly RoomEvent[] }
  /** Somebody else has entered with the same phone since this person was here last. */
  | { type: 'phoneUsed' }
  | { type: 'sendRefused'; reason: Refusal }
  | { type: 'sendCrashed' }
  | { type: 'loadFailed'; error: unknown }

type Listener = (incident: RoomIncident) => void

/** Passes incidents on to whoever listens at that moment; nobody hears of earlier ones. */
export class Incidents {
  readonly #listeners = new Set<Listener>()

  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  tell(incident: RoomIncident): void {
    for (const listener of this.#listeners) listener(incident)
  }

  tellFacts(events: readonly RoomEvent[]): void {
    if (events.length > 0) this.tell({ type: 'events', events })
  }
}
