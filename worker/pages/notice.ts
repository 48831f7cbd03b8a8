import { NOTICE_ID } from '#contract/site-state.ts'
import { escapeHtml } from './escape-html.ts'

// Lucide's "info".
const ICON =
  '<svg aria-hidden="true" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" class="size-5 shrink-0 text-glass"><circle cx="12" cy="12" r="10"/><path d="M12 16v-4M12 8h.01"/></svg>'

/** The operator's line, outside of the app: part of the first paint, and no script draws it. */
export function toNoticeElement(text: string): string {
  return `<div id="${NOTICE_ID}" role="status"${text ? '' : ' hidden'} class="flex items-center justify-center gap-3 border-glass border-b bg-glass-wash px-4 py-3 text-ink text-sm">${ICON}<p dir="auto" class="min-w-0 wrap-anywhere">${escapeHtml(text)}</p></div>`
}
