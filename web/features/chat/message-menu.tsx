import Copy from 'lucide:copy'
import Flag from 'lucide:flag'
import { useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { layerTexts } from '#contract/texts/layers.ts'
import { reportTexts } from '#contract/texts/report.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { showError } from '#web/ui/toast/show-error.ts'
import { showToast } from '#web/ui/toast/show-toast.ts'

const HOLD_MS = 500

interface MessageMenuProps {
  /** Reports the partner. */
  onReport: () => void
}

/**
 * The menu of a message: a long press opens it, at a desk the right button, and on a keyboard arrows
 * choose a message and Enter opens it.
 */
export function MessageMenu({ onReport }: MessageMenuProps) {
  const id = useId()
  const opener = useRef<HTMLElement>(null)
  const [bubble, setBubble] = useState<HTMLElement | null>(null)
  const text = bubble?.querySelector('[data-text]') ?? null
  const isOwn = bubble?.dataset.bubble === 'own'

  const open = useEffectEvent((found: HTMLElement, byKey: boolean) => {
    opener.current = found
    setBubble(found)
    // After this event: its own end would close the menu again.
    setTimeout(() => {
      const menu = document.getElementById(id)
      menu?.showPopover()
      if (byKey) menu?.querySelector('button')?.focus()
    })
  })
  // The listeners come in the same paint as the hint that announces them.
  useLayoutEffect(() => {
    const listening = new AbortController()
    openOnHold((found) => open(found, false), listening)
    openOnEnter((found) => open(found, true), listening)
    return () => listening.abort()
  }, [])

  async function copy(): Promise<void> {
    if (await copyText(text?.textContent ?? '', text)) showToast({ title: layerTexts.copied })
    else showError(layerTexts.copyFailed)
  }
  return (
    <>
      <p id="messages-hint" hidden>
        {layerTexts.messageMenuHint}
      </p>
      <Menu
        label={layerTexts.messageMenu}
        title={text?.textContent ?? layerTexts.messageMenu}
        shared={{ id, opener }}
      >
        {(closeFirst) => (
          <>
            <MenuItem icon={<Icon of={Copy} />} onClick={closeFirst(() => void copy())}>
              {layerTexts.copy}
            </MenuItem>
            {!isOwn && (
              <MenuItem icon={<Icon of={Flag} />} onClick={closeFirst(onReport)}>
                {reportTexts.menu}
              </MenuItem>
            )}
          </>
        )}
      </Menu>
    </>
  )
}

type Open = (bubble: HTMLElement) => void

function openOnHold(open: Open, { signal }: AbortController): void {
  let held: { bubble: HTMLElement; since: number } | null = null
  const hold = (bubble: HTMLElement | null, since: number) => {
    // The browser's own selection would end the press.
    const log = (bubble ?? held?.bubble)?.closest<HTMLElement>('[role="log"]')
    if (log) log.style.userSelect = log.style.webkitUserSelect = bubble ? 'none' : ''
    held = bubble && { bubble, since }
  }
  const begin = ({ target, isPrimary, pointerType, timeStamp }: PointerEvent) => {
    hold(pointerType === 'touch' && isPrimary ? findBubble(target) : null, timeStamp)
  }
  const end = ({ timeStamp }: PointerEvent) => {
    const bubble = held && timeStamp - held.since >= HOLD_MS ? held.bubble : null
    hold(null, 0)
    if (bubble) open(bubble)
  }
  const press = (event: MouseEvent) => {
    if (held) return event.preventDefault()
    const bubble = findBubble(event.target)
    // Selected text keeps the browser's own menu.
    if (!bubble || event.shiftKey || !getSelection()?.isCollapsed) return
    event.preventDefault()
    open(bubble)
  }
  document.addEventListener('pointerdown', begin, { signal })
  document.addEventListener('pointerup', end, { signal })
  // A press that becomes a scroll is cancelled.
  document.addEventListener('pointercancel', () => hold(null, 0), { signal })
  document.addEventListener('contextmenu', press, { signal })
}

function openOnEnter(open: Open, { signal }: AbortController): void {
  const press = (event: KeyboardEvent) => {
    const { key, target } = event
    const log = target instanceof Element && target.closest('[role="log"]')
    const chosen = findBubble(target)
    if (!log || (target !== log && target !== chosen)) return
    if (key === 'Enter' && chosen) {
      event.preventDefault()
      return open(chosen)
    }
    if (key !== 'ArrowUp' && key !== 'ArrowDown') return
    const bubbles = [...log.querySelectorAll<HTMLElement>('[data-bubble]')]
    const from = chosen ? bubbles.indexOf(chosen) : bubbles.length
    const next = bubbles[from + (key === 'ArrowUp' ? -1 : 1)]
    if (!next) return
    event.preventDefault()
    next.tabIndex = -1
    next.focus()
  }
  document.addEventListener('keydown', press, { signal })
}

function findBubble(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-bubble]') : null
}
