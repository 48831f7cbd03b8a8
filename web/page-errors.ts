import type { PageError } from '#contract/page-error.ts'
import { CSP_REPORTS } from '#contract/paths.ts'

/** The limit of one page: a fault in a loop says nothing new. */
const REPORTS_MAX = 5
const FRAME = /(https?:\/\/[^\s)#]+?):(\d+):(\d+)/

/** Reports what nobody caught, and what the error boundary did (web/main.tsx): where, never what. */
export function reportPageErrors(): void {
  let left = REPORTS_MAX
  const send = (error: unknown) => {
    if (left === 0 || !(error instanceof Error)) return
    left -= 1
    navigator.sendBeacon?.(CSP_REPORTS, toBody(error))
  }
  addEventListener('error', ({ error }) => send(error))
  addEventListener('unhandledrejection', ({ reason }) => send(reason))
}

function toBody({ name, stack = '' }: Error): Blob {
  const [, file = '', line, column] = FRAME.exec(stack) ?? []
  const place = { file, line: Number(line ?? 0), column: Number(column ?? 0) }
  const report: PageError = { page: location.origin + location.pathname, name, ...place }
  return new Blob([JSON.stringify(report)], { type: 'application/json' })
}
