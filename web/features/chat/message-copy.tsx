import type { RefObject } from 'react'
import { useEffect } from 'react'
import { layerTexts } from '#contract/texts/layers.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { showError } from '#web/ui/toast/show-error.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'

const HOLD_MS = 500

/** A long press copies a message. On a keyboard arrows choose one, and Enter copies it. */
export function MessageCopy({ log }: { log: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const element = log.current
    if (!element) return
    const listening = new AbortController()
    copyOnHold(element, listening)
    copyOnEnter(element, listening)
    return () => listening.abort()
  }, [log])
  return null
}

function copyOnHold(log: HTMLElement, { signal }: AbortController): void {
  let held: { bubble: HTMLElement; since: number } | null = null
  const hold = (bubble: HTMLElement | null, since: number) => {
    held = bubble && { bubble, since }
    // The browser's own selection would end the press.
    log.style.userSelect = bubble ? 'none' : ''
    log.style.webkitUserSelect = log.style.userSelect
  }
  const begin = ({ target, isPrimary, pointerType, timeStamp }: PointerEvent) => {
    hold(pointerType === 'touch' && isPrimary ? findBubble(target) : null, timeStamp)
  }
  // At its end, because browsers open the clipboard only then.
  const end = ({ timeStamp }: PointerEvent) => {
    const bubble = held && timeStamp - held.since >= HOLD_MS ? held.bubble : null
    hold(null, 0)
    if (bubble) void copy(bubble)
  }
  log.addEventListener('pointerdown', begin, { signal })
  log.addEventListener('pointerup', end, { signal })
  // A press that becomes a scroll is cancelled.
  log.addEventListener('pointercancel', () => hold(null, 0), { signal })
  log.addEventListener('contextmenu', (event) => held && event.preventDefault(), { signal })
}

function copyOnEnter(log: HTMLElement, { signal }: AbortController): void {
  log.ariaDescription = layerTexts.copyHint
  const press = (event: KeyboardEvent) => {
    const { key, target } = event
    const chosen = target === log ? null : findBubble(target)
    if (target !== log && !chosen) return
    if (key === 'Enter' && chosen) return void copy(chosen)
    if (key !== 'ArrowUp' && key !== 'ArrowDown') return
    const bubbles = [...log.querySelectorAll<HTMLElement>('[data-bubble]')]
    const from = chosen ? bubbles.indexOf(chosen) : bubbles.length
    const next = bubbles[from + (key === 'ArrowUp' ? -1 : 1)]
    if (!next) return
    event.preventDefault()
    next.tabIndex = 0
    next.addEventListener('focusout', () => next.removeAttribute('tabindex'), { once: true })
    next.focus()
  }
  log.addEventListener('keydown', press, { signal })
}

function findBubble(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-bubble]') : null
}

async function copy(bubble: HTMLElement): Promise<void> {
  const text = bubble.querySelector('[data-text]')
  if (await copyText(text?.textContent ?? '', text)) showToast({ title: layerTexts.copied })
  else showError(layerTexts.copyFailed)
}
