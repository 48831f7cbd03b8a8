import type { PublicPerson } from '#contract/person.ts'
import type { ServerMessage } from '#contract/protocol.ts'

/**
 * The other people that a page shows after these frames, and the bar's total.
 * The room may batch and repeat events as it likes.
 */
export function viewOf(frames: readonly ServerMessage[], self: { id: string }) {
  const people = new Map<string, PublicPerson>()
  const said = frames.flatMap((frame) => ('message' in frame ? [frame.message] : []))
  const partners = new Set(said.flatMap(({ from, to }) => [from, to]))
  let counts: number[] = []
  for (const frame of frames) {
    if (frame.type === 'snapshot') {
      people.clear()
      for (const person of frame.people) people.set(person.id, person)
    }
    if (frame.type === 'snapshot' || frame.type === 'events') counts = [frame.total, frame.online]
    for (const event of frame.type === 'events' ? frame.events : []) {
      if ('person' in event) people.set(event.person.id, event.person)
      else if (event.kind === 'left' || !partners.has(event.personId)) people.delete(event.personId)
    }
  }
  people.delete(self.id)
  // A grace that a test writes behind the room's back is taken for a pocket's by a wake.
  const shown = [...people.values()].map(({ away: _, ...one }) => JSON.stringify(one))
  return { people: shown.sort(), counts }
}
