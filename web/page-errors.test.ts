import { afterEach, expect, test, vi } from 'vitest'
import { reportPageErrors } from './page-errors.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each(['/convite', '/admin-login'])(
  'T43 T60 an error on %s is reported without the secret of the address',
  async (pathname) => {
    const origin = 'https://brinde.test'
    const bodies: Blob[] = []
    const listeners = new Map<string, (event: object) => void>()
    vi.stubGlobal('location', { origin, pathname, href: `${origin}${pathname}?a=SECRET#SECRET` })
    vi.stubGlobal('navigator', { sendBeacon: (_: string, body: Blob) => bodies.push(body) })
    vi.stubGlobal('addEventListener', (kind: string, act: (event: object) => void) =>
      listeners.set(kind, act),
    )
    reportPageErrors()
    const error = Object.assign(new TypeError('SECRET'), {
      stack: `TypeError: SECRET\n at ${origin}${pathname}#SECRET:9:9\n at f (${origin}/assets/a.js:1:2)`,
    })
    listeners.get('error')?.({ error })
    const file = `${origin}/assets/a.js`
    expect(JSON.parse((await bodies[0]?.text()) ?? '')).toEqual({
      page: origin + pathname,
      name: 'TypeError',
      file,
      line: 1,
      column: 2,
    })
  },
)
