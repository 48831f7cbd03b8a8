import type { PublicPerson } from '#contract/person.ts'
import { HeldPlaces } from './held-places.ts'

export interface ListView {
  element: HTMLElement | null
  /** What is searched for. */
  asked: string
  ownId: string
  /** Whether somebody wrote and has to be seen at the top now. */
  rises: (id: string) => boolean
}

/** The list on the screen, whose cards stay under the finger that is on its way to them. */
export class HeldList {
  readonly #places = new HeldPlaces()

  arrange(ordered: readonly PublicPerson[], view: ListView): readonly PublicPerson[] {
    const { element, asked, ownId, rises } = view
    const seen = findCards(element, rises)
    const first = ordered.findIndex(({ id }) => id !== ownId && !rises(id))
    const leading = first < 0 ? ordered.length : first
    return this.#places.arrange(ordered, { asked, seen, leading })
  }

  settle(shown: readonly PublicPerson[], asked: string): void {
    this.#places.settle(shown, asked)
  }
}

/**
 * The ids of those whose cards must not move: all that are drawn, because they are on the screen or
 * soon will be. Who rises is among them only where the screen shows them. Behind another tab nobody
 * looks.
 */
function findCards(
  element: HTMLElement | null,
  rises: (id: string) => boolean,
): ReadonlySet<string> {
  const ids = new Set<string>()
  if (!element || document.hidden) return ids
  for (const card of element.querySelectorAll<HTMLElement>('[data-person]')) {
    const { person: id = '' } = card.dataset
    if (!rises(id) || isOnScreen(card)) ids.add(id)
  }
  return ids
}

function isOnScreen(card: HTMLElement): boolean {
  const { top, bottom } = card.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}
