import type { MouseEvent, ReactNode, RefObject } from 'react'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { chatTexts, firstMessageWaits, waitForAnswer } from '#contract/texts/chat.ts'
import { leftBar } from '#contract/texts/people.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { serverNow } from '#web/api/server-clock.ts'
import { readDraft, writeDraft } from '#web/session/drafts.ts'
import { UNLOADED } from '#web/socket/conversation.ts'
import { isDown } from '#web/socket/room-state.ts'
import { useOutage, useRoom, useRoomClient } from '#web/socket/use-room.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { lazyPart, usePart } from '#web/ui/lazy-part.ts'
import { onVisibility } from '#web/ui/on-visibility.ts'
import { Pattern } from '#web/ui/pattern.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { usePassFocus } from '#web/ui/use-pass-focus.ts'
import { useRetries } from '#web/ui/use-retries.ts'
import { Composer } from './composer.tsx'
import { ComposerDraft } from './composer-draft.ts'
import { MessageLog } from './message-log.tsx'
import { consentOf, isUnanswered, toTimeline } from './timeline.ts'

export interface Partner {
  id: string
  name: string
  /** `ended`: one of the two has blocked the other. */
  presence: 'online' | 'away' | 'offline' | 'left' | 'ended'
}

const openers = lazyPart(async () => (await import('./first-words.tsx')).Openers)
const foldOffer = lazyPart(async () => (await import('./first-words.tsx')).FoldOffer)

interface ConversationCardProps {
  barId: string
  /** A phone's header has no room for it. */
  barName: string
  partner: Partner
  /** The list of people. */
  back: string
  onBack: (event: MouseEvent) => void
  /** "Agora não" was pressed. */
  onFold: () => void
  /** Stands below the messages while the partner has not answered and has not left. */
  whileUnanswered?: ReactNode
}

export function ConversationCard(props: ConversationCardProps) {
  const { barId, barName, partner, back, onBack, onFold, whileUnanswered } = props
  const connection = useRoomClient()
  const area = useRef<HTMLTextAreaElement>(null)
  const box = useRef<HTMLElement>(null)
  const [draft] = useState(
    () =>
      new ComposerDraft({
        read: () => readDraft(barId, partner.id),
        write: (text) => writeDraft(barId, partner.id, text),
      }),
  )
  const hasGone = isOver(partner.presence)
  const { conversation, entries } = useConversation(partner.id, partner.presence === 'ended')
  useReading(partner.id)
  useEffect(() => {
    // A phone's keyboard would open with the focus.
    if (matchMedia('(pointer: fine)').matches) area.current?.focus()
  }, [])
  const isOffline = partner.presence === 'offline'
  useEffect(
    () =>
      draft.subscribe(() => {
        if (!isOffline && draft.read() !== '') connection.typing(partner.id)
      }),
    [connection, draft, isOffline, partner.id],
  )
  const isUnknown = conversation.completeThrough === null
  const isFirstMessage = !isUnknown && entries.every(({ state }) => state !== 'stored')
  const hasFailed = conversation.load === 'failed' && !hasGone
  useRetries(hasFailed, () => connection.history.retry(partner.id))
  const isWhole = !isUnknown && !conversation.hasEarlier
  const consent = isWhole ? consentOf(entries) : 'open'
  const note = toNote(partner, isFirstMessage, consent === 'closed')
  const Openers = usePart(openers)
  const FoldOffer = usePart(foldOffer)
  const isListed = useRoom((room) => room.unread.has(partner.id))
  const loadFailed = <LoadFailed heir={box} onRetry={() => connection.history.load(partner.id)} />

  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={chatTexts.messages}
      className="relative isolate flex min-h-0 flex-1 flex-col overflow-hidden bg-page"
    >
      <h2 className="truncate px-4 pt-1.5 text-center text-ink-faint text-xs [@media(max-height:20rem)]:sr-only">
        <span>{chatTexts.messages}</span>
        <span dir="auto" className="sm:hidden">
          {` · ${barName}`}
        </span>
      </h2>
      {hasFailed && entries.length > 0 && loadFailed}
      <div className="relative isolate flex min-h-0 flex-1 flex-col">
        <Pattern of="pavement" className="absolute inset-x-0 bottom-0 -z-10 h-28 opacity-50" />
        {entries.length > 0 || (!isUnknown && !hasFailed) ? (
          <MessageLog
            partnerId={partner.id}
            partnerName={partner.name}
            entries={entries}
            hasEarlier={conversation.hasEarlier && !hasGone}
            foot={!hasGone && isUnanswered(entries) && whileUnanswered}
            openers={note === null && Openers && !hasGone && <Openers draft={draft} area={area} />}
          />
        ) : (
          <div className="flex min-h-0 flex-1 items-center justify-center">
            {!hasGone && (hasFailed ? loadFailed : <Loading />)}
          </div>
        )}
      </div>
      {hasGone ? (
        <div className="grid justify-items-center gap-2 border-line border-t bg-raised px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] text-center">
          <p role="status" className="text-ink-soft">
            {partner.presence === 'ended' ? chatTexts.ended : leftBar(partner.name)}
          </p>
          <ButtonLink to={back} onClick={onBack} variant="secondary">
            {chatTexts.whoIsHere}
          </ButtonLink>
        </div>
      ) : (
        <>
          {consent === 'asked' && isListed && FoldOffer && <FoldOffer onFold={onFold} />}
          <Composer
            draft={draft}
            area={area}
            note={note}
            isClosed={consent === 'closed'}
            onSend={(text) => connection.say(partner.id, text)}
          />
        </>
      )}
    </section>
  )
}

