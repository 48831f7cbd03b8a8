import type { RefObject } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { MINUTE_MS } from '#contract/durations.ts'
import { toThumbnail, toTone } from '#contract/face.ts'
import type { HelpAnswer, HelpKind } from '#contract/help.ts'
import { toInitial } from '#contract/plain-text.ts'
import {
  calledFor,
  deskAfter,
  deskArrival,
  deskKinds,
  deskStates,
  deskTexts,
  helpOf,
  onTheirWay,
} from '#contract/texts/help-desk.ts'
import { tableLabel } from '#contract/texts/person.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { FoldChevron } from '#web/ui/fold-button.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { useFold } from '#web/ui/use-fold.ts'
import type { DeskCall } from './help-desk.ts'
import type { ShownCalls } from './shown-calls.ts'

export interface CallCardProps {
  call: DeskCall
  /** Undefined if the account has one bar. */
  barName: string | undefined
  shownCalls: ShownCalls
  onAnswer: (answer: HelpAnswer) => Promise<void>
  onClose: () => void
}

/** A call for help in one line: who, where, since when, and the press that matters. The rest unfolds. */
export function CallCard({ call, barName, shownCalls, onAnswer, onClose }: CallCardProps) {
  const { id, name, table, kind, state, helper } = call
  const title = useRef<HTMLButtonElement>(null)
  const [come, isComing] = useAct(async () => {
    await onAnswer('coming')
    // The pressed button goes. A focus that has moved on stays where it is.
    const { activeElement: focused, body } = document
    if (focused === body || line.current?.contains(focused)) title.current?.focus()
  }, deskTexts.answerFailed)
  const fold = useFold()
  const line = useShownCall(shownCalls, id)
  const isOpen = state === 'open'
  return (
    <li aria-label={helpOf(name)} className={`call ${isOpen ? 'is-open' : ''}`}>
      <div ref={line} className="call-line">
        <div className="relative min-w-0 flex-1 rounded-md">
          <h3 className="flex items-center justify-between gap-1">
            <button ref={title} type="button" {...fold.button}>
              {deskKinds[kind]}
            </button>
            <FoldChevron fold={fold} />
          </h3>
          <p className="call-where text-ink-soft text-sm">
            <span className="text-ink">
              <span dir="auto" className="truncate">
                {name}
              </span>
              <span>{` · ${tableLabel(table)}`}</span>
            </span>
            {barName && (
              <span dir="auto" className="call-bar truncate">
                {barName}
              </span>
            )}
            <CalledFor since={call.calledAt} isOpen={isOpen} />
          </p>
        </div>
        <div className="call-answer">
          {isOpen && (
            <Button size="lg" block busy={isComing} onClick={() => void come()}>
              {deskTexts.onTheWay}
            </Button>
          )}
          <p role="status" className={isOpen ? 'sr-only' : 'wrap-anywhere line-clamp-3 text-sm'}>
            {state === 'coming' && helper ? onTheirWay(helper) : deskStates[state]}
          </p>
        </div>
      </div>
      <div {...fold.body}>
        {fold.isOpen && <Detail call={call} onAnswer={onAnswer} onClose={onClose} />}
      </div>
    </li>
  )
}

/** Tells while at least half of the line is on the screen. */
function useShownCall(shownCalls: ShownCalls, id: string): RefObject<HTMLDivElement | null> {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!line.current) return
    let hide: (() => void) | undefined
    const observer = new IntersectionObserver(
      (entries) => {
        hide?.()
        hide = entries.at(-1)?.isIntersecting ? shownCalls.show(id) : undefined
      },
      { threshold: 0.5 },
    )
    observer.observe(line.current)
    return () => {
      observer.disconnect()
      hide?.()
    }
  }, [shownCalls, id])
  return line
}

const TICK_MS = 1_000
/** From then on the time of an open call is in `danger`. */
const LATE_MS = 2 * MINUTE_MS

function CalledFor({ since, isOpen }: { since: number; isOpen: boolean }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const ms = now - since
  const tone = isOpen && ms >= LATE_MS ? 'text-danger' : 'text-ink'
  return (
    <span role="timer" className={`shrink-0 font-semibold tabular-nums ${tone}`}>
      {calledFor(ms)}
    </span>
  )
}

function Detail({ call, onAnswer, onClose }: Pick<CallCardProps, 'call' | 'onAnswer' | 'onClose'>) {
  const { personId, name, photo, kind, state } = call
  const [resolve, isResolving] = useAct(() => onAnswer('resolved'), deskTexts.answerFailed)
  const isOver = state === 'withdrawn' || state === 'left'
  return (
    <div className="grid gap-3 border-line border-t py-3">
      <div className="flex min-w-0 items-center gap-3.5">
        <Avatar
          size="lg"
          src={toThumbnail(photo)}
          initial={toInitial(name)}
          tone={toTone(personId)}
        />
        <p dir="auto" className="min-w-0 flex-1">
          {name}
        </p>
        <Button
          variant="secondary"
          busy={isResolving}
          onClick={() => (state === 'left' ? onClose() : void resolve())}
        >
          {isOver ? deskTexts.close : deskTexts.resolved}
        </Button>
      </div>
      {isOver ? <p>{deskAfter[state]}</p> : <Arrival kind={kind} />}
    </div>
  )
}

function Arrival({ kind }: { kind: HelpKind }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="grid gap-1.5">
      <h4 id={titleId} className="font-semibold text-sm">
        {deskTexts.arrival}
      </h4>
      <ul className="list-disc pl-5 text-ink-soft text-sm marker:text-ink-faint">
        {deskArrival[kind].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
