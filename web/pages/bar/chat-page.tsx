import ArrowLeft from 'lucide:arrow-left'
import type { MouseEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router'
import { address } from '#contract/address.ts'
import { toThumbnail, toTone } from '#contract/face.ts'
import { PAGES } from '#contract/pages.ts'
import { toInitial } from '#contract/plain-text.ts'
import { chatTexts, conversationWith } from '#contract/texts/chat.ts'
import { unreadCount } from '#contract/texts/people.ts'
import { pageTitle, sharedTexts } from '#contract/texts/shared.ts'
import { useUnreachableToast } from '#web/features/chat/chat-toasts.ts'
import type { Partner } from '#web/features/chat/conversation-card.tsx'
import { ConversationCard, isOver } from '#web/features/chat/conversation-card.tsx'
import { countUnread, useUnreadTitle } from '#web/features/message-signal/unread-title.ts'
import { pageData } from '#web/page-data.ts'
import { toFormOf, toList } from '#web/pages/own-list.ts'
import { useStored } from '#web/session/stored-item.ts'
import { chatTargetItem, ownIdItem } from '#web/session/visit-items.ts'
import { usePerson, useRoom, useRoomClient } from '#web/socket/use-room.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lazyPart, usePart } from '#web/ui/lazy-part.ts'
import { isPlainClick } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { UnreadCount } from '#web/ui/unread-count.tsx'
import { useIsDesk } from '#web/ui/use-is-desk.ts'
import { useBarName, useBarVisit } from './bar-visit.ts'
import { PresenceLine } from './presence-line.tsx'
import { visitPart } from './visit-part.ts'

export function ChatPage() {
  const { barId, secret, lostBy } = useBarVisit()
  const { userId = '' } = useParams()
  const isDesk = useIsDesk()
  if (secret !== null) {
    return (
      <div style={isDesk ? BESIDE_LIST : undefined}>
        <ChatWith key={userId} partnerId={userId} />
        {isDesk && <ListOf partnerId={userId} />}
      </div>
    )
  }
  const form = lostBy ? toFormOf(barId) : null
  return <Navigate to={form ?? address(PAGES.bar, { barId })} replace />
}

/** Until the list is loaded too, and if it never is. */
const BESIDE_LIST = { paddingLeft: '24rem' }

function ChatWith({ partnerId }: { partnerId: string }) {
  const { barId } = useBarVisit()
  const back = toList(barId)
  const partner = usePartner(partnerId)
  const ownId = useStored(ownIdItem)
  const isNoPartner = partner === 'unknown' || partnerId === ownId
  useEffect(() => {
    if (partner === 'unknown') showToast({ title: chatTexts.unknownPartner })
  }, [partner])
  if (isNoPartner) return <Navigate to={back} replace />
  return <Chat back={back} partnerId={partnerId} partner={partner} />
}

interface ChatProps {
  back: string
  partnerId: string
  partner: Partner | null
}

function Chat({ back, partnerId, partner }: ChatProps) {
  const { barId } = useBarVisit()
  const barName = useBarName()
  const title = partner ? conversationWith(partner.name) : sharedTexts.loading
  useUnreadTitle(pageTitle(pageData().productName, title))
  useChatTarget(barId, barName, partner)
  useUnreachableToast(partnerId)
  const connection = useRoomClient()
  const goBack = useGoBack()
  const unread = useRoom((room) => countUnread(room.unread) - (room.unread.get(partnerId) ?? 0))
  const fold = () => {
    connection.fold(partnerId)
    goBack()
  }
  // A long name has a line of its own.
  const heading = partner ? (
    <span className="flex flex-wrap items-baseline gap-x-1.5 leading-6">
      <span className="font-normal text-ink-soft text-xs leading-4">{conversationWith('')}</span>
      <span dir="auto" className="line-clamp-1 break-all">
        {partner.name}
      </span>
    </span>
  ) : (
    title
  )
  const onBack = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    goBack()
  }
  const { pushKey } = pageData()
  return (
    <Page
      fill
      width="full"
      className={`p-0! ${partner && isOver(partner.presence) ? 'group-data-down:pb-14!' : ''}`}
      header={
        <AppBar
          width="full"
          toasts="messages"
          start={
            <>
              <ButtonLink
                to={back}
                onClick={onBack}
                variant="quiet"
                className="-mx-2 gap-1! px-1.5! sm:gap-1.5!"
                icon={
                  <>
                    <Icon of={ArrowLeft} className="size-5" />
                    {unread > 0 && <UnreadCount count={unread} />}
                  </>
                }
              >
                <span>{chatTexts.back}</span>
                {unread > 0 && <span className="sr-only">{` (${unreadCount(unread)})`}</span>}
              </ButtonLink>
              {partner && <Face partner={partner} />}
            </>
          }
          title={heading}
          end={partner && <MenuOf partner={partner} />}
          subtitle={<PresenceLine partner={partner} barName={barName} />}
        />
      }
    >
      {partner && (
        <ConversationCard
          barId={barId}
          barName={barName}
          partner={partner}
          back={back}
          onBack={onBack}
          onFold={fold}
          whileUnanswered={pushKey && <NoticesOf name={partner.name} pushKey={pushKey} />}
        />
      )}
    </Page>
  )
}