export function isOver(presence: Partner['presence']): presence is 'left' | 'ended' {
  return presence === 'left' || presence === 'ended'
}

/** Why nothing can be sent now. */
function toNote(partner: Partner, isFirstMessage: boolean, isClosed: boolean): string | null {
  if (isClosed) return waitForAnswer(partner.name)
  return isFirstMessage && partner.presence === 'offline' ? firstMessageWaits(partner.name) : null
}

const ON_THE_WAY = ['w-3/5', 'w-2/5 self-end', 'w-3/5 self-end', 'w-2/5']

function Loading() {
  const isWaiting = useRoom(isDown)
  const outage = useOutage(sharedTexts.offlineWaits)
  return (
    <div className="flex w-full flex-col gap-3 self-end p-4">
      <p role="status" className={isWaiting ? 'text-center text-ink-soft' : 'sr-only'}>
        {isWaiting ? outage : chatTexts.loading}
      </p>
      {ON_THE_WAY.map((place) => (
        <Skeleton key={place} className={`h-13 rounded-xl! ${place}`} />
      ))}
    </div>
  )
}

interface LoadFailedProps {
  /** Gets the focus of the button, which goes with a press. */
  heir: RefObject<HTMLElement | null>
  onRetry: () => void
}

function LoadFailed({ heir, onRetry }: LoadFailedProps) {
  const button = useRef<HTMLButtonElement>(null)
  usePassFocus(button, heir)
  return (
    <div className="p-3">
      <Banner
        live
        action={
          <Button ref={button} variant="secondary" onClick={onRetry}>
            {chatTexts.retry}
          </Button>
        }
      >
        {chatTexts.loadFailed}
      </Banner>
    </div>
  )
}

const NOTHING: readonly never[] = []

function useConversation(partnerId: string, hasEnded: boolean) {
  const connection = useRoomClient()
  const ownId = useRoom((room) => room.you?.id ?? '')
  const conversation = useRoom((room) => room.conversations.get(partnerId) ?? UNLOADED)
  const unsent = useRoom((room) => room.unsent.get(partnerId) ?? NOTHING)

  const isLive = useRoom((room) => room.you !== null) && !hasEnded
  useEffect(() => {
    // Before the first snapshot it is unknown whether the partner is in the bar.
    return isLive ? connection.history.open(partnerId) : undefined
  }, [connection, partnerId, isLive])

  const entries = useMemo(
    () => toTimeline(conversation.messages, unsent, ownId, serverNow()),
    [conversation.messages, unsent, ownId],
  )
  return { conversation, entries }
}

/** Marks messages as read at once: a quick look counts. A folded conversation has no unread messages. */
function useReading(partnerId: string): void {
  const connection = useRoomClient()
  const isVisible = useSyncExternalStore(onVisibility, () => !document.hidden)
  const isLive = useRoom((room) => room.connection === 'live')
  const unread = useRoom((room) => room.unread.get(partnerId))
  const newest = useRoom((room) => room.conversations.get(partnerId)?.messages.at(-1)?.number ?? 0)

  useEffect(() => {
    if (!isVisible || !isLive || unread === 0 || newest === 0) return
    connection.read(partnerId, newest)
  }, [connection, partnerId, isVisible, isLive, unread, newest])
  useEffect(() => () => connection.doneReading(partnerId), [connection, partnerId])
}
