import MessageCircle from 'lucide:message-circle'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { toTone } from '#contract/face.ts'
import type { PublicPerson } from '#contract/person.ts'
import { toInitial } from '#contract/plain-text.ts'
import { backSoon, layerTexts } from '#contract/texts/layers.ts'
import { interestLine, peopleTexts, statusLine } from '#contract/texts/people.ts'
import { tableLabel } from '#contract/texts/person.ts'
import { isDown } from '#web/socket/room-state.ts'
import { usePerson, useRoom } from '#web/socket/use-room.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, FROM_FOOT } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'

interface PersonSheetProps {
  personId: string
  menu: (person: PublicPerson) => ReactNode
  onChat: (person: PublicPerson) => void
  onClose: () => void
}

/** A person, large. Closes when the person leaves the bar or is blocked. */
export function PersonSheet({ personId, menu, onChat, onClose }: PersonSheetProps) {
  const { person, isAbsent } = usePerson(personId)
  const isCutOff = useRoom(isDown)
  const hasConversation = useRoom((room) => room.unread.has(personId))
  // Two presses in one frame must not go back twice.
  const isClosing = useRef(false)
  const close = () => {
    if (!isClosing.current) onClose()
    isClosing.current = true
  }
  const closeGone = useEffectEvent(close)
  useEffect(() => {
    if (isAbsent) closeGone()
  }, [isAbsent])
  if (!person) return null
  const { name, table, interest } = person
  const online = person.online && !isCutOff
  return (
    <Dialog
      onClose={close}
      title={name}
      picture={<Portrait person={person} />}
      menu={menu(person)}
      className={FROM_FOOT}
    >
      <div className="-mt-4 grid gap-1 text-ink-soft">
        <p dir="auto">{tableLabel(table)}</p>
        <p>{interestLine(interest)}</p>
        <p className={online ? 'text-success' : ''}>
          {isCutOff ? layerTexts.cutOff : statusLine(online)}
        </p>
      </div>
      {!person.online && !hasConversation && !isCutOff && (
        <p className="text-ink-soft">{backSoon(name)}</p>
      )}
      <Button
        size="lg"
        block
        icon={<Icon of={MessageCircle} />}
        disabled={!online && !hasConversation}
        onClick={() => onChat(person)}
      >
        {hasConversation && !online ? peopleTexts.seeConversation : peopleTexts.chat}
      </Button>
    </Dialog>
  )
}

function Portrait({ person: { id, name, photo } }: { person: PublicPerson }) {
  const letter = (
    <div className="lamplight grid place-items-center py-8">
      <Avatar src={null} initial={toInitial(name)} tone={toTone(id)} size="2xl" />
    </div>
  )
  if (photo === null) return letter
  return (
    <Picture
      src={photo}
      alt=""
      className="aspect-square max-h-[55dvh] w-full bg-hover"
      fallback={letter}
    />
  )
}
