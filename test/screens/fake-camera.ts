import QRCode from 'qrcode'
import type { FakeServer } from '#test/fakes/fake-server.ts'

export interface CameraFaults {
  /** A drawing of 640 × 480: the camera's only picture. */
  sees?: string
  /** The name of the error with which it does not open. */
  fails?: string
  /** It neither opens nor fails. */
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
  await server.draw(VIEW, sees ?? '')
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
export function toTableCard(text: string, { isSharp = true } = {}): string {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  const { size } = modules
  const squares = Array.from({ length: size * size }, (_, at) => [at % size, Math.floor(at / size)])
    .filter(([x = 0, y = 0]) => modules.get(y, x) === 1)
    .map(([x, y]) => `M${x} ${y}h1v1h-1z`)
  const side = 200
  const [left, top] = [320 - side / 2, 240 - side / 2]
  const edge = side * 0.16
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 480" width="640" height="480">
<defs><linearGradient id="wood" x2="0" y2="1"><stop stop-color="#5b3a1f"/><stop offset="1" stop-color="#2b1a0d"/></linearGradient>
<filter id="focus"><feGaussianBlur stdDeviation="${isSharp ? 0 : 7}"/></filter><radialGradient id="lamp"><stop stop-color="#ffd98a" stop-opacity=".5"/><stop offset="1" stop-color="#ffd98a" stop-opacity="0"/></radialGradient></defs>
<rect width="640" height="480" fill="url(#wood)"/><path d="M0 110h640M0 240h640M0 370h640" stroke="#1e1208" stroke-width="3"/>
<ellipse cx="470" cy="110" rx="330" ry="250" fill="url(#lamp)"/><circle cx="565" cy="390" r="74" fill="#e9a02c" stroke="#fff3d9" stroke-width="9" opacity=".8"/>
<g filter="url(#focus)"><rect x="${left - edge}" y="${top - edge}" width="${side + 2 * edge}" height="${side + 2 * edge}" rx="10" fill="#f4ead4"/>
<path transform="translate(${left} ${top}) scale(${side / size})" d="${squares.join('')}" fill="#16100a"/></g></svg>`
}
