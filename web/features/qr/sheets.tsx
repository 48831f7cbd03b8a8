import './sheets.css'
import type { AdminBar } from '#contract/admin-bar.ts'
import { toPage } from '#contract/paths.ts'
import { qrCodeLabel } from '#contract/texts/monitor.ts'
import { tableLabel } from '#contract/texts/person.ts'
import { addressBeginsWith, cardsPage, sheetTexts } from '#contract/texts/sheets.ts'
import { QrCode } from './qr-code.tsx'

export function Poster({ bar, productName }: { bar: AdminBar; productName: string }) {
  const { name, logoUrl, qrCode, id } = bar
  return (
    <article className="sheet poster" aria-label={sheetTexts.poster}>
      <header>
        {logoUrl && <img src={logoUrl} alt="" />}
        <h2 dir="auto">{name}</h2>
        <p className="invitation">{sheetTexts.invitation}</p>
      </header>
      <QrCode address={qrCode} label={qrCodeLabel(name)} className="code" />
      <footer>
        <p>{sheetTexts.orType}</p>
        <p className="id">{id}</p>
        <p className="domain">{addressBeginsWith(new URL(qrCode).host)}</p>
        <p className="product">{productName}</p>
      </footer>
    </article>
  )
}

/** 2 × 3 cards on A4 are readable at arm's length. */
const CARDS_PER_PAGE = 6

interface TableCardsProps {
  bar: AdminBar
  tables: number
}

export function TableCards({ bar, tables }: TableCardsProps) {
  const pages = Array.from({ length: Math.ceil(tables / CARDS_PER_PAGE) }, (_, page) => {
    const first = page * CARDS_PER_PAGE + 1
    const count = Math.min(CARDS_PER_PAGE, tables - first + 1)
    return Array.from({ length: count }, (_card, index) => String(first + index))
  })
  return pages.map((cards, page) => (
    <article key={cards[0]} className="sheet cards" aria-label={cardsPage(page + 1, pages.length)}>
      {cards.map((table) => (
        <TableCard key={table} bar={bar} table={table} />
      ))}
    </article>
  ))
}

function TableCard({ bar, table }: { bar: AdminBar; table: string }) {
  const { origin, host } = new URL(bar.qrCode)
  const label = tableLabel(table)
  return (
    <section aria-label={label}>
      <h3 dir="auto">{bar.name}</h3>
      <QrCode
        address={origin + toPage.table(bar.id, table)}
        label={qrCodeLabel(label)}
        className="code"
      />
      <p className="table">{label}</p>
      <p className="small">
        {sheetTexts.barId} <b>{bar.id}</b> · {addressBeginsWith(host)}
      </p>
    </section>
  )
}
