import type { RefObject } from 'react'
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
import { untilPageIsLeft, useAct } from '#web/ui/use-act.ts'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { useForm } from '#web/ui/use-form.ts'
import { useKeptText } from '#web/ui/use-kept-text.ts'
import type { Refusal } from './find-bar.tsx'
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
  const [failure, setFailure] = useState<Refusal['toast'] | null>(null)
  const form = useForm({ bar: '' }, () => setFailure(null))
  useKeptText(form, 'bar')
  const goLater = useDelayedNavigation()

  const refuse = (reason: Parameters<typeof showRefusal>[0]) => {
    const { toast, mark } = showRefusal(reason)
    form.refuse({ bar: mark })
    setFailure(mark === null ? toast : null)
    input.current?.focus()
  }
  const [enter, isBusy] = useAct(async () => {
    setFailure(null)
    form.refuse({})
    const found = await findBarPage(form.values.bar)
    if (found.outcome !== 'found') return refuse(found.outcome)
    goLater(found.path, TIMINGS.barCheckToBarMs)
    await untilPageIsLeft()
  })
  const submit = () => {
    if (form.values.bar.trim()) void enter()
    else refuse('empty')
  }
  return (
    <form {...form.props(submit)} className="grid gap-5">
      <TextField
        {...form.field('bar')}
        ref={input}
        label={entryTexts.barId}
        placeholder={entryTexts.barIdPlaceholder}
        readOnly={isBusy}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
      />
      {failure && (
        <Banner tone="danger" title={failure.description}>
          {failure.hint}
        </Banner>
      )}
      <Button
        type="submit"
        variant="secondary"
        size="lg"
        block
        busy={isBusy}
        busyLabel={entryTexts.enteringBar}
      >
        {entryTexts.enterBar}
      </Button>
    </form>
  )
}
