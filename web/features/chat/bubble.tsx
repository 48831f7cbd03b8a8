import type { RefObject } from 'react'
import { memo, useRef } from 'react'
import type { Refusal } from '#contract/refusals.ts'
import { chatTexts, refusalText } from '#contract/texts/chat.ts'
import { peopleTexts } from '#contract/texts/people.ts'
import { Button } from '#web/ui/button.tsx'
import { formatAt } from '#web/ui/format-at.ts'
import { usePassFocus } from '#web/ui/use-pass-focus.ts'
import type { Entry } from './timeline.ts'
import { isLargeEmoji } from './timeline.ts'

export interface BubbleProps {
  entry: Entry
  partnerName: string
  /** Gets the focus of a button that goes. */
  log: RefObject<HTMLElement | null>
  onRetry: (id: string) => void
  onDiscard: (id: string) => void
}

export const Bubble = memo(
  function Bubble(props: BubbleProps) {
    const { entry, partnerName } = props
    const { isOwn, text, state, continues } = entry
    const isRefused = state !== 'stored' && state !== 'sending'
    const isLarge = !isRefused && isLargeEmoji(text)
    return (
      <div
        className={`flex flex-col ${isOwn ? 'items-end' : 'items-start'} ${continues ? 'mt-0.5' : 'mt-3'}`}
      >
        <div
          data-bubble={isOwn ? 'own' : 'theirs'}
          className={`max-w-[80%] ${isLarge ? '' : toShape(entry, isRefused)}`}
        >
          {/* The side of the bubble is only visual. */}
          <span className="sr-only">{isOwn ? peopleTexts.you : partnerName}</span>
          {/* The time stands in the last line of the text, if it fits there. */}
          <p dir="auto" className="flow-root">
            <span
              data-text
              className={`whitespace-pre-wrap ${isLarge ? 'text-[2.75rem] leading-14' : ''}`}
            >
              {text}
            </span>
            <time
              dateTime={new Date(entry.at).toISOString()}
              className={`float-end ms-3 mt-1.5 text-xs tabular-nums opacity-85 ${isLarge ? 'mt-9 text-ink-soft' : ''}`}
            >
              {formatAt(entry.at)}
            </time>
          </p>
        </div>
        {isRefused && <Refused {...props} why={state} />}
      </div>
    )
  },
  (one, other) =>
    one.partnerName === other.partnerName &&
    one.onRetry === other.onRetry &&
    one.onDiscard === other.onDiscard &&
    one.entry.id === other.entry.id &&
    one.entry.state === other.entry.state &&
    one.entry.at === other.entry.at &&
    one.entry.continues === other.entry.continues,
)

interface RefusedProps extends BubbleProps {
  why: Refusal
}

/** Why the message was not sent, and what can be done. */
function Refused({ entry, why, partnerName, log, onRetry, onDiscard }: RefusedProps) {
  const { id } = entry
  const box = useRef<HTMLDivElement>(null)
  usePassFocus(box, log)
  return (
    <div ref={box} className="grid max-w-[80%] justify-items-end">
      <p className="pt-1 text-end text-danger text-sm">
        <span className="font-semibold">{chatTexts.failed}</span>
        <span>{` · ${refusalText(why, partnerName)}`}</span>
      </p>
      <div className="-me-3 flex flex-wrap justify-end">
        <Button variant="quiet" className="px-3 text-sm" onClick={() => onDiscard(id)}>
          {chatTexts.discard}
        </Button>
        <Button variant="quiet" className="px-3 text-sm" onClick={() => onRetry(id)}>
          {chatTexts.retry}
        </Button>
      </div>
    </div>
  )
}

/** A small corner points to the author, another one to the bubble that this one continues. */
function toShape({ isOwn, continues }: Entry, isRefused: boolean): string {
  const own = `rounded-br-sm bg-bubble-own text-on-bubble-own ${continues ? 'rounded-tr-sm' : ''}`
  const others = `rounded-bl-sm bg-bubble text-on-bubble ${continues ? 'rounded-tl-sm' : ''}`
  const edge = isRefused ? 'border-danger' : 'border-transparent'
  return `rounded-xl border px-3.5 pt-2 pb-1.5 ${isOwn ? own : others} ${edge}`
}
