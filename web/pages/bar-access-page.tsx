import { ArrowLeft } from 'lucide'
import type { FormEvent, RefObject } from 'react'
import { useRef, useState } from 'react'
import { PAGES } from '#contract/paths.ts'
import { entryTexts } from '#contract/texts/entry.ts'
import { pageTitle, sharedTexts } from '#contract/texts/shared.ts'
import { TIMINGS } from '#contract/timings.ts'
import { Layout } from '#web/features/brand/layout.tsx'
import { Logo } from '#web/features/brand/logo.tsx'
import { pageData } from '#web/page-data.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { useEarlyInput } from '#web/ui/use-early-input.ts'
import { findBarPage, ScanButton, showRefusal } from './find-bar.tsx'
import { useDelayedNavigation } from './use-delayed-navigation.ts'

export function BarAccessPage() {
  const { productName } = pageData()
  const barIdInput = useRef<HTMLInputElement>(null)
  useDocumentTitle(pageTitle(productName, entryTexts.accessBar))
  return (
    <Layout className="justify-center gap-6">
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-2 text-center">
        <h1 className="w-full max-w-62">
          <Logo name={productName} className="w-full" />
        </h1>
        <p className="text-ink-soft text-lg">{entryTexts.barAccessSubtitle}</p>
      </div>
      <Card className="grid gap-5">
        <ScanButton onTypeInstead={() => barIdInput.current?.focus()} />
        <p className="flex items-center gap-3 text-ink-soft text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          {entryTexts.or}
        </p>
        <BarIdForm input={barIdInput} />
      </Card>
      <ButtonLink
        to={PAGES.landing}
        variant="quiet"
        className="self-center"
        icon={<Icon of={ArrowLeft} className="size-5" />}
      >
        {sharedTexts.backToHome}
      </ButtonLink>
    </Layout>
  )
}

function BarIdForm({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const goLater = useDelayedNavigation()
  useEarlyInput(input, setText)

  const refuse = (reason: Parameters<typeof showRefusal>[0]) => {
    setBusy(false)
    setError(showRefusal(reason))
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
