import CircleAlert from 'lucide:circle-alert'
import CircleCheck from 'lucide:circle-check'
import X from 'lucide:x'
import type { MouseEvent } from 'react'
import { sharedTexts } from '#contract/texts/shared.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { toastStore } from './show-toast.ts'
import type { Toast } from './toast-store.ts'

const TONES = {
  default: { icon: null, edge: 'border-l-accent', ink: '' },
  message: { icon: null, edge: 'border-l-online', ink: '' },
  success: { icon: CircleCheck, edge: 'border-l-success', ink: 'text-success' },
  destructive: { icon: CircleAlert, edge: 'border-l-danger', ink: 'text-danger' },
}

/** Of a toast with a hint: three lines in all. */
const CUT = 'in-data-[toasts=cut]:line-clamp-1'

export function ToastCard({ toast }: { toast: Toast }) {
  const { icon, edge, ink } = TONES[toast.tone]
  const dismiss = (event: MouseEvent) => {
    toastStore.dismiss(toast.id)
    // A press by keyboard: the removed button fires no blur. A pointer is still over the region.
    if (event.detail === 0) toastStore.resume()
  }
  return (
    <div
      className={`pointer-events-auto relative flex min-h-13 animate-arrive items-center gap-2.5 rounded-lg border border-edge border-l-4 bg-raised pr-1 pl-3 text-ink shadow-float ${edge}`}
    >
      {icon && <Icon of={icon} className={`size-5 shrink-0 ${ink}`} />}
      <div lang={toast.lang} className="min-w-0 flex-1 py-1.5 text-sm">
        <p dir="auto" className={`font-semibold ${toast.hint ? CUT : ''}`}>
          {toast.title}
        </p>
        {toast.description && (
          <p dir="auto" className={`text-ink-soft ${toast.hint ? CUT : ''}`}>
            {toast.description}
          </p>
        )}
        {toast.hint && <p className={`pt-1 text-ink-soft ${CUT}`}>{toast.hint}</p>}
      </div>
      <Button
        variant="quiet"
        size="icon"
        className="relative"
        onClick={dismiss}
        aria-label={sharedTexts.dismissToast}
      >
        <Icon of={X} className="size-5" />
      </Button>
    </div>
  )
}
