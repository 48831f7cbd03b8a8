import { peopleTexts } from '#contract/texts/people.ts'
import { People } from './table-page.tsx'

/** Contained: the foot of the list is its own. The chat leaves room for it. */
const COLUMN = {
  position: 'fixed',
  inset: '0 auto 0 0',
  width: '24rem',
  contain: 'strict',
  borderRight: '1px solid var(--color-line)',
} as const

/** Focus scrolls clear of the list's own bar and foot. */
const CLEAR = { scrollPaddingBlock: 'calc(var(--spacing-bar) + 1rem) 8rem' }

/** The list at the left of a chat, on a desk. Second in the page: a chat's heading and buttons come first. */
export function BesideChat({ partnerId }: { partnerId: string }) {
  return (
    <aside aria-label={peopleTexts.title} style={COLUMN}>
      <div data-scrolls className="h-full overflow-y-auto" style={CLEAR}>
        <People openChatId={partnerId} />
      </div>
    </aside>
  )
}
