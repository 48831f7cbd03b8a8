import type { ReactNode } from 'react'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { HelpAnswer } from '#contract/help.ts'
import {
  answeredCalls,
  countCalls,
  deskTexts,
  foldedCalls,
  helpOf,
} from '#contract/texts/help-desk.ts'
import { FoldButton } from '#web/ui/fold-button.tsx'
import { useFold } from '#web/ui/use-fold.ts'
import { usePressGuard } from '#web/ui/use-press-guard.ts'
import type { Alarm } from './alarm.ts'
import { AlarmOff } from './alarm-line.tsx'
import { CallCard } from './call-card.tsx'
import callsHref from './calls.css?url'
import type { DeskCall, DeskStore } from './help-desk.ts'
import { orderCalls, toKey } from './help-desk.ts'
import type { ShownCalls } from './shown-calls.ts'

export const CALLS_ID = 'calls'

/** A phone shows this many calls without scrolling. Above more of them stands how many are open. */
const IN_SIGHT = 2

export interface CallsProps {
  alarm: Alarm
  desk: DeskStore
  /** Elsewhere the page itself asks for the sound of the alarm. */
  asksForSound: boolean
  /** The key is the ID of the bar. A card names its bar only where there are several. */
  barNames: ReadonlyMap<string, string>
  /** The page below an open dialog has these calls too. */
  isInDialog?: boolean
  shownCalls: ShownCalls
  answer: (call: DeskCall, answer: HelpAnswer) => Promise<void>
}

/** The calls for help of all bars, always in sight. */
export function Calls(props: CallsProps) {
  const { alarm, desk, asksForSound, barNames, isInDialog = false, shownCalls, answer } = props
  const state = useSyncExternalStore(desk.subscribe, desk.read)
  const { list, shown, answered, hold, release } = usePlaces(orderCalls(state))
  // The calls of the page below ignore the presses of a dialog, too.
  useIgnoredPresses(isInDialog ? '' : shown.map(toKeyOf).join())
  const draw = (call: DeskCall) => (
    <CallCard
      key={toKeyOf(call)}
      call={call}
      barName={barNames.size > 1 ? barNames.get(call.barId) : undefined}
      shownCalls={shownCalls}
      onAnswer={(said) => answer(call, said)}
      onClose={() => desk.dispatch({ type: 'closed', call })}
    />
  )
  const waiting = shown.filter((call) => !answered.includes(call))
  const folded = waiting.filter(({ isFolded }) => isFolded)
  const open = shown.filter(({ state }) => state === 'open').length
  return (
    <>
      {/* Drawn before the first call: React waits with what is new until its stylesheet has come. */}
      <link rel="stylesheet" href={callsHref} precedence="default" />
      {/* Screen readers announce only what comes into a region that is there already. */}
      <p aria-live="assertive" className="sr-only">
        <Announced calls={shown} />
      </p>
      {shown.length > 0 && (
        <section
          {...(!isInDialog && { id: CALLS_ID, tabIndex: -1 })}
          ref={noteHeight}
          aria-label={deskTexts.title}
          className="calls"
        >
          {asksForSound && <AlarmOff alarm={alarm} />}
          {shown.length > IN_SIGHT && open > 0 && (
            <p className="call-count">{countCalls(open, answered.length)}</p>
          )}
          <ul ref={list} onPointerEnter={hold} onPointerLeave={release}>
            {waiting.filter(({ isFolded }) => !isFolded).map(draw)}
            {folded.length > 0 && (
              <FoldedCalls label={foldedCalls(folded.length)}>{folded.map(draw)}</FoldedCalls>
            )}
            {answered.length > 0 && (
              <FoldedCalls label={answeredCalls(answered.length)}>{answered.map(draw)}</FoldedCalls>
            )}
          </ul>
        </section>
      )}
    </>
  )
}

/** Names the newest open call. A new element is announced, also if it has the text of the one before. */
function Announced({ calls }: { calls: readonly DeskCall[] }) {
  const open = calls.filter(({ state, isFolded }) => state === 'open' && !isFolded)
  const last = open.toSorted((one, other) => one.calledAt - other.calledAt).at(-1)
  return last && <span key={last.id}>{helpOf(last.name)}</span>
}

/** Calls that share a line: newcomers beyond the cards of their network, and answered ones. */
function FoldedCalls({ label, children }: { label: string; children: ReactNode }) {
  const fold = useFold()
  return (
    <li className="folded-calls">
      <h3>
        <FoldButton fold={fold} className="min-h-14 border border-line px-3 font-semibold">
          <span>{label}</span>
        </FoldButton>
      </h3>
      <div {...fold.body}>{fold.isOpen && <ul className="pt-2">{children}</ul>}</div>
    </li>
  )
}

const toKeyOf = ({ barId, personId }: DeskCall) => toKey(barId, personId)

/** While a pointer is on the calls they keep their places, and new ones come last. */
function usePlaces(calls: readonly DeskCall[]) {
  const [held, setHeld] = useState<readonly DeskCall[] | null>(null)
  const isHeld = held !== null
  // A list that is no longer drawn gets no `pointerleave`.
  if (isHeld && calls.length === 0) setHeld(null)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (!isHeld) return
    // Nor does one whose button was removed below the pointer: "A caminho", once it is answered.
    const release = ({ target }: PointerEvent) => {
      if (!list.current?.contains(target as Node)) setHeld(null)
    }
    document.addEventListener('pointerover', release)
    return () => document.removeEventListener('pointerover', release)
  }, [isHeld])
  const known = new Map(calls.map((call) => [toKeyOf(call), call]))
  const kept = held?.flatMap((call) => known.get(toKeyOf(call)) ?? []) ?? []
  const others = calls.filter((call) => !kept.includes(call))
  if (held) others.sort((one, other) => one.calledAt - other.calledAt)
  return {
    list,
    shown: [...kept, ...others],
    answered: answeredOf(held ?? calls).flatMap((call) => known.get(toKeyOf(call)) ?? []),
    hold: () => setHeld(calls),
    release: () => setHeld(null),
  }
}

/** Calls with a helper on the way, where they would take the room of those that wait. */
function answeredOf(calls: readonly DeskCall[]): DeskCall[] {
  if (calls.length <= IN_SIGHT || !calls.some(({ state }) => state === 'open')) return []
  return calls.filter(({ state }) => state === 'coming')
}

/** A press right after the calls have moved was aimed at what stood there before. */
function useIgnoredPresses(keys: string): void {
  const { settle } = usePressGuard()
  useLayoutEffect(() => {
    if (keys === '') return
    settle()
    return settle
  }, [settle, keys])
}

/** Sets `--calls-height`, so that nothing lies behind the calls. */
function noteHeight(calls: HTMLElement | null): (() => void) | undefined {
  if (!calls) return
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => {
    style.setProperty('--calls-height', `${calls.offsetHeight}px`)
  })
  observer.observe(calls)
  return () => observer.disconnect()
}
