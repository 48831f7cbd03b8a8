import { useEffect, useRef, useState } from 'react'
import { PersonMenu } from '#web/features/blocks/person-menu.tsx'
import { ROW_MENU } from '#web/features/people/person-row.tsx'
import { useReporting } from './use-reporting.tsx'

const BUTTON = `[popovertarget=${ROW_MENU}]`

/** One menu for all rows. A right click or a long press on a row opens it too. */
export function RowMenu() {
  const opener = useRef<HTMLElement>(null)
  const [person, setPerson] = useState({ id: '', name: '' })
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const toButton = ({ target }: Event, within: string) =>
      target instanceof Element ? target.closest(within) : null
    const onClick = (event: MouseEvent) => {
      const button = toButton(event, BUTTON)
      if (!(button instanceof HTMLElement)) return
      opener.current = button
      const { person: id = '', name = '' } =
        button.closest<HTMLElement>('[data-person]')?.dataset ?? {}
      setPerson({ id, name })
    }
    let isDown = false
    let waiting: HTMLElement | null = null
    const onContextMenu = (event: MouseEvent) => {
      const button = toButton(event, '[data-person]')?.querySelector<HTMLElement>(BUTTON)
      if (!button) return
      event.preventDefault()
      // A finger that is lifted outside of the menu would close it.
      if (isDown) waiting = button
      else button.click()
    }
    const onPointer = ({ type }: PointerEvent) => {
      isDown = type === 'pointerdown'
      const button = waiting
      waiting = null
      if (button && !isDown) setTimeout(() => button.click())
    }
    for (const type of ['pointerdown', 'pointerup', 'pointercancel'] as const) {
      addEventListener(type, onPointer, { signal })
    }
    // While it is on its way down: the browser opens the menu after the last listener.
    addEventListener('click', onClick, { capture: true, signal })
    addEventListener('contextmenu', onContextMenu, { signal })
    return () => listening.abort()
  }, [])
  const reporting = useReporting()
  const about = { personId: person.id, name: person.name }
  return (
    <>
      <PersonMenu
        shared={{ id: ROW_MENU, opener }}
        onReport={() => reporting.open(about)}
        {...about}
      />
      {reporting.drawn}
    </>
  )
}
