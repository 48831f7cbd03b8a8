import CameraOff from 'lucide-react/icons/camera-off'
import { scannerTexts } from '#contract/texts/scanner.ts'
import type { Trouble } from './trouble.ts'

export function ScannerTrouble({ trouble }: { trouble: Trouble }) {
  const { title, hint } = scannerTexts.troubles[trouble]
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-3 rounded-lg bg-sunken px-5 py-8 text-center"
    >
      <CameraOff aria-hidden="true" className="size-10 text-ink-faint" />
      <p className="font-semibold text-lg">{title}</p>
      <p className="text-ink-soft">{hint}</p>
    </div>
  )
}
