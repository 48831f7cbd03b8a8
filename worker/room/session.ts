import type { Person } from './people.ts'

/** Who an event comes from. Resolved once for an event, from the visit's secret, and passed down. */
export interface Session {
  person: Person
  /** Null for a request over HTTP. */
  socket: WebSocket | null
  role: 'person'
}
