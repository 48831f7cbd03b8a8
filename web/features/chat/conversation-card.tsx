import { MessageCircle } from 'lucide'
import type { ReactNode } from 'react'
import { chatTexts, firstMessageWaits } from '#contract/texts/chat.ts'
import { leftBar } from '#contract/texts/people.ts'
import { useRoom, useRoomConnection } from '#web/socket/use-room.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Composer } from './composer.tsx'
import { MessageLog } from './message-log.tsx'
import { useConversation } from './use-conversation.ts'
import { useReading } from './use-reading.ts'

export interface Partner {
  id: string
  name: string
  presence: 'online' | 'offline' | 'left'
}

export interface ConversationCardProps {
  barId: string
  partner: Partner
  /** Beside the heading. */
  face: ReactNode
}

/** The card "Mensagens": what was said, and where to say more. */
export function ConversationCard({ barId, partner, face }: ConversationCardProps) {
  const connection = useRoomConnection()
  const { conversation, entries } = useConversation(partner.id)
  useReading(partner.id)
  const otherDeviceSince = useRoom((room) => room.otherDevices.get(partner.id) ?? null)
  const isUnknown = conversation.completeThrough === null
  const isFirstMessage = !isUnknown && entries.every(({ state }) => state !== 'stored')

  return (
    <section
      aria-label={chatTexts.messages}
      className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-xl border border-line bg-raised shadow-card"
    >
      <div className="flex items-center justify-between gap-3 border-line border-b px-4 py-1.5">
        <h2 className="font-semibold">{chatTexts.messages}</h2>
        {face}
      </div>
      {conversation.load === 'failed' && (
        <LoadFailed onRetry={() => connection.loadAgain(partner.id)} />
      )}
      {entries.length > 0 ? (
        <MessageLog
          partnerId={partner.id}
          partnerName={partner.name}
          entries={entries}
          hasEarlier={conversation.hasEarlier}
          otherDeviceSince={otherDeviceSince}
        />
      ) : (
        <div className="flex min-h-0 flex-1 items-center justify-center">
          {isUnknown ? conversation.load === 'loading' && <Loading /> : <NothingYet />}
        </div>
      )}
      {partner.presence === 'left' ? (
        <p role="status" className="border-line border-t px-4 py-4 text-center text-ink-soft">
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

function NothingYet() {
  return (
    <EmptyState title={chatTexts.empty} icon={<Icon of={MessageCircle} className="size-9" />} />
  )
}

function Loading() {
  return (
    <p role="status" className="flex items-center gap-3 text-ink-soft">
      <Spinner /> {chatTexts.loading}
    </p>
  )
}

function LoadFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="p-3">
      <Banner
        tone="danger"
        action={
          <Button variant="secondary" onClick={onRetry}>
            {chatTexts.retry}
          </Button>
        }
      >
        {chatTexts.loadFailed}
      </Banner>
    </div>
  )
}
