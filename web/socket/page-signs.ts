export type PageSign = 'hidden' | 'visible' | 'online' | 'closing' | 'restored'

export interface PageSigns {
  isHidden: () => boolean
  watch: (listener: (sign: PageSign) => void) => () => void
}

export const browserPage: PageSigns = {
  isHidden: () => document.hidden,
  watch(listener) {
    const watching = new AbortController()
    const { signal } = watching
    document.addEventListener(
      'visibilitychange',
      () => listener(document.hidden ? 'hidden' : 'visible'),
      { signal },
    )
    window.addEventListener('online', () => listener('online'), { signal })
    window.addEventListener('pagehide', () => listener('closing'), { signal })
    window.addEventListener('pageshow', (event) => event.persisted && listener('restored'), {
      signal,
    })
    return () => watching.abort()
  },
}