// Without a connection the chat goes on without them.
const menu = visitPart((parts) => parts.ChatMenu)
const list = lazyPart(async () => (await import('./beside-chat.tsx')).BesideChat)
const notices = lazyPart(
  async () => (await import('#web/features/notices/notices-offer.tsx')).NoticesOffer,
)

function ListOf(props: { partnerId: string }) {
  const List = usePart(list)
  return List && <List {...props} />
}

function NoticesOf(props: { name: string; pushKey: string }) {
  const Offer = usePart(notices)
  return Offer && <Offer {...props} />
}

function MenuOf({ partner: { id, name, presence } }: { partner: Partner }) {
  const { askHelp } = useBarVisit()
  const Menu = usePart(menu)
  if (!Menu) return <span className="-mx-2 size-target" />
  return (
    <Menu personId={id} name={name} isOver={isOver(presence)} onHelp={askHelp} className="-mx-2" />
  )
}

/** The list is the entry below: going there by its link would leave the chat above the list. */
function useGoBack() {
  const navigate = useNavigate()
  const { key } = useLocation()
  const goneFrom = useRef('')
  return () => {
    if (goneFrom.current !== key) navigate(-1)
    goneFrom.current = key
  }
}

function Face({ partner: { id, name, presence } }: { partner: Partner }) {
  const photo = useRoom((room) => room.people.get(id)?.photo ?? null)
  return (
    <Avatar
      size="sm"
      src={toThumbnail(photo)}
      initial={toInitial(name)}
      tone={toTone(id)}
      presence={{
        online: presence === 'online' || presence === 'away',
        away: presence === 'away',
        label: '',
      }}
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

/** Null until known. Before the first snapshot: the name from the list. `unknown`: not in the bar. */
function usePartner(partnerId: string): Partner | 'unknown' | null {
  const { person, isAbsent } = usePerson(partnerId)
  const hasEnded = useRoom((room) => room.endedWith.has(partnerId))
  const [name, setName] = useState(() => readTargetName(partnerId))
  const [wasHere, setWasHere] = useState(false)
  if (person && (!wasHere || name !== person.name)) {
    setName(person.name)
    setWasHere(true)
  }
  if (person) {
    const online = person.away ? 'away' : 'online'
    return { id: partnerId, name: person.name, presence: person.online ? online : 'offline' }
  }
  if (hasEnded && name !== null) return { id: partnerId, name, presence: 'ended' }
  if (!isAbsent) return name === null ? null : { id: partnerId, name, presence: 'offline' }
  return wasHere && name !== null ? { id: partnerId, name, presence: 'left' } : 'unknown'
}

function readTargetName(partnerId: string): string | null {
  const target = chatTargetItem.read()
  return target?.userId === partnerId ? target.userName : null
}
