import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { chatTexts, firstMessageWaits } from '#contract/texts/chat.ts'
import { leftBar } from '#contract/texts/people.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { UNLOADED } from '#web/socket/conversation.ts'
import { isUnreachable } from '#web/socket/room-state.ts'
import { useRoom, useRoomClient } from '#web/socket/use-room.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Pattern } from '#web/ui/pattern.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useRetries } from '#web/ui/use-retries.ts'
import { Composer } from './composer.tsx'
import { MessageLog } from './message-log.tsx'
import { toTimeline } from './timeline.ts'

export interface Partner {
  id: string
  name: string
  presence: 'online' | 'away' | 'offline' | 'left'
}

interface ConversationCardProps {
  barId: string
  partner: Partner
}

export function ConversationCard({ barId, partner }: ConversationCardProps) {
  const connection = useRoomClient()
  const { conversation, entries } = useConversation(partner.id)
  useReading(partner.id)
  const isUnknown = conversation.completeThrough === null
  const isFirstMessage = !isUnknown && entries.every(({ state }) => state !== 'stored')
  useRetries(conversation.load === 'failed', () => void connection.history.retry(partner.id))
  const loadFailed = <LoadFailed onRetry={() => connection.history.load(partner.id)} />

  return (
    <section
      aria-label={chatTexts.messages}
      className="relative isolate flex min-h-0 flex-1 flex-col overflow-hidden bg-raised sm:rounded-xl sm:border sm:border-line sm:shadow-card"
    >
      <Pattern of="pavement" className="absolute inset-x-0 bottom-20 -z-10 h-28 opacity-50" />
      <h2 className="border-line border-b px-4 py-1.5 text-center font-semibold text-ink-soft text-sm [@media(max-height:20rem)]:sr-only">
        {chatTexts.messages}
      </h2>
      {conversation.load === 'failed' && entries.length > 0 && loadFailed}
      {entries.length > 0 || (!isUnknown && conversation.load !== 'failed') ? (
        <MessageLog
          partnerId={partner.id}
          partnerName={partner.name}
          entries={entries}
          hasEarlier={conversation.hasEarlier}
        />
      ) : (
        <div className="flex min-h-0 flex-1 items-center justify-center">
          {conversation.load === 'failed' ? loadFailed : <Loading />}
        </div>
      )}
      {partner.presence === 'left' ? (
        <p
          role="status"
          className="border-line border-t bg-raised px-4 pt-4 pb-[calc(1rem+env(safe-area-inset-bottom))] text-center text-ink-soft"
        >
          {leftBar(partner.name)}
        </p>
      ) : (
        <Composer
          key={partner.id}
          barId={barId}
          partnerId={partner.id}
          note={
            isFirstMessage && partner.presence === 'offline'
              ? firstMessageWaits(partner.name)
              : null
          }
          onSend={(text) => connection.say(partner.id, text)}
        />
      )}
    </section>
  )
}

const ON_THE_WAY = ['w-3/5', 'w-2/5 self-end', 'w-1/2 self-end', 'w-2/3']

function Loading() {
  const isWaiting = useRoom(isUnreachable)
  return (
    <div className="flex w-full flex-col gap-3 self-end p-4">
      <p role="status" className={isWaiting ? 'text-center text-ink-soft' : 'sr-only'}>
        {isWaiting ? sharedTexts.offlineWaits : chatTexts.loading}
      </p>
      {ON_THE_WAY.map((place) => (
        <Skeleton key={place} className={`h-13 rounded-xl! ${place}`} />
      ))}
    </div>
  )
}

function LoadFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="p-3">
      <Banner
        tone={navigator.onLine ? 'danger' : 'info'}
        live
        action={
          <Button variant="secondary" onClick={onRetry}>
            {chatTexts.retry}
          </Button>
        }
      >
        {navigator.onLine ? chatTexts.loadFailed : sharedTexts.offlineWaits}
      </Banner>
    </div>
  )
}

const NOTHING: readonly never[] = []

function useConversation(partnerId: string) {
  const connection = useRoomClient()
  const ownId = useRoom((room) => room.you?.id ?? '')
  const conversation = useRoom((room) => room.conversations.get(partnerId) ?? UNLOADED)
  const unsent = useRoom((room) => room.unsent.get(partnerId) ?? NOTHING)

  const isLive = useRoom((room) => room.you !== null)
  useEffect(() => {
    // Before the first snapshot it is unknown whether the partner is in the bar.
    return isLive ? connection.history.open(partnerId) : undefined
  }, [connection, partnerId, isLive])

  const entries = useMemo(
    () => toTimeline(conversation.messages, unsent, ownId, Date.now()),
    [conversation.messages, unsent, ownId],
  )
  return { conversation, entries }
}

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Without a delay: a quick look counts as read too. */
function useReading(partnerId: string): void {
  const connection = useRoomClient()
  const isVisible = useSyncExternalStore(subscribeToVisibility, () => !document.hidden)
  const isLive = useRoom((room) => room.connection === 'live')
  const unread = useRoom((room) => room.unread.get(partnerId) ?? 0)
  const newest = useRoom((room) => room.conversations.get(partnerId)?.messages.at(-1)?.number ?? 0)

  useEffect(() => {
    if (!isVisible || !isLive || unread === 0 || newest === 0) return
    connection.read(partnerId, newest)
  }, [connection, partnerId, isVisible, isLive, unread, newest])
}
