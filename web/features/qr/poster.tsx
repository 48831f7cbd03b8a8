import type { AdminBar } from '#contract/admin-bar.ts'
import { qrCodeLabel } from '#contract/texts/monitor.ts'
import { addressBeginsWith, sheetTexts } from '#contract/texts/sheets.ts'
import { QrCode } from './qr-code.tsx'
import './sheets.css'

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
