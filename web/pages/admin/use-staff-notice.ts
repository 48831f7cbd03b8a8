import { useEffect, useEffectEvent, useState } from 'react'
import { PAGES } from '#contract/pages.ts'

/**
 * Leads to what a pressed notice is about (`toBoardPage`): a report to its bar, a call for help to the
 * calls, above all bars. `onPress` is called if the board was open already, `show` once the bars are
 * there. Returns how often it was pressed.
 */
export function useStaffNotice(
  isLoaded: boolean,
  { onPress, show }: { onPress: () => void; show: (about: string) => void },
): number {
  const [notice, setNotice] = useState(() => ({ about: location.hash.slice(1), presses: 0 }))
  const open = useEffectEvent(({ data, ports }: MessageEvent<unknown>) => {
    const [page, about = ''] = String(data).split('#')
    if (page !== PAGES.monitor) return
    ports[0]?.postMessage(true)
    history.replaceState(history.state, '', `#${about}`)
    onPress()
    setNotice({ about, presses: notice.presses + 1 })
  })
  const showAbout = useEffectEvent(show)
  useEffect(() => {
    const worker = navigator.serviceWorker
    worker?.addEventListener('message', open)
    return () => worker?.removeEventListener('message', open)
  }, [])
  useEffect(() => {
    if (!isLoaded || !notice.about) return
    showAbout(notice.about)
  }, [isLoaded, notice])
  return notice.presses
}
