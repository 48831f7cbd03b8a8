import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import X from 'lucide-react/icons/x'
import type { MouseEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import { toastStore } from './show-toast.ts'
import type { Toast } from './toast-store.ts'

const TONES = {
  default: { Icon: Info, edge: 'border-l-accent', ink: 'text-link' },
  success: { Icon: CircleCheck, edge: 'border-l-success', ink: 'text-success' },
  destructive: { Icon: CircleAlert, edge: 'border-l-danger', ink: 'text-danger' },
}

export function ToastCard({ toast, dismissLabel }: { toast: Toast; dismissLabel: string }) {
  const { Icon, edge, ink } = TONES[toast.tone]
  const dismiss = (event: MouseEvent) => {
    toastStore.dismiss(toast.id)
    // The focus left with the button and no blur tells of it; a pointer is still over the region.
    if (event.detail === 0) toastStore.resume()
  }
  return (
    <div
      className={`pointer-events-auto flex animate-arrive items-start gap-3 rounded-lg border border-edge border-l-4 bg-raised py-2 pr-2 pl-4 text-ink shadow-float ${edge}`}
    >
      <Icon aria-hidden="true" className={`mt-2.5 size-5 shrink-0 ${ink}`} />
      <div className="min-w-0 flex-1 py-2 text-sm">
        <p className="font-semibold">{toast.title}</p>
        {toast.description && <p className="text-ink-soft">{toast.description}</p>}
        {toast.hint && <p className="pt-1 text-ink-soft">{toast.hint}</p>}
      </div>
      <Button variant="quiet" size="icon" onClick={dismiss} aria-label={dismissLabel}>
        <X aria-hidden="true" className="size-5" />
      </Button>
    </div>
  )
}
