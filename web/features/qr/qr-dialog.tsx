import Copy from 'lucide:copy'
import Download from 'lucide:download'
import { useRef } from 'react'
import { monitorTexts, qrCodeLabel } from '#contract/texts/monitor.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { showError } from '#web/ui/toast/show-error.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'
import { useAct } from '#web/ui/use-act.ts'
import { QrCode, toPngFile, toSvgFile } from './qr-code.tsx'

interface QrBar {
  id: string
  name: string
  qrCode: string
}

interface QrDialogProps {
  bar: QrBar
  onClose: () => void
}

export function QrDialog({ bar, onClose }: QrDialogProps) {
  return (
    <Dialog onClose={onClose} title={monitorTexts.qrTitle}>
      <Content bar={bar} />
    </Dialog>
  )
}

function Content({ bar }: Pick<QrDialogProps, 'bar'>) {
  const code = useRef<SVGSVGElement>(null)
  const link = useRef<HTMLParagraphElement>(null)

  const [save] = useAct(async (toFile: typeof toPngFile | typeof toSvgFile, type: string) => {
    if (code.current) saveFile(await toFile(code.current), `qr-code-${bar.id}.${type}`)
  }, monitorTexts.downloadFailed)

  async function copy(): Promise<void> {
    if (!(await copyText(bar.qrCode, link.current))) return showError(monitorTexts.copyFailed)
    const { copied: title, copiedDetail: description } = monitorTexts
    showToast({ title, description, tone: 'success' })
  }
  return (
    <div className="grid grid-cols-1 justify-items-center gap-4 text-center">
      <p className="text-ink-soft">{monitorTexts.qrHint}</p>
      <div className="grid aspect-square w-full max-w-53 place-items-center rounded-xl bg-[#fff] p-1.5 shadow-card">
        <QrCode
          ref={code}
          address={bar.qrCode}
          label={qrCodeLabel(bar.name)}
          className="size-[200px]"
        />
      </div>
      <div className="grid max-w-full gap-1">
        <p dir="auto" className="font-semibold text-lg">
          {bar.name}
        </p>
        <p ref={link} className="select-all break-all font-mono text-ink-soft text-sm">
          {bar.qrCode}
        </p>
      </div>
      <Button block icon={<Icon of={Copy} className="size-5" />} onClick={copy}>
        {monitorTexts.copyLink}
      </Button>
      <div className="grid w-full grid-cols-2 gap-3">
        <Button
          variant="secondary"
          className="px-2! text-sm!"
          icon={<Icon of={Download} className="size-5" />}
          onClick={() => save(toPngFile, 'png')}
        >
          {monitorTexts.downloadPng}
        </Button>
        <Button
          variant="secondary"
          className="px-2! text-sm!"
          icon={<Icon of={Download} className="size-5" />}
          onClick={() => save(toSvgFile, 'svg')}
        >
          {monitorTexts.downloadSvg}
        </Button>
      </div>
    </div>
  )
}
