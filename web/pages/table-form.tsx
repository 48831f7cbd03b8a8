import type { FormEvent } from 'react'
import { useRef, useState } from 'react'
import type { PublicBar } from '#contract/bar.ts'
import { LIMITS } from '#contract/limits.ts'
import { toPage } from '#contract/paths.ts'
import { readText, toLine } from '#contract/plain-text.ts'
import { entryTexts, tableConnectedDetail } from '#contract/texts/entry.ts'
import { sharedTexts } from '#contract/texts/shared.ts'
import { TIMINGS } from '#contract/timings.ts'
import { currentBarItem, visitSecretItem } from '#web/session/visit-items.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useEarlyInput } from '#web/ui/use-early-input.ts'
import { useDelayedNavigation } from './use-delayed-navigation.ts'

/** Without a bar the form can be filled in but not sent. */
export function TableForm({ bar }: { bar: PublicBar | null }) {
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const goLater = useDelayedNavigation()
  useEarlyInput(input, setText)

  const refuse = (mark: string) => {
    setError(mark)
    input.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy || !bar) return
    const table = readText(text, LIMITS.tableText, toLine)
    if (table === null) return refuse(entryTexts.tableTooLong)
    if (table === '') {
      const { requiredField: title } = sharedTexts
      showToast({ title, description: entryTexts.tableMissing, tone: 'destructive' })
      return refuse(entryTexts.fieldMissing)
    }
    setBusy(true)
    currentBarItem.write({ barId: bar.id, barName: bar.name, tableNumber: table })
    void moveVisit(bar.id, table)
    showToast({
      title: entryTexts.tableConnected,
      description: tableConnectedDetail(table, bar.name),
      tone: 'success',
    })
    goLater(toPage.table(bar.id, table), TIMINGS.tableToTablePageMs)
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <TextField
        ref={input}
        label={entryTexts.table}
        placeholder={entryTexts.tablePlaceholder}
        hint={entryTexts.tableHint}
        error={error}
        value={text}
        readOnly={busy}
        onChange={(event) => {
          setText(event.target.value)
          setError(null)
        }}
        name="table"
        autoComplete="off"
        inputMode="text"
        enterKeyHint="go"
      />
      <Button
        type="submit"
        size="lg"
        block
        disabled={!bar}
        busy={busy}
        busyLabel={entryTexts.enteringTable}
      >
        {entryTexts.enterTable}
      </Button>
    </form>
  )
}

async function moveVisit(barId: string, table: string): Promise<void> {
  const visit = visitSecretItem.read()
  if (visit?.barId !== barId) return
  try {
    const { editProfile } = await import('#web/api/visit.ts')
    await editProfile(barId, visit.secret, { table })
  } catch {
    // On failure their own row shows the old table and can be pressed.
  }
}
