/** These types are missing in TypeScript's DOM. */
interface PictureSettings extends MediaTrackConstraintSet {
  torch?: boolean
  focusMode?: string
  zoom?: number
}
interface PictureCapabilities extends MediaTrackCapabilities {
  torch?: boolean
  focusMode?: string[]
  zoom?: { min: number; max: number }
}

/** In place of a device's id: the rear camera, whichever that is. */
export const REAR = 'rear'

/** `ideal`, not `exact`: a camera that lacks them is still usable. */
const WISHES = { width: { ideal: 1280 }, height: { ideal: 720 } }

/** Must be released, or the camera's light stays on. */
export class Camera {
  readonly stream: MediaStream
  readonly #track: MediaStreamTrack | undefined
  readonly #capabilities: PictureCapabilities
  /** Without zoom, in the camera's own unit. */
  readonly #plainZoom: number
  #settings: PictureSettings = {}

  private constructor(stream: MediaStream) {
    this.stream = stream
    this.#track = stream.getVideoTracks()[0]
    this.#capabilities = this.#track?.getCapabilities?.() ?? {}
    const { zoom }: MediaTrackSettings & { zoom?: number } = this.#track?.getSettings() ?? {}
    this.#plainZoom = zoom ?? this.#capabilities.zoom?.min ?? 1
  }

  /** Rejects as `getUserMedia` does. */
  static async open(deviceId: string): Promise<Camera> {
    const choice =
      deviceId === REAR
        ? { facingMode: { ideal: 'environment' } }
        : { deviceId: { exact: deviceId } }
    const camera = new Camera(
      await navigator.mediaDevices.getUserMedia({ video: { ...WISHES, ...choice }, audio: false }),
    )
    // Some phones keep the focus of the last app.
    if (camera.#capabilities.focusMode?.includes('continuous'))
      await camera.#apply({ focusMode: 'continuous' })
    return camera
  }

  get deviceId(): string | undefined {
    return this.#track?.getSettings().deviceId
  }

  get hasTorch(): boolean {
    return Boolean(this.#capabilities.torch)
  }

  get hasZoom(): boolean {
    return 2 * this.#plainZoom <= (this.#capabilities.zoom?.max ?? 0)
  }

  switchTorch(isOn: boolean): Promise<boolean> {
    return this.#apply({ torch: isOn })
  }

  switchZoom(isNear: boolean): Promise<boolean> {
    return this.#apply({ zoom: this.#plainZoom * (isNear ? 2 : 1) })
  }

  onEnded(listener: () => void): void {
    this.#track?.addEventListener('ended', listener, { once: true })
  }

  release(): void {
    for (const track of this.stream.getTracks()) track.stop()
  }

  /** Constraints replace those before them, so all go together. */
  async #apply(changes: PictureSettings): Promise<boolean> {
    const settings = { ...this.#settings, ...changes }
    try {
      await this.#track?.applyConstraints({ advanced: [settings] })
      this.#settings = settings
      return true
    } catch {
      return false
    }
  }
}

export interface ListedCamera {
  id: string
  label: string
}

/** In the device's order. Ids and labels are empty until a camera was granted. */
export async function listCameras(): Promise<ListedCamera[]> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  return devices
    .filter(({ kind }) => kind === 'videoinput')
    .map(({ deviceId: id, label }) => ({ id, label }))
}

export type ScannerProblem =
  | 'denied'
  | 'dismissed'
  | 'missing'
  | 'busy'
  | 'insecure'
  | 'noPicture'
  | 'inApp'
  | 'unloaded'
  | 'unknown'

export interface Environment {
  isSecure: boolean
  hasMediaDevices: boolean
  /** Opened from the home screen. */
  isInstalled: boolean
  userAgent: string
}

/**
 * In-app browsers of Instagram, Threads, Facebook, TikTok, Line, Snapchat, LinkedIn, X, Telegram, WeChat;
 * Android's WebView; Apple's, whose agent lacks Safari's name.
 */
const IN_APP =
  /Instagram|Barcelona|FBA[NV]|FB_IAB|musical_ly|BytedanceWebview|Line\/|Snapchat|LinkedInApp|Twitter|Telegram|MicroMessenger|; wv\)|AppleWebKit(?!.*Safari\/)/

/** A site on an iPhone's home screen has the agent of Apple's WebView. */
function isInApp({ isInstalled, userAgent }: Environment): boolean {
  return !isInstalled && IN_APP.test(userAgent)
}

const BY_ERROR_NAME: Record<string, ScannerProblem> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

export function findObstacle(environment: Environment): ScannerProblem | null {
  if (!environment.isSecure) return 'insecure'
  if (environment.hasMediaDevices) return null
  return isInApp(environment) ? 'inApp' : 'missing'
}

/** Nobody closes a question faster: the browser refused without asking. */
const QUESTION_MS_MIN = 300

export interface Asked {
  permission: PermissionState | null
  tookMs: number
}

export function toProblem(
  error: unknown,
  environment: Environment,
  { permission, tookMs }: Asked,
): ScannerProblem {
  const problem = error instanceof Error ? BY_ERROR_NAME[error.name] : undefined
  if (problem !== 'denied') return problem ?? 'unknown'
  // In-app browsers deny without asking: site settings would not help.
  if (isInApp(environment)) return 'inApp'
  return permission === 'prompt' && tookMs >= QUESTION_MS_MIN ? 'dismissed' : 'denied'
}

/** Null in older versions of Firefox, which reject the name. */
export async function queryCamera(): Promise<PermissionStatus | null> {
  try {
    return await navigator.permissions.query({ name: 'camera' })
  } catch {
    return null
  }
}

export function readEnvironment(): Environment {
  return {
    isSecure: isSecureContext,
    hasMediaDevices: Boolean(navigator.mediaDevices?.getUserMedia),
    isInstalled: matchMedia('(display-mode: standalone)').matches,
    userAgent: navigator.userAgent,
  }
}
