interface LampConstraints extends MediaTrackConstraintSet {
  torch?: boolean
  focusMode?: string
}
interface LampCapabilities extends MediaTrackCapabilities {
  torch?: boolean
  focusMode?: string[]
}

/** Wishes, not demands: a camera that cannot fulfil them is still a camera. */
const WISHES = { width: { ideal: 1280 }, height: { ideal: 720 } }

/** One opening of a camera. Release it, or its light stays on. */
export class Camera {
  readonly stream: MediaStream
  readonly #track: MediaStreamTrack | undefined
  readonly #capabilities: LampCapabilities

  private constructor(stream: MediaStream) {
    this.stream = stream
    this.#track = stream.getVideoTracks()[0]
    this.#capabilities = this.#track?.getCapabilities?.() ?? {}
  }

  /** The rear camera, or the one named. Rejects as `getUserMedia` does. */
  static async open(deviceId: string | null): Promise<Camera> {
    const choice = deviceId
      ? { deviceId: { exact: deviceId } }
      : { facingMode: { ideal: 'environment' } }
    const camera = new Camera(
      await navigator.mediaDevices.getUserMedia({ video: { ...WISHES, ...choice }, audio: false }),
    )
    // Some phones start with the focus where the last app left it.
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

  /** True when the lamp does what was asked. */
  switchTorch(isOn: boolean): Promise<boolean> {
    return this.#apply({ torch: isOn })
  }

  /** When the camera is taken away: unplugged, or its permission withdrawn. */
  onLost(listener: () => void): void {
    this.#track?.addEventListener('ended', listener, { once: true })
  }

  release(): void {
    for (const track of this.stream.getTracks()) track.stop()
  }

  async #apply(constraints: LampConstraints): Promise<boolean> {
    try {
      await this.#track?.applyConstraints({ advanced: [constraints] })
      return true
    } catch {
      return false
    }
  }
}

/** The cameras there are, in the device's order. Their names are hidden until one was granted. */
export async function listCameras(): Promise<string[]> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  return devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId)
}
