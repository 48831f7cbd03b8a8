import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { address } from '#contract/address.ts'
import { LIMITS } from '#contract/limits.ts'
import { PAGES } from '#contract/pages.ts'
import { cutText } from '#contract/plain-text.ts'
import { messageFrom } from '#contract/texts/people.ts'
import { useRoomClient, useRoomIncidents, useVisit } from '#web/socket/use-room.ts'
import { showToast, toastStore } from '#web/ui/toast/show-toast.ts'

interface MessageNewsProps {
  openPersonId: string | undefined
  /** The list alone, not beside a chat. */
  isAtList: boolean
}

/** Announces messages of other conversations: a toast that opens them, or a live region alone. */
export function MessageNews({ openPersonId, isAtList }: MessageNewsProps) {
  const { barId } = useVisit()
  const { store } = useRoomClient()
  const navigate = useNavigate()
  const shown = useRef(new Map<string, number>())
  /** The last message of each person whom the room was asked about. */
  const unnamed = useRef(new Map<string, string>())
  const [read, setRead] = useState({ text: '', turn: 0 })

  const dismiss = (personId: string) => toastStore.dismiss(shown.current.get(personId) ?? 0)

  const announce = (personId: string, name: string, text: string): void => {
    const title = messageFrom(name, cutText(text, LIMITS.lastLineGraphemes))
    if (isAtList && isInList(personId)) {
      return setRead(({ turn }) => ({ text: title, turn: turn + 1 }))
    }
    // The phone's "back" leads from every chat to the list.
    const replace = openPersonId !== undefined
    const open = () => {
      dismiss(personId)
      navigate(address(PAGES.chat, { barId, userId: personId }), { replace })
    }
    const id = showToast(
      { title: <Opener onPress={open}>{title}</Opener>, tone: 'message' },
      shown.current.get(personId),
    )
    shown.current.set(personId, id)
  }
  const announceNamed = useEffectEvent(() => {
    const { people, searched } = store.read()
    for (const [personId, text] of unnamed.current) {
      const name = people.get(personId)?.name
      // A person whom the room does not find has left.
      if (name === undefined && !searched.has(personId)) continue
      unnamed.current.delete(personId)
      if (name !== undefined && personId !== openPersonId) announce(personId, name, text)
    }
  })
  useEffect(() => store.subscribe(announceNamed), [store])
  useRoomIncidents((incident) => {
    // The log of the open conversation is a live region itself.
    if (incident.type !== 'message' || incident.message.from === openPersonId) return
    // The client asks the room for a person who is not loaded.
    unnamed.current.set(incident.message.from, incident.message.text)
    announceNamed()
  })
  const dismissOpen = useEffectEvent(dismiss)
  useEffect(() => {
    if (openPersonId) dismissOpen(openPersonId)
  }, [openPersonId])

  return (
    <p role="status" className="sr-only">
      {/* Keyed: the same words twice are announced twice. */}
      <span key={read.turn}>{read.text}</span>
    </p>
  )
}

/** Covers the toast but for the button that dismisses it. */
function Opener({ onPress, children }: { onPress: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="line-clamp-2 w-full rounded-sm text-left after:absolute after:inset-0 after:rounded-lg hover:after:bg-ink/5"
    >
      {children}
    </button>
  )
}

/** True if the row is in view or about to be, or the list's pill names the person. */
function isInList(personId: string): boolean {
  if (document.querySelector('dialog[open]')) return false
  const search = document.querySelector<HTMLInputElement>('input[type=search]')
  if (!search?.value) return true
  const row = document.querySelector(`[data-person="${CSS.escape(personId)}"]`)
  const { top = 0, bottom = 0 } = row?.getBoundingClientRect() ?? {}
  return bottom > 0 && top < innerHeight
}
