import { CameraOff } from 'lucide'
import { scannerTexts } from '#contract/texts/scanner.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { Trouble } from './trouble.ts'

export function ScannerTrouble({ trouble }: { trouble: Trouble }) {
  const { title, hint } = scannerTexts.troubles[trouble]
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-3 rounded-lg bg-sunken px-5 py-8 text-center"
    >
      <Icon of={CameraOff} className="size-10 text-ink-faint" />
      <p className="font-semibold text-lg">{title}</p>
      <p className="text-ink-soft">{hint}</p>
    </div>
  )
}
