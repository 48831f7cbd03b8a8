import type { Refusal, RoomEvent } from '#contract/protocol.ts'

/** One-time events, not state: toasts show them. */
export type RoomIncident =
  | { type: 'events'; events: readonly RoomEvent[] }
  /** Somebody entered with this person's phone number since they were last here. */
  | { type: 'phoneUsed' }
  | { type: 'sendRefused'; reason: Refusal }
  | { type: 'sendCrashed' }
  | { type: 'loadFailed'; error: unknown }

type Listener = (incident: RoomIncident) => void

/** No replay: a listener misses earlier incidents. */
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
