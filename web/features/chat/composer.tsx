import { SendHorizontal } from 'lucide'
import type { FormEvent, KeyboardEvent, RefObject } from 'react'
import { useSyncExternalStore } from 'react'
import { charactersLeft, chatTexts } from '#contract/texts/chat.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import type { ComposerDraft } from './composer-draft.ts'
import { isSendKey, measure } from './composer-draft.ts'

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
  const { isEmpty, isTooLong, left } = measure(text)

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
      className="border-line border-t bg-raised px-2.5 pt-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom))] sm:px-4"
    >
      {note && (
        <p
          role="status"
          className={isClosed && text === '' ? 'sr-only' : 'px-2 pb-2 text-ink-soft text-sm'}
        >
          {note}
        </p>
      )}
      <TextArea
        ref={area}
        label={chatTexts.composerLabel}
        labelHidden
        placeholder={(isClosed && note) || chatTexts.composerPlaceholder}
        error={isTooLong ? toLimitText(left) : null}
        hint={isTooLong || left === null ? null : charactersLeft(left)}
        value={text}
        onChange={(event) => draft.type(event.target.value)}
        onKeyDown={press}
        // Not disabled: it keeps the focus, and an answer opens it.
        readOnly={isClosed}
        rows={2}
        enterKeyHint="send"
        dir="auto"
        className="field-sizing-content block max-h-[min(10rem,25dvh)] min-h-17 rounded-xl! py-2! pointer-coarse:focus-visible:border-edge pointer-coarse:focus-visible:outline-2 pointer-coarse:focus-visible:outline-edge read-only:border-line! read-only:bg-hover!"
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

function toLimitText(left: number | null): string {
  return left !== null && left < 0 ? `${chatTexts.tooLong} (${left})` : chatTexts.tooLong
}
