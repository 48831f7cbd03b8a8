import { SendHorizontal } from 'lucide'
import type { FormEvent, KeyboardEvent } from 'react'
import { useRef, useState, useSyncExternalStore } from 'react'
import { charactersLeft, chatTexts } from '#contract/texts/chat.ts'
import { readDraft, writeDraft } from '#web/session/visit.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { ComposerDraft, isSendKey, measure } from './composer-draft.ts'

export interface ComposerProps {
  barId: string
  partnerId: string
  /** Why sending is disabled. The draft is kept. */
  note: string | null
  onSend: (text: string) => void
}

export function Composer({ barId, partnerId, note, onSend }: ComposerProps) {
  const [draft] = useState(
    () =>
      new ComposerDraft({
        read: () => readDraft(barId, partnerId),
        write: (text) => writeDraft(barId, partnerId, text),
      }),
  )
  const text = useSyncExternalStore(draft.subscribe, draft.read)
  const area = useRef<HTMLTextAreaElement>(null)
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
      className="border-line border-t bg-raised px-3 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] sm:px-4"
    >
      {note && (
        <p role="status" className="pb-2 text-ink-soft text-sm">
          {note}
        </p>
      )}
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextArea
            ref={area}
            label={chatTexts.composerLabel}
            labelHidden
            placeholder={chatTexts.composerPlaceholder}
            error={isTooLong ? toLimitText(left) : null}
            hint={isTooLong || left === null ? null : charactersLeft(left)}
            value={text}
            onChange={(event) => draft.type(event.target.value)}
            onKeyDown={press}
            rows={2}
            enterKeyHint="send"
            dir="auto"
            className="field-sizing-content max-h-[min(10rem,25dvh)] min-h-19"
          />
        </div>
        <Button
          type="submit"
          size="icon"
          aria-label={chatTexts.send}
          disabled={isEmpty || isTooLong || note !== null}
          className="mb-4"
        >
          <Icon of={SendHorizontal} className="size-5.5" />
        </Button>
      </div>
    </form>
  )
}

function toLimitText(left: number | null): string {
  return left !== null && left < 0 ? `${chatTexts.tooLong} (${left})` : chatTexts.tooLong
}
