import SendHorizontal from 'lucide:send-horizontal'
import WifiOff from 'lucide:wifi-off'
import type { FormEvent, KeyboardEvent, RefObject } from 'react'
import { useState, useSyncExternalStore } from 'react'
import { charactersLeft, chatTexts } from '#contract/texts/chat.ts'
import { useOutage } from '#web/socket/use-room.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import type { ComposerDraft } from './composer-draft.ts'
import { isSendKey, measure } from './composer-draft.ts'

/** On a wide screen messages and composer stay in the middle. */
export const COLUMN = { paddingInline: 'max(0.75rem, 50% - 22rem)' }

/** The line that is written stays clear of the border. */
const CLEAR = { scrollPaddingBlock: '0.75rem' }

export interface ComposerProps {
  draft: ComposerDraft
  area: RefObject<HTMLTextAreaElement | null>
  /** Why sending is disabled. The draft is kept. */
  note: string | null
  /** Nothing can be written either. */
  isClosed: boolean
  onSend: (text: string) => void
}

export function Composer({ draft, area, note, isClosed, onSend }: ComposerProps) {
  const text = useSyncExternalStore(draft.subscribe, draft.read)
  const { isEmpty, isTooLong, remaining } = measure(text)
  const outage = useOutage(chatTexts.sentLater)
  // A note closes only an empty field. A begun text stays open, even once it is deleted.
  const cameShut = note !== null && text === ''
  const [noted, setNoted] = useState({ note, isShut: cameShut })
  if (noted.note !== note) setNoted({ note, isShut: cameShut })
  const isShut = isClosed || noted.isShut

  function send(): void {
    if (note) return
    const taken = draft.take()
    if (taken !== null) onSend(taken)
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    send()
    area.current?.focus() // keeps a phone's keyboard open
  }
  function press(event: KeyboardEvent): void {
    if (!isSendKey(event.nativeEvent)) return
    event.preventDefault()
    send()
  }

  return (
    <form
      onSubmit={submit}
      className="border-line border-t bg-raised group-data-down:bg-danger-wash pt-2.5 pb-[calc(0.75rem+env(safe-area-inset-bottom))]"
      style={COLUMN}
    >
      <OfflineNote>{outage}</OfflineNote>
      {/* A field is described to a screen reader only as it gets the focus. */}
      <p role="status" className="sr-only">
        {isTooLong && <span>{chatTexts.tooLong}</span>}
        {!isTooLong && remaining !== null && <FirstCount>{charactersLeft(remaining)}</FirstCount>}
      </p>
      {note && (
        <p
          role="status"
          className={isShut && text === '' ? 'sr-only' : 'px-2 pb-2 text-ink-soft text-sm'}
        >
          {note}
        </p>
      )}
      <TextArea
        ref={area}
        label={chatTexts.composerLabel}
        labelHidden
        placeholder={(isShut && note) || chatTexts.composerPlaceholder}
        error={isTooLong ? toLimitText(remaining) : null}
        hint={isTooLong || remaining === null ? null : charactersLeft(remaining)}
        value={text}
        onChange={(event) => draft.type(event.target.value)}
        onKeyDown={press}
        // A disabled field would lose the focus; an answer opens this one.
        readOnly={isShut}
        rows={2}
        enterKeyHint="send"
        dir="auto"
        style={CLEAR}
        className="field-sizing-content block wrap-anywhere max-h-[min(10rem,25dvh)] min-h-17 rounded-xl! py-2! pointer-coarse:focus-visible:border-edge pointer-coarse:focus-visible:outline-2 pointer-coarse:focus-visible:outline-edge read-only:border-line! read-only:bg-hover!"
        suffix={
          <Button
            type="submit"
            size="icon"
            aria-label={chatTexts.send}
            disabled={isEmpty || isTooLong || note !== null}
            className="rounded-full!"
          >
            <Icon of={SendHorizontal} className="size-5.5" />
          </Button>
        }
      />
    </form>
  )
}

/** Keeps the text that it had at first: a screen reader need not hear each number. */
function FirstCount({ children }: { children: string }) {
  const [first] = useState(children)
  return <span>{first}</span>
}

/** In place of the strip at the foot of other pages. */
function OfflineNote({ children }: { children: string }) {
  return (
    <p
      data-strip
      aria-hidden="true"
      className="hidden items-center justify-center gap-2 px-2 pb-2 text-ink text-sm group-data-down:flex"
    >
      <Icon of={WifiOff} className="size-4 shrink-0 text-danger" />
      <span>{children}</span>
    </p>
  )
}

function toLimitText(remaining: number | null): string {
  return remaining !== null && remaining < 0
    ? `${chatTexts.tooLong} (${remaining})`
    : chatTexts.tooLong
}
