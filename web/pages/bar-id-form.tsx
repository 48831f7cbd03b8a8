import type { FormEvent, RefObject } from 'react'
import { useState } from 'react'
import { entryTexts } from '#contract/texts/entry.ts'
import { TIMINGS } from '#contract/timings.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useEarlyInput } from '#web/ui/use-early-input.ts'
import { tellRefusal } from './bar-refusals.ts'
import { findBarPage } from './find-bar-page.ts'
import { useDelayedNavigation } from './use-delayed-navigation.ts'

export function BarIdForm({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const goLater = useDelayedNavigation()
  useEarlyInput(input, setText)

  const refuse = (reason: Parameters<typeof tellRefusal>[0]) => {
    setBusy(false)
    setError(tellRefusal(reason))
    input.current?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!text.trim()) return refuse('empty')
    setBusy(true)
    setError(null)
    const found = await findBarPage(text)
    if (found.outcome === 'found') goLater(found.path, TIMINGS.barCheckToBarMs)
    else refuse(found.outcome)
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
