import CircleAlert from 'lucide:circle-alert'
import CircleCheck from 'lucide:circle-check'
import X from 'lucide:x'
import { sharedTexts } from '#contract/texts/shared.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { toastStore } from './show-toast.ts'
import type { Toast } from './toast-store.ts'

const ICONS = { success: CircleCheck, destructive: CircleAlert }

/** 48 px with two lines: 12 px of title, 14 px of text. */
const TITLE = { fontSize: '0.75rem', lineHeight: '1rem' }
const TEXT = { fontSize: '0.875rem', lineHeight: '1.125rem' }
const PADDING = { minHeight: '3rem', padding: '0.3125rem 0.25rem 0.3125rem 0.75rem' }

/** A title alone is the text. What is wrong is never cut. */
export function ToastCard({ toast }: { toast: Toast }) {
  const { id, title, description, hint, tone, lang } = toast
  const isTrouble = tone === 'destructive'
  const isNews = tone === 'news'
  const cut = isNews ? 'line-clamp-1' : ''
  const icon = isTrouble || tone === 'success' ? ICONS[tone] : null
  return (
    <div
      style={PADDING}
      className={`pointer-events-auto relative flex animate-arrive items-center gap-2.5 rounded-lg border border-edge bg-raised text-ink shadow-float ${isTrouble ? 'border-l-4 border-l-danger' : ''}`}
    >
      {icon && (
        <Icon
          of={icon}
          className={`size-5 shrink-0 ${isTrouble ? 'text-danger' : 'text-success'}`}
        />
      )}
      <div lang={lang} className="@container min-w-0 flex-1">
        <div className="flex gap-x-1.5 @max-[15rem]:flex-wrap" style={description ? TITLE : TEXT}>
          <p dir="auto" className={`font-semibold ${cut}`}>
            {title}
          </p>
          {isNews && hint && <span className="truncate text-ink-faint">{hint}</span>}
        </div>
        {description && (
          <p dir="auto" className={`text-ink-soft ${cut}`} style={TEXT}>
            {description}
          </p>
        )}
        {hint && !isNews && (
          <p className="pt-1 text-ink-soft" style={TEXT}>
            {hint}
          </p>
        )}
      </div>
      <Button
        variant="quiet"
        size="icon"
        className="relative -my-1.5"
        onClick={() => toastStore.dismiss(id)}
        aria-label={sharedTexts.dismissToast}
      >
        <Icon of={X} className="size-5" />
      </Button>
    </div>
  )
}
