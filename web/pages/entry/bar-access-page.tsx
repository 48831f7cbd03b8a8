import type { FormEvent, RefObject } from 'react'
import { useRef, useState } from 'react'
import { entryTexts } from '#contract/texts/entry.ts'
import { pageTitle } from '#contract/texts/shared.ts'
import { TIMINGS } from '#contract/timings.ts'
import { LanguageOffer } from '#web/features/brand/language-switch.tsx'
import { LogoPage } from '#web/features/brand/logo-page.tsx'
import { pageData } from '#web/page-data.ts'
import { useDelayedNavigation } from '#web/pages/use-delayed-navigation.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { useEarlyInput } from '#web/ui/use-early-input.ts'
import { findBarPage, ScanButton, showRefusal } from './find-bar.tsx'

export function BarAccessPage() {
  const { productName } = pageData()
  const barIdInput = useRef<HTMLInputElement>(null)
  useDocumentTitle(pageTitle(productName, entryTexts.accessBar))
  return (
    <LogoPage productName={productName} subtitle={entryTexts.barAccessSubtitle} hasLanguages>
      <LanguageOffer />
      <Card className="grid gap-5">
        <ScanButton onTypeInstead={() => barIdInput.current?.focus()} />
        <p className="flex items-center gap-3 text-ink-soft text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          {entryTexts.or}
        </p>
        <BarIdForm input={barIdInput} />
      </Card>
    </LogoPage>
  )
}

function BarIdForm({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<ReturnType<typeof showRefusal> | null>(null)
  const goLater = useDelayedNavigation()
  useEarlyInput(input, setText)

  const refuse = (reason: Parameters<typeof showRefusal>[0]) => {
    setBusy(false)
    setRefusal(showRefusal(reason))
    input.current?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!text.trim()) return refuse('empty')
    setBusy(true)
    setRefusal(null)
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
        error={refusal?.mark}
        value={text}
        readOnly={busy}
        onChange={(event) => {
          setText(event.target.value)
          setRefusal(null)
        }}
        name="bar"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
      />
      {refusal?.mark === null && (
        <Banner tone="danger" title={refusal.toast.description}>
          {refusal.toast.hint}
        </Banner>
      )}
      <Button
        type="submit"
        variant="secondary"
        size="lg"
        block
        busy={busy}
        busyLabel={entryTexts.enteringBar}
      >
        {entryTexts.enterBar}
      </Button>
    </form>
  )
}
