import type { Page } from '@playwright/test'

export interface PlayedCamera {
  /** A drawing of 640 × 480 that is all it ever shows. */
  sees?: string
  /** The name of the error with which it does not open. */
  fails?: string
  /** It neither opens nor fails. */
  isSilent?: boolean
  /** It goes as soon as it has come. */
  isLost?: boolean
  hasTorch?: boolean
  /** The page was opened where no camera is given to anybody. */
  isInsecure?: boolean
  /** Of the browser that the page believes to be in. */
  userAgent?: string
}

const VIEW = '/gallery/view.svg'

/** A camera of the page's own, which needs no switch of the browser. Rear and front, to be switched. */
export async function playCamera(page: Page, camera: PlayedCamera): Promise<void> {
  const { sees, ...rest } = camera
  await page.route(`**${VIEW}`, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: sees ?? '' }),
  )
  await page.addInitScript(
    ({ view, fails, isSilent, isLost, hasTorch, isInsecure, userAgent }) => {
      if (isInsecure) Object.defineProperty(window, 'isSecureContext', { value: false })
      if (userAgent) Object.defineProperty(navigator, 'userAgent', { value: userAgent })
      const open = async (): Promise<MediaStream> => {
        if (isSilent) await new Promise(() => undefined)
        if (fails) throw new DOMException(fails, fails)
        const picture = new Image()
        picture.src = view
        await picture.decode()
        const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
        const context = canvas.getContext('2d')
        const draw = () => context?.drawImage(picture, 0, 0)
        draw()
        setInterval(draw, 50)
        const stream = canvas.captureStream(20)
        for (const track of stream.getTracks()) {
          Object.assign(track, { getCapabilities: () => ({ torch: hasTorch }) })
          if (isLost) setTimeout(() => track.dispatchEvent(new Event('ended')), 50)
        }
        return stream
      }
      const cameras = ['rear', 'front'].map((deviceId) => ({ kind: 'videoinput', deviceId }))
      Object.assign(navigator.mediaDevices, {
        getUserMedia: open,
        enumerateDevices: async () => cameras,
      })
    },
    { view: VIEW, ...rest },
  )
}
