import ArrowDown from 'lucide:arrow-down'
import type { ReactNode, RefObject } from 'react'
import { Fragment, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { toThumbnail, toTone } from '#contract/face.ts'
import { toInitial } from '#contract/plain-text.ts'
import { chatTexts, newMessages } from '#contract/texts/chat.ts'
import { serverNow } from '#web/api/server-clock.ts'
import { useRoom, useRoomClient } from '#web/socket/use-room.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { usePassFocus } from '#web/ui/use-pass-focus.ts'
import { Bubble } from './bubble.tsx'
import { COLUMN } from './composer.tsx'
import { DeliveryLine } from './delivery-line.tsx'
import type { Entry } from './timeline.ts'
import { toDay } from './timeline.ts'

interface MessageLogProps {
  partnerId: string
  partnerName: string
  entries: readonly Entry[]
  hasEarlier: boolean
  /** Below the words that nothing was said yet. */
  openers: ReactNode
  foot?: ReactNode
}

export function MessageLog(props: MessageLogProps) {
  const { partnerId, partnerName, entries, hasEarlier, openers, foot } = props
  const connection = useRoomClient()
  const box = useRef<HTMLDivElement>(null)
  const { isAtNewest, unseen, jump } = useStickToNewest(box, entries)
  const retry = useCallback((id: string) => connection.retry(id), [connection])
  const discard = useCallback((id: string) => connection.discard(id), [connection])
  const last = entries.at(-1)
  const isQuiet = useIsQuiet(entries)

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        role="log"
        aria-live={isQuiet ? 'off' : undefined}
        aria-label={chatTexts.messages}
        // The menu of the messages brings the element. Sharing a constant with it would split this script.
        aria-describedby="messages-hint"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box needs keyboard focus
        tabIndex={0}
        className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain [mask:linear-gradient(#0000,#000_1rem)] pb-3 [overflow-anchor:none]"
        style={COLUMN}
      >
        <div className="mt-auto" />
        {hasEarlier && <EarlierButton partnerId={partnerId} log={box} />}
        {/* Inside the log: a live region announces only messages added after it exists. */}
        {entries.length === 0 && (
          <NothingYet id={partnerId} name={partnerName}>
            {openers}
          </NothingYet>
        )}
        {entries.map((entry) => (
          <Fragment key={entry.id}>
            {entry.day !== null && <DayLine>{toDay(entry.day, serverNow())}</DayLine>}
            <Bubble
              entry={entry}
              partnerName={partnerName}
              log={box}
              onRetry={retry}
              onDiscard={discard}
            />
          </Fragment>
        ))}
        {last && <DeliveryLine last={last} />}
        {foot}
      </div>
      {!isAtNewest && <JumpButton unseen={unseen} log={box} onJump={jump} />}
    </div>
  )
}

/** Fills its round frame. */
const FACE = { flex: 1, alignSelf: 'stretch', borderRadius: 'inherit' }

function NothingYet({ id, name, children }: { id: string; name: string; children: ReactNode }) {
  const photo = useRoom((room) => room.people.get(id)?.photo ?? null)
  return (
    <div className="flex flex-1 items-center justify-center">
      <EmptyState
        title={children ? chatTexts.empty : chatTexts.emptyForNow}
        icon={
          <Avatar
            size="fill"
            style={FACE}
            src={toThumbnail(photo)}
            initial={toInitial(name)}
            tone={toTone(id)}
          />
        }
      >
        {children}
      </EmptyState>
    </div>
  )
}

interface ButtonOfLogProps {
  /** Gets the focus of a button that goes. */
  log: RefObject<HTMLElement | null>
}

interface JumpButtonProps extends ButtonOfLogProps {
  unseen: number
  onJump: () => void
}

function JumpButton({ unseen, log, onJump }: JumpButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  usePassFocus(button, log)
  return (
    <Button
      ref={button}
      variant="secondary"
      size={unseen > 0 ? 'md' : 'icon'}
      className="absolute right-3 bottom-3 rounded-full! text-sm! shadow-float"
      icon={<Icon of={ArrowDown} className="size-5" />}
      aria-label={unseen > 0 ? undefined : chatTexts.jumpToNewest}
      onClick={onJump}
    >
      {unseen > 0 && newMessages(unseen)}
    </Button>
  )
}

function EarlierButton({ partnerId, log }: ButtonOfLogProps & { partnerId: string }) {
  const connection = useRoomClient()
  const button = useRef<HTMLButtonElement>(null)
  usePassFocus(button, log)
  const [isBusy, setIsBusy] = useState(false)
  async function load(): Promise<void> {
    setIsBusy(true)
    await connection.history.loadEarlier(partnerId)
    setIsBusy(false)
  }
  return (
    <div className="flex justify-center py-2">
      <Button ref={button} variant="quiet" className="text-sm" busy={isBusy} onClick={load}>
        {chatTexts.earlier}
      </Button>
    </div>
  )
}

function DayLine({ children }: { children: ReactNode }) {
  return (
    <p className="mt-4 flex justify-center text-center text-ink-soft text-xs">
      <span className="rounded-full bg-hover px-3 py-1">{children}</span>
    </p>
  )
}

/** True while the newest change are earlier messages: a screen reader would read them all out. */
function useIsQuiet(entries: readonly Entry[]): boolean {
  const [first, newest] = [entries[0]?.id, entries.at(-1)?.id]
  const [shown, setShown] = useState({ first, newest, isQuiet: false })
  const hasChanged = first !== shown.first || newest !== shown.newest
  const isQuiet = hasChanged ? newest === shown.newest : shown.isQuiet
  if (hasChanged) setShown({ first, newest, isQuiet })
  return isQuiet
}

const NEAR_PX = 64

/** Follows the newest message if it is in view; otherwise keeps the scroll position. */
function useStickToNewest(box: RefObject<HTMLElement | null>, entries: readonly Entry[]) {
  const [isAtNewest, setIsAtNewest] = useState(true)
  const wasAtNewest = useRef(true)
  const before = useRef({ first: '', newest: '', height: 0 })
  const [seenThrough, setSeenThrough] = useState('')
  const newest = entries.at(-1)
  const newestId = newest?.id ?? ''

  const jump = useCallback(() => {
    const element = box.current
    if (element) element.scrollTop = element.scrollHeight
    // The next entry may come before the event of this scroll.
    wasAtNewest.current = true
  }, [box])

  const look = useCallback(() => {
    const element = box.current
    if (!element) return
    const distance = element.scrollHeight - element.scrollTop - element.clientHeight
    wasAtNewest.current = distance < NEAR_PX
    setIsAtNewest(wasAtNewest.current)
  }, [box])

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const { current: old } = before
    const first = entries[0]?.id ?? ''
    const isOwnNew = newest?.isOwn && newestId !== old.newest
    if (wasAtNewest.current || isOwnNew) jump()
    else if (first !== old.first) element.scrollTop += element.scrollHeight - old.height
    before.current = { first, newest: newestId, height: element.scrollHeight }
    // `entries`, because a refused message grows by its reason and two buttons.
  }, [box, jump, entries, newest, newestId])

  useEffect(() => {
    if (isAtNewest) setSeenThrough(newestId)
  }, [isAtNewest, newestId])

  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => wasAtNewest.current && jump())
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [box, jump, look])

  const seen = entries.findIndex(({ id }) => id === seenThrough)
  const unseen = isAtNewest || seen < 0 ? 0 : entries.length - 1 - seen
  return { isAtNewest, unseen, jump }
}
