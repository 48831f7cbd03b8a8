interface TorchConstraints extends MediaTrackConstraintSet {
  torch?: boolean
  focusMode?: string
}
interface TorchCapabilities extends MediaTrackCapabilities {
  torch?: boolean
  focusMode?: string[]
}

/** `ideal`, not `exact`: a camera that lacks them is still usable. */
const WISHES = { width: { ideal: 1280 }, height: { ideal: 720 } }

/** Must be released, or the camera's light stays on. */
export class Camera {
  readonly stream: MediaStream
  readonly #track: MediaStreamTrack | undefined
  readonly #capabilities: TorchCapabilities

  private constructor(stream: MediaStream) {
    this.stream = stream
    this.#track = stream.getVideoTracks()[0]
    this.#capabilities = this.#track?.getCapabilities?.() ?? {}
  }

  /** Null: the rear camera. Rejects as `getUserMedia` does. */
  static async open(deviceId: string | null): Promise<Camera> {
    const choice = deviceId
      ? { deviceId: { exact: deviceId } }
      : { facingMode: { ideal: 'environment' } }
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

  switchTorch(isOn: boolean): Promise<boolean> {
    return this.#apply({ torch: isOn })
  }

  onEnded(listener: () => void): void {
    this.#track?.addEventListener('ended', listener, { once: true })
  }

  release(): void {
    for (const track of this.stream.getTracks()) track.stop()
  }

  async #apply(constraints: TorchConstraints): Promise<boolean> {
    try {
      await this.#track?.applyConstraints({ advanced: [constraints] })
      return true
    } catch {
      return false
    }
  }
}

/** In the device's order. Ids are empty until a camera was granted. */
export async function listCameras(): Promise<string[]> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  return devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId)
}

export const SCANNER_PROBLEMS = [
  'denied',
  'missing',
  'busy',
  'insecure',
  'noPicture',
  'inApp',
  'unloaded',
  'unknown',
] as const
export type ScannerProblem = (typeof SCANNER_PROBLEMS)[number]

export interface Environment {
  isSecure: boolean
  hasMediaDevices: boolean
  userAgent: string
}

/** In-app browsers of Instagram, Facebook, TikTok, Line, Snapchat, LinkedIn; Android's WebView. */
const IN_APP =
  /Instagram|FBA[NV]|FB_IAB|musical_ly|BytedanceWebview|Line\/|Snapchat|LinkedInApp|; wv\)/

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
  return IN_APP.test(environment.userAgent) ? 'inApp' : 'missing'
}

export function toProblem(error: unknown, { userAgent }: Environment): ScannerProblem {
  const problem = error instanceof Error ? BY_ERROR_NAME[error.name] : undefined
  // In-app browsers deny without asking: site settings would not help.
  if (problem === 'denied' && IN_APP.test(userAgent)) return 'inApp'
  return problem ?? 'unknown'
}

export function readEnvironment(): Environment {
  return {
    isSecure: isSecureContext,
    hasMediaDevices: Boolean(navigator.mediaDevices?.getUserMedia),
    userAgent: navigator.userAgent,
  }
}
