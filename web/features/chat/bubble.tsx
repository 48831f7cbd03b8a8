import { Check, Clock } from 'lucide'
import { memo } from 'react'
import { chatTexts, REFUSAL_TEXTS } from '#contract/texts/chat.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { toTime } from '#web/ui/to-time.ts'
import type { Entry } from './timeline.ts'

export interface BubbleProps {
  entry: Entry
  /** Accessible author: the side of the bubble is only visual. */
  author: string
  onRetry: (id: string) => void
  onDiscard: (id: string) => void
}

export const Bubble = memo(
  function Bubble({ entry, author, onRetry, onDiscard }: BubbleProps) {
    const { isOwn, text, state, continues } = entry
    const isRefused = state !== 'stored' && state !== 'sending'
    return (
      <div
        className={`flex flex-col ${isOwn ? 'items-end' : 'items-start'} ${continues ? 'mt-1' : 'mt-3'}`}
      >
        <div
          className={`max-w-[80%] rounded-xl border px-3.5 py-2 ${
            isOwn
              ? 'rounded-br-sm bg-bubble-own text-on-bubble-own'
              : 'rounded-bl-sm bg-bubble text-on-bubble'
          } ${isRefused ? 'border-danger' : 'border-transparent'}`}
        >
          <span className="sr-only">{author}</span>
          <p dir="auto" className="whitespace-pre-wrap">
            {text}
          </p>
          <Footing entry={entry} />
        </div>
        {isRefused && (
          <div className="grid max-w-[80%] justify-items-end">
            <p className="pt-1 text-end text-danger text-sm">{REFUSAL_TEXTS[state]}</p>
            <div className="-me-3 flex flex-wrap justify-end">
              <Button variant="quiet" className="px-3 text-sm" onClick={() => onDiscard(entry.id)}>
                {chatTexts.discard}
              </Button>
              <Button variant="quiet" className="px-3 text-sm" onClick={() => onRetry(entry.id)}>
                {chatTexts.retry}
              </Button>
            </div>
          </div>
        )}
      </div>
    )
  },
  (one, other) =>
    one.author === other.author &&
    one.onRetry === other.onRetry &&
    one.onDiscard === other.onDiscard &&
    one.entry.id === other.entry.id &&
    one.entry.state === other.entry.state &&
    one.entry.at === other.entry.at &&
    one.entry.continues === other.entry.continues,
)

function Footing({ entry: { isOwn, at, state } }: { entry: Entry }) {
  return (
    <p className="flex items-center justify-end gap-1 text-xs tabular-nums opacity-85">
      <time dateTime={new Date(at).toISOString()}>{toTime(at)}</time>
      {isOwn && state === 'stored' && (
        <>
          <Icon of={Check} className="size-4" />
          <span className="sr-only">{chatTexts.stored}</span>
        </>
      )}
      {isOwn && state === 'sending' && (
        <>
          <Icon of={Clock} className="size-3.5" />
          {chatTexts.sending}
        </>
      )}
      {isOwn && state !== 'stored' && state !== 'sending' && chatTexts.failed}
    </p>
  )
}
