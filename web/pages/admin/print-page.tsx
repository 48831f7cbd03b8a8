import Printer from 'lucide:printer'
import { useState } from 'react'
import type { AdminBar } from '#contract/admin-bar.ts'
import { LIMITS } from '#contract/limits.ts'
import { sheetTexts } from '#contract/texts/sheets.ts'
import { Logo } from '#web/features/brand/logo.tsx'
import { ToastingGlasses } from '#web/features/brand/toasting-glasses.tsx'
import type { Design } from '#web/features/qr/sheet-designs.tsx'
import { DESIGNS } from '#web/features/qr/sheet-designs.tsx'
import sheetsHref from '#web/features/qr/sheets.css?url'
import { Poster, TableCards } from '#web/features/qr/sheets.tsx'
import { pageData } from '#web/page-data.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { OneBarPage } from './admin-frame.tsx'

export function PrintPage() {
  return (
    <OneBarPage
      title={sheetTexts.title}
      className="gap-6 lg:grid lg:grid-cols-[19rem_minmax(0,1fr)] lg:content-start lg:gap-8"
    >
      {(bar) => <Sheets bar={bar} />}
    </OneBarPage>
  )
}

const KINDS = [
  { value: 'poster', label: sheetTexts.poster },
  { value: 'cards', label: sheetTexts.cards },
] as const
type Kind = (typeof KINDS)[number]['value']
const TABLES_AT_FIRST = '12'

function Sheets({ bar }: { bar: AdminBar }) {
  const [kind, setKind] = useState<Kind>('poster')
  const [design, setDesign] = useState<Design>('signboard')
  const [typed, setTyped] = useState(TABLES_AT_FIRST)
  const tables = readTables(typed)
  const isPoster = kind === 'poster'
  const sheet = {
    bar,
    design,
    lettering: <Logo name={pageData().productName} />,
    drawing: <ToastingGlasses />,
  }
  return (
    <>
      <link rel="stylesheet" href={sheetsHref} precedence="page" />
      <Card className="grid max-w-narrow gap-5 lg:sticky lg:top-[calc(var(--spacing-bar)+1.5rem)] lg:self-start">
        <RadioGroup
          legend={sheetTexts.what}
          options={KINDS}
          value={kind}
          onChange={(chosen) => setKind(chosen)}
        />
        <RadioGroup
          legend={sheetTexts.design}
          options={DESIGNS}
          value={design}
          onChange={(chosen) => setDesign(chosen)}
        />
        {!isPoster && (
          <TextField
            label={sheetTexts.tables}
            hint={sheetTexts.tablesHint}
            error={tables === null ? sheetTexts.tablesInvalid : null}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
        <Button
          size="lg"
          icon={<Icon of={Printer} className="size-5" />}
          disabled={!isPoster && tables === null}
          onClick={() => print()}
        >
          {sheetTexts.print}
        </Button>
        <p className="text-ink-soft text-sm">{sheetTexts.paper}</p>
      </Card>
      <section
        aria-label={sheetTexts.preview}
        className="grid justify-items-center gap-5 lg:[--beside:29rem]"
      >
        {isPoster ? (
          <Poster {...sheet} />
        ) : (
          tables !== null && <TableCards {...sheet} tables={tables} />
        )}
      </section>
    </>
  )
}

function readTables(typed: string): number | null {
  const tables = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : 0
  return tables >= 1 && tables <= LIMITS.printedTables ? tables : null
}
