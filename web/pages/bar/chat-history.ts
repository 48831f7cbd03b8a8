import { useLayoutEffect, useRef } from 'react'
import { matchPath, useLocation, useNavigate, useNavigationType } from 'react-router'
import { PAGES } from '#contract/pages.ts'
import { toList } from '#web/pages/own-list.ts'

/**
 * Keeps the list below a chat in the history, wherever the chat was opened from: the phone's Back
 * and "Voltar" lead to the list.
 */
export function useListBelowChat(barId: string, isInside: boolean): void {
  const { key, pathname } = useLocation()
  const type = useNavigationType()
  const navigate = useNavigate()
  const previous = useRef<string | null>(null)

  useLayoutEffect(() => {
    const from = previous.current
    previous.current = pathname
    if (!isInside || from === pathname || !matchPath(PAGES.chat, pathname)) return
    const isBelow = {
      // A page that was opened by its address has no key yet.
      POP: from !== null || key !== 'default',
      PUSH: from !== null && matchPath(PAGES.table, from) !== null,
      REPLACE: from !== null && matchPath(PAGES.chat, from) !== null,
    }
    if (isBelow[type]) return
    navigate(toList(barId), { replace: true })
    navigate(pathname)
  }, [barId, isInside, key, navigate, pathname, type])
}
