import type { ReactNode } from 'react'
import { address } from '#contract/address.ts'
import type { AdminBar } from '#contract/admin-bar.ts'
import { PAGES } from '#contract/pages.ts'
import { qrCodeLabel } from '#contract/texts/monitor.ts'
import { tableLabel } from '#contract/texts/person.ts'
import { addressBeginsWith, cardsPage, sheetTexts } from '#contract/texts/sheets.ts'
import { QrCode } from './qr-code.tsx'
import { Awning, CoasterEdge, Waves } from './sheet-art.tsx'
import type { Design } from './sheet-designs.tsx'

export interface SheetProps {
  bar: AdminBar
  design: Design
  /** The product's name as it is lettered. */
  lettering: ReactNode
  /** A drawing that the paper shows in outline. */
  drawing: ReactNode
}

export function Poster(props: SheetProps) {
  const { bar, design } = props
  const { logoUrl, qrCode, id, name } = bar
  return (
    <article className={`sheet poster ${design}`} aria-label={sheetTexts.poster}>
      {design === 'signboard' && <Awning stripes={13} />}
      <Brand {...props} />
      <div className="place">
        {logoUrl && <img src={logoUrl} alt="" />}
        <h2 dir="auto" className={toSize(name)}>
          {name}
        </h2>
      </div>
      <Words design={design} />
      <QrCode address={qrCode} label={qrCodeLabel(name)} className="code" />
      <footer>
        <p className="aim">{`${sheetTexts.aim} ${sheetTexts.orType}`}</p>
        <p className="id">{id}</p>
        <p>{addressBeginsWith(new URL(qrCode).host)}</p>
      </footer>
      {design === 'signboard' && <Waves />}
    </article>
  )
}

/** 2 × 3 cards on A4 are readable at arm's length. */
const CARDS_PER_PAGE = 6

export function TableCards({ tables, ...props }: SheetProps & { tables: number }) {
  const pages = Array.from({ length: Math.ceil(tables / CARDS_PER_PAGE) }, (_, page) => {
    const first = page * CARDS_PER_PAGE + 1
    const count = Math.min(CARDS_PER_PAGE, tables - first + 1)
    return Array.from({ length: count }, (_card, index) => String(first + index))
  })
  return pages.map((cards, page) => (
    <article key={cards[0]} className="sheet cards" aria-label={cardsPage(page + 1, pages.length)}>
      {cards.map((table) => (
        <TableCard key={table} {...props} table={table} />
      ))}
    </article>
  ))
}

function TableCard({ table, ...props }: SheetProps & { table: string }) {
  const { bar, design } = props
  const { origin, host } = new URL(bar.qrCode)
  const label = tableLabel(table)
  return (
    <section aria-label={label} className={design}>
      {design === 'signboard' && <Awning stripes={19} />}
      <Brand {...props} />
      <Words design={design} />
      <QrCode
        address={origin + address(PAGES.table, { barId: bar.id, tableId: table })}
        label={qrCodeLabel(label)}
        className="code"
      />
      <p className="table">{label}</p>
      <footer>
        <h3 dir="auto" className={toSize(bar.name)}>
          {bar.name}
        </h3>
        <p>
          <span>{sheetTexts.barId}</span> <b>{bar.id}</b>
          <span>{` · ${addressBeginsWith(host)}`}</span>
        </p>
      </footer>
    </section>
  )
}

function Brand({ lettering, drawing }: Pick<SheetProps, 'lettering' | 'drawing'>) {
  return (
    <div className="brand">
      <div className="lettering">{lettering}</div>
      <div className="drawing">{drawing}</div>
    </div>
  )
}

function Words({ design }: { design: Design }) {
  if (design === 'coaster') return <CoasterEdge />
  return (
    <>
      <p className="invitation">{sheetTexts.invitation.map(toLine)}</p>
      <p className="promise">{sheetTexts.promises.map(toLine)}</p>
    </>
  )
}

const toLine = (line: string) => <span key={line}>{`${line} `}</span>

function toSize(name: string): string {
  const { length } = [...name]
  if (length <= 18) return 'short'
  return length <= 40 ? 'long' : 'longest'
}
