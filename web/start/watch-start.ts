import type { UnstartedTexts } from '#contract/start-data.ts'
import { TIMINGS } from '#contract/timings.ts'

const STRIP =
  'sticky bottom-0 z-20 flex flex-wrap items-center justify-center gap-x-3 border-danger border-t bg-danger-wash px-4 py-2 text-center text-ink [#root:empty~&]:fixed [#root:empty~&]:inset-0 [#root:empty~&]:flex-col [#root:empty~&]:gap-5 [#root:empty~&]:border-0 [#root:empty~&]:bg-page'
const BUTTON = 'min-h-target rounded-lg border border-edge bg-raised px-4 font-semibold'

export interface StartWatch {
  hasStarted: () => void
  hasFailed: () => void
}

/**
 * Shows a notice with a button to reload if the app has not started in time or a script failed: a drawn
 * page looks ready. The notice goes when the app starts after all.
 */
export function watchStart(texts: UnstartedTexts): StartWatch {
  let isLeaving = false
  let notice: HTMLElement | undefined
  // The newest of what the pages need (README): what has it has the rest.
  const isOutdated = !('popover' in HTMLElement.prototype)
  const show = () => {
    notice ??= showNotice(isOutdated ? texts.outdated : texts.text, texts.reload)
  }
  if (isOutdated) {
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', show)
    else show()
  }
  const late = setTimeout(show, TIMINGS.startedWithinMs)
  // WebKit aborts a page's loads as soon as the next page is requested. If the page stays, `late` reports it.
  addEventListener('beforeunload', () => {
    isLeaving = true
  })
  return {
    hasStarted: () => {
      clearTimeout(late)
      if (isOutdated) return
      notice?.remove()
      leaveRoom('')
    },
    hasFailed: () => {
      if (!isLeaving) show()
    },
  }
}

function showNotice(text: string, reload: string): HTMLElement {
  const button = document.createElement('button')
  button.className = BUTTON
  button.textContent = reload
  const words = document.createElement('span')
  words.textContent = text
  button.onclick = () => location.reload()
  const notice = document.createElement('p')
  notice.role = 'alert'
  notice.className = STRIP
  notice.append(words, button)
  document.body.append(notice)
  leaveRoom(`${notice.offsetHeight}px`)
  return notice
}

/** The focused field scrolls above the notice. */
function leaveRoom(height: string): void {
  document.documentElement.style.scrollPaddingBottom = height
}
