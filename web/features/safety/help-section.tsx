import BellOff from 'lucide:bell-off'
import BellRing from 'lucide:bell-ring'
import type { ReactNode } from 'react'
import { useEffect, useId, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { toThumbnail, toTone } from '#contract/face.ts'
import type { HelpAnswer, HelpKind } from '#contract/help.ts'
import { toInitial } from '#contract/plain-text.ts'
import {
  calledAt,
  deskAfter,
  deskArrival,
  deskKinds,
  deskStates,
  deskTexts,
  helpOf,
} from '#contract/texts/help-desk.ts'
import { tableLabel } from '#contract/texts/person.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useAct } from '#web/ui/use-act.ts'
import type { Alarm } from './alarm.ts'
import type { DeskCall, DeskStore } from './help-desk.ts'
import { orderCalls, toKey } from './help-desk.ts'
import type { ShownCalls } from './shown-calls.ts'

export interface HelpSectionProps {
  alarm: Alarm
  desk: DeskStore
  bars: readonly { id: string; name: string }[]
  /** Otherwise calls of some bars are not heard here. */
  watchesEvery: boolean
  shownCalls: ShownCalls
  answer: (call: DeskCall, answer: HelpAnswer) => Promise<void>
  /** After the calls: what also rings. */
  children?: ReactNode
}

const TICK_MS = 20_000

/** Help comes first on a board: what rings, and the calls, in reach of a thumb. */
export function HelpSection(props: HelpSectionProps) {
  const { alarm, desk, shownCalls, bars, watchesEvery, answer, children } = props
  const state = useSyncExternalStore(desk.subscribe, desk.getState)
  const calls = orderCalls(state)
  const rings = calls.some((call) => call.state === 'open')
  const isOn = useSyncExternalStore(alarm.subscribe, alarm.isOn)
  useEffect(() => alarm.wait(), [alarm])
  useEffect(() => shownCalls.start(), [shownCalls])
  // Before the cards ask whether it sounds.
  useLayoutEffect(() => alarm.ring(rings), [alarm, rings])
  useTick(calls.length > 0)
  const nameOf = (barId: string) =>
    bars.length > 1 ? bars.find(({ id }) => id === barId)?.name : undefined

  return (
    <section aria-label={deskTexts.title} className="grid gap-3">
      <AlarmLine
        alarm={alarm}
        isOn={isOn}
        isLive={state.live.size > 0}
        watchesEvery={watchesEvery}
      />
      {calls.length > 0 && (
        <ul aria-label={deskTexts.title} className="grid gap-3 md:grid-cols-2">
          {calls.map((call) => (
            <HelpCard
              key={toKey(call.barId, call.personId)}
              call={call}
              barName={nameOf(call.barId)}
              shownCalls={shownCalls}
              onAnswer={(said) => answer(call, said)}
              onClose={() => desk.dispatch({ type: 'closed', call })}
            />
          ))}
        </ul>
      )}
      {children}
    </section>
  )
}

interface AlarmLineProps extends Pick<HelpSectionProps, 'watchesEvery'> {
  alarm: Alarm
  isOn: boolean
  isLive: boolean
}

function AlarmLine({ alarm, isOn, isLive, watchesEvery }: AlarmLineProps) {
  const [hasFailed, setHasFailed] = useState(false)
  const [activate, isBusy] = useAct(async () => setHasFailed(!(await alarm.activate())))
  const note = !watchesEvery && deskTexts.someBarsOnly
  if (isOn) {
    return (
      <p role="status" className="flex items-start gap-2.5 px-1 text-ink-soft text-sm">
        <Icon of={BellRing} className="mt-0.5 size-4.5 shrink-0 text-glass" />
        <span>
          <span className="font-semibold text-ink">{deskTexts.alarmOn}</span>{' '}
          <span>{isLive ? deskTexts.alarmOnDetail : deskTexts.noConnection}</span>{' '}
          {note && <span>{note}</span>}
        </span>
      </p>
    )
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-xl border border-danger bg-danger-wash p-4">
      <div className="flex min-w-0 flex-1 basis-64 gap-3">
        <Icon of={BellOff} className="mt-0.5 size-5.5 shrink-0 text-danger" />
        <div className="grid gap-0.5">
          <p className="font-semibold">{deskTexts.alarmOff}</p>
          <p role="status" className="text-sm">
            <span>{hasFailed ? deskTexts.alarmFailed : deskTexts.alarmOffDetail}</span>{' '}
            {note && <span>{note}</span>}
          </p>
        </div>
      </div>
      <Button size="lg" busy={isBusy} onClick={() => void activate()}>
        {deskTexts.activate}
      </Button>
    </div>
  )
}

interface HelpCardProps {
  call: DeskCall
  barName: string | undefined
  shownCalls: ShownCalls
  onAnswer: (answer: HelpAnswer) => Promise<void>
  onClose: () => void
}

function HelpCard(props: HelpCardProps) {
  const { call, barName, shownCalls, onAnswer, onClose } = props
  const { id, personId, name, table, photo, kind, state } = call
  const [come, isComing] = useAct(() => onAnswer('coming'), deskTexts.answerFailed)
  const [resolve, isResolving] = useAct(() => onAnswer('resolved'), deskTexts.answerFailed)
  useEffect(() => shownCalls.show(id), [shownCalls, id])
  const isOver = state === 'withdrawn' || state === 'left'
  const minutes = Math.floor((Date.now() - call.calledAt) / 60_000)
  return (
    <li
      key={id}
      aria-label={helpOf(name)}
      className={`grid content-start gap-4 rounded-xl border bg-raised p-4 shadow-card ${state === 'open' ? 'border-2 border-danger' : 'border-line'}`}
    >
      <div className="flex min-w-0 gap-3.5">
        <Avatar
          size="lg"
          src={toThumbnail(photo)}
          initial={toInitial(name)}
          tone={toTone(personId)}
        />
        <div className="grid min-w-0 flex-1 content-start gap-0.5">
          <p className="font-semibold text-lg">{deskKinds[kind]}</p>
          <p dir="auto" className="line-clamp-2">
            {name}
          </p>
          <p dir="auto" className="font-semibold">
            <span>{tableLabel(table)}</span>
            {barName && <span className="font-normal text-ink-soft">{` · ${barName}`}</span>}
          </p>
          <p role="status" className="text-ink-soft text-sm">
            <span>{deskStates[state]}</span>
            <span className="whitespace-nowrap">{` · ${calledAt(minutes)}`}</span>
          </p>
        </div>
      </div>
      {isOver && <p>{deskAfter[state]}</p>}
      {isOver ? (
        <Button
          variant="secondary"
          size="lg"
          busy={isResolving}
          onClick={() => (state === 'left' ? onClose() : void resolve())}
        >
          {deskTexts.close}
        </Button>
      ) : (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-3">
          {state === 'open' && (
            <Button size="lg" className="px-2!" busy={isComing} onClick={() => void come()}>
              {deskTexts.onTheWay}
            </Button>
          )}
          <Button
            variant="secondary"
            size="lg"
            className="px-2!"
            busy={isResolving}
            onClick={() => void resolve()}
          >
            {deskTexts.resolved}
          </Button>
        </div>
      )}
      {!isOver && <Arrival kind={kind} />}
    </li>
  )
}

function Arrival({ kind }: { kind: HelpKind }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="grid gap-1.5 border-line border-t pt-3">
      <h3 id={titleId} className="font-semibold text-sm">
        {deskTexts.arrival}
      </h3>
      <ul className="grid list-disc gap-1 pl-5 text-ink-soft text-sm marker:text-ink-faint">
        {deskArrival[kind].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

function useTick(isOn: boolean): void {
  const [, setTick] = useState(0)
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => setTick((tick) => tick + 1), TICK_MS)
    return () => clearInterval(timer)
  }, [isOn])
}
