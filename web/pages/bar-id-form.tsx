import type { FormEvent } from 'react'
import { useRef, useState } from 'react'
import { entryTexts } from '#contract/texts/entry.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { TIMINGS } from '#contract/timings.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { findBarPage } from './find-bar-page.ts'
import { useDelayedNavigation } from './use-delayed-navigation.ts'

const REFUSALS = {
  empty: {
    title: sharedTexts.requiredField,
    description: entryTexts.barIdMissing,
    mark: entryTexts.fieldMissing,
  },
  unknown: {
    title: entryTexts.barNotFound,
    description: entryTexts.barNotFoundHint,
    mark: entryTexts.barIdUnknown,
  },
  failed: { title: sharedTexts.error, description: entryTexts.barCheckFailed, mark: null },
} as const

export function BarIdForm() {
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const goLater = useDelayedNavigation()

  const refuse = ({ title, description, mark }: (typeof REFUSALS)[keyof typeof REFUSALS]) => {
    setBusy(false)
    setError(mark)
    showToast({ title, description, tone: 'destructive' })
    input.current?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!text.trim()) return refuse(REFUSALS.empty)
    setBusy(true)
    setError(null)
    const found = await findBarPage(text)
    if (found.outcome === 'found') goLater(found.path, TIMINGS.barCheckToBarMs)
    else refuse(REFUSALS[found.outcome])
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <TextField
        ref={input}
        label={entryTexts.barId}
        placeholder={entryTexts.barIdPlaceholder}
        error={error}
        value={text}
        readOnly={busy}
        onChange={(event) => {
          setText(event.target.value)
          setError(null)
        }}
        name="bar"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
      />
      <Button type="submit" size="lg" block busy={busy} busyLabel={entryTexts.enteringBar}>
        {entryTexts.enterBar}
      </Button>
    </form>
  )
}
