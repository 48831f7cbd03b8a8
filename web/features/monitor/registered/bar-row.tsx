import EllipsisVertical from 'lucide:ellipsis-vertical'
import MapPin from 'lucide:map-pin'
import Phone from 'lucide:phone'
import QrCode from 'lucide:qr-code'
import { memo } from 'react'
import type { AdminBar } from '#contract/admin-bar.ts'
import { formatPhone } from '#contract/phone.ts'
import { toInitial } from '#contract/plain-text.ts'
import { addressLine, monitorTexts, optionsLabel, qrCodeLabel } from '#contract/texts/monitor.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

export interface BarRowProps {
  bar: AdminBar
  onShowQr: (bar: AdminBar) => void
  onShowActs: (bar: AdminBar) => void
}

export const BarRow = memo(function BarRow({ bar, onShowQr, onShowActs }: BarRowProps) {
  return (
    <li className="relative flex min-w-0 flex-wrap items-start gap-x-3.5 gap-y-2 rounded-lg border border-line bg-sunken px-3.5 py-3">
      <Avatar src={bar.logoUrl} initial={toInitial(bar.name)} />
      <div className="grid min-w-0 grow basis-36 gap-0.5">
        <h3 dir="auto" className="mr-9 line-clamp-3 font-semibold text-base">
          {bar.name}
        </h3>
        <p dir="auto" className="mr-9 flex gap-1.5 text-ink-soft text-sm">
          <Icon of={MapPin} className="mt-0.5 size-4 shrink-0" />
          <span className="line-clamp-2">{addressLine(bar.address, bar.city)}</span>
        </p>
        {bar.phone && (
          <p className="flex items-center gap-1.5 text-ink-soft text-sm tabular-nums">
            <Icon of={Phone} className="size-4 shrink-0" />
            <span>{formatPhone(bar.phone)}</span>
          </p>
        )}
        {(bar.paused || bar.asksForCode) && (
          <p className="mt-0.5 flex flex-wrap gap-1.5">
            {bar.paused && <Badge>{monitorTexts.paused}</Badge>}
            {bar.asksForCode && <Badge tone="glass">{monitorTexts.asksForCode}</Badge>}
          </p>
        )}
        {bar.qrCode && (
          <Button
            variant="quiet"
            className="-mb-2 -ml-2.5 justify-self-start px-2.5! text-sm!"
            aria-label={qrCodeLabel(bar.name)}
            onClick={() => onShowQr(bar)}
          >
            <span className="flex items-center gap-1.5">
              <Icon of={QrCode} className="size-4" />
              <span>{monitorTexts.qrCode}</span>
            </span>
          </Button>
        )}
      </div>
      <Button
        variant="quiet"
        size="icon"
        className="absolute top-2 right-1.5"
        aria-label={optionsLabel(bar.name)}
        onClick={() => onShowActs(bar)}
      >
        <Icon of={EllipsisVertical} className="size-5" />
      </Button>
    </li>
  )
})
