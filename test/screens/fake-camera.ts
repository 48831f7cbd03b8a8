import type { FakeServer } from '#test/fakes/fake-server.ts'
import type { Luma } from '#test/fakes/luma.ts'
import { drawScene } from '#test/fakes/qr-scene.ts'
import { writePng } from '#test/fakes/write-png.ts'

export interface CameraFaults {
  /** Draws the camera's only picture, of 640 × 480. */
  sees?: () => string
  /** The name of the error with which it does not open. */
  fails?: string
  /** The camera neither opens nor fails. */
  isSilent?: boolean
  /** Its track ends as soon as it is open. */
  isLost?: boolean
  /** The question for permission is closed without an answer. */
  isDismissed?: boolean
  hasTorch?: boolean
  /** The page is not a secure context. */
  isInsecure?: boolean
  userAgent?: string
}

const VIEW = '/fake-camera.svg'

/** Replaces the browser's cameras, a rear and a front one, by a drawing. */
export async function fakeCamera(server: FakeServer, camera: CameraFaults): Promise<void> {
  const { sees, ...rest } = camera
  await server.draw(VIEW, sees?.() ?? '')
  await server.before(
    ({ view, fails, isSilent, isLost, isDismissed, hasTorch, isInsecure, userAgent }) => {
      if (isInsecure) Object.defineProperty(window, 'isSecureContext', { value: false })
      if (userAgent) Object.defineProperty(navigator, 'userAgent', { value: userAgent })
      const open = async (): Promise<MediaStream> => {
        if (isSilent) await new Promise(() => undefined)
        if (isDismissed) await new Promise((close) => setTimeout(close, 400))
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
          Object.assign(track, {
            getCapabilities: () => ({
              torch: hasTorch,
              ...(hasTorch && { zoom: { min: 1, max: 8 } }),
            }),
          })
          if (isLost) setTimeout(() => track.dispatchEvent(new Event('ended')), 50)
        }
        return stream
      }
      const permission = Object.assign(new EventTarget(), { state: 'prompt' })
      if (isDismissed || isSilent) navigator.permissions.query = async () => permission as never
      const cameras = ['rear', 'front'].map((deviceId) => ({ kind: 'videoinput', deviceId }))
      Object.assign(navigator.mediaDevices, {
        getUserMedia: open,
        enumerateDevices: async () => cameras,
      })
    },
    { view: VIEW, ...rest },
  )
}

/** A table card with its code, as a phone held over the table sees it; blurred, it cannot be read. */
export const toTableCard =
  (text: string, { isSharp = true } = {}) =>
  (): string => {
    const size = { width: 640, height: 480 }
    const seen = drawScene({ text, ...size, codeSide: 200, blurPx: isSharp ? 0 : 7 })
    const png = `data:image/png;base64,${toPng(seen).toString('base64')}`
    return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><image href="${png}"/></svg>`
  }

export function toPng({ width, height, data }: Luma): Buffer {
  return writePng(width, height, (x, y) => {
    const level = data[y * width + x] ?? 0
    return [level, level, level]
  })
}
