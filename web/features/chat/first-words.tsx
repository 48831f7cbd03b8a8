import type { RefObject } from 'react'
import { useSyncExternalStore } from 'react'
import { firstWordsTexts, OPENERS } from '#contract/texts/first-words.ts'
import { useRoom } from '#web/socket/use-room.ts'
import { Button } from '#web/ui/button.tsx'
import { COLUMN } from './composer.tsx'
import type { ComposerDraft } from './composer-draft.ts'

interface OpenersProps {
  draft: ComposerDraft
  area: RefObject<HTMLTextAreaElement | null>
}

/** First words to choose from. They fill the composer, and never replace what somebody wrote. */
export function Openers({ draft, area }: OpenersProps) {
  const text = useSyncExternalStore(draft.subscribe, draft.read)
  if (text !== '' && OPENERS.every((opener) => opener !== text)) return null
  return (
    <div className="flex flex-wrap justify-center gap-2">
      {OPENERS.map((opener) => (
        <Button
          key={opener}
          variant="secondary"
          className="rounded-full! font-normal! text-sm!"
          onClick={() => {
            draft.type(opener)
            area.current?.focus()
          }}
        >
          {opener}
        </Button>
      ))}
    </div>
  )
}

/** Offers to fold a conversation that this person has not answered. */
export function FoldOffer({ onFold }: { onFold: () => void }) {
  const isLive = useRoom((room) => room.connection === 'live')
  return (
    <div
      className="flex min-h-13 flex-wrap items-center justify-between gap-x-3 border-line border-t bg-raised py-1 text-ink-soft text-sm"
      style={COLUMN}
    >
      <span>{firstWordsTexts.answerIfYouLike}</span>
      <Button variant="quiet" className="shrink-0 px-3 text-sm" disabled={!isLive} onClick={onFold}>
        {firstWordsTexts.fold}
      </Button>
    </div>
  )
}
