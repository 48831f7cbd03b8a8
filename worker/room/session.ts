import type { Person } from './people.ts'

/** Resolved once for an event from the visit's secret, and passed down. */
export interface Session {
  person: Person
  socket: WebSocket | null
  role: 'person'
}
