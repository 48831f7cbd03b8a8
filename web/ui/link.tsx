import type { ComponentProps, MouseEvent } from 'react'
import { useHref, useNavigate } from 'react-router'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string
  /** Loads the page, which is in another language. */
  reloads?: boolean
}

/** The router's own Link holds prefetching and data modes too: 1.8 kB on every page. */
export function Link({ to, onClick, reloads, children, ...rest }: LinkProps) {
  const href = useHref(to)
  const navigate = useNavigate()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || reloads || !isPlainClick(event)) return
    event.preventDefault()
    // The URL changes before the page: a second press must not push a second entry.
    navigate(to, { replace: event.currentTarget.href === location.href })
  }
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  )
}

type Press = Pick<MouseEvent, 'button' | 'metaKey' | 'altKey' | 'ctrlKey' | 'shiftKey'>

/** False for presses that open a new tab or window, or download. */
export function isPlainClick(press: Press): boolean {
  const { button, metaKey, altKey, ctrlKey, shiftKey } = press
  return button === 0 && !(metaKey || altKey || ctrlKey || shiftKey)
}
