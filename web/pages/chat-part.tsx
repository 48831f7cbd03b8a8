import { ArrowLeft } from 'lucide'
import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { toPage } from '#contract/paths.ts'
import { toInitial } from '#contract/plain-text.ts'
import { chatTexts, conversationWith } from '#contract/texts/chat.ts'
import { peopleTexts } from '#contract/texts/people.ts'
import { pageTitle, sharedTexts } from '#contract/texts/shared.ts'
import { useUnreachableToast } from '#web/features/chat/chat-toasts.ts'
import type { Partner } from '#web/features/chat/conversation-card.tsx'
import { ConversationCard } from '#web/features/chat/conversation-card.tsx'
import { useMessageSignal } from '#web/features/message-signal/message-signal.ts'
import { pageData } from '#web/page-data.ts'
import { useStored } from '#web/session/stored-item.ts'
import { chatTargetItem, ownIdItem } from '#web/session/visit-items.ts'
import { useRoom } from '#web/socket/use-room.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Page } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useBarVisit } from './bar-visit.ts'
import { useBarName } from './use-bar-name.ts'
import { usePartner } from './use-partner.ts'

export function ChatPart({ partnerId }: { partnerId: string }) {
  const { barId } = useBarVisit()
  const ownId = useStored(ownIdItem) ?? ''
  const partner = usePartner(partnerId)
  const isNobody = partner === 'unknown' || partnerId === ownId
  useEffect(() => {
    if (partner === 'unknown') showToast({ title: peopleTexts.unknownPartner })
  }, [partner])
  if (isNobody) return <Navigate to={toPage.table(barId, ownId)} replace />
  return <Chat back={toPage.table(barId, ownId)} partner={partner} />
}

function Chat({ back, partner }: { back: string; partner: Partner | null }) {
  const { barId } = useBarVisit()
  const barName = useBarName()
  const title = partner ? conversationWith(partner.name) : sharedTexts.loading
  useMessageSignal(pageTitle(pageData().productName, title), partner?.id ?? null)
  useChatTarget(barId, barName, partner)
  useUnreachableToast()
  const heading = <span dir="auto">{title}</span>
  return (
    <Page
      fill
      width="wide"
      className="p-0! sm:px-5! sm:py-4! group-data-down:pb-9! sm:group-data-down:pb-13! [@media(max-height:20rem)]:pt-0!"
      header={
        <AppBar
          start={
            <>
              <ButtonLink
                to={back}
                variant="quiet"
                className="-ml-1.5 gap-1.5! px-2!"
                icon={<Icon of={ArrowLeft} className="size-5 max-sm:hidden" />}
              >
                {chatTexts.back}
              </ButtonLink>
              {partner && <Face partner={partner} />}
            </>
          }
          title={heading}
          subtitle={<span role="status">{toSubtitle(barName, partner)}</span>}
        />
      }
    >
      {partner && <ConversationCard barId={barId} partner={partner} />}
    </Page>
  )
}

function Face({ partner: { id, name, presence } }: { partner: Partner }) {
  const photo = useRoom((room) => room.people.get(id)?.photo ?? null)
  return (
    <Avatar
      size="sm"
      src={photo}
      initial={toInitial(name)}
      presence={{ online: presence === 'online', label: '' }}
    />
  )
}

function useChatTarget(barId: string, barName: string, partner: Partner | null): void {
  const userId = partner?.id
  const userName = partner?.name
  useEffect(() => {
    if (userId && userName) chatTargetItem.write({ userId, userName, barId, barName })
  }, [userId, userName, barId, barName])
}

function toSubtitle(barName: string, partner: Partner | null): string {
  if (!partner || partner.presence === 'left') return barName
  return `${partner.presence === 'online' ? peopleTexts.online : peopleTexts.offline} · ${barName}`
}
