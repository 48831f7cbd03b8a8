import type { BarAddress, OwnSite } from '#contract/bar-address.ts'
import type { OpenedPicture, PictureProblem } from '#web/pictures/open-picture.ts'
import { openPicture } from '#web/pictures/open-picture.ts'
import { Store } from '#web/ui/cell.ts'
import type { Camera, ScannerProblem } from './camera.ts'
import { findObstacle, listCameras, queryCamera, readEnvironment, toProblem } from './camera.ts'
import { chooseCamera, openRemembered } from './camera-memory.ts'
import { Engines } from './engines.ts'
import type { DecodedCode } from './formats.ts'
import { readBrightness } from './frames.ts'
import type { Verdict } from './judge-code.ts'
import { judgeCodes, ReportedCodes } from './judge-code.ts'
import { readPhoto } from './read-photo.ts'
import { ScanLoop } from './scan-loop.ts'

const VIBRATION_MS = 80
const NOTICE_MS = 4_000
const HELP_AFTER_MS = 1_000
const ADVICE_AFTER_MS = 4_000
/** Mean level below which a picture is called dark. */
const DARK_LEVEL = 50

export interface ScannerState {
  phase: 'opening' | 'scanning' | 'found' | 'failed'
  problem: ScannerProblem | null
  notice: 'refused' | 'nothingInPhoto' | 'unloaded' | PictureProblem | null
  /** Advice after a while without a code. */
  advice: 'nearer' | 'light' | null
  /** The browser is asking the person. */
  isAsking: boolean
  isReadingPhoto: boolean
  /** Null if the camera has no torch. */
  torch: 'off' | 'on' | null
  /** Null if the camera has none. */
  zoom: 1 | 2 | null
  canSwitchCamera: boolean
}

export const CLOSED: ScannerState = {
  phase: 'opening',
  problem: null,
  notice: null,
  advice: null,
  isAsking: false,
  isReadingPhoto: false,
  torch: null,
  zoom: null,
  canSwitchCamera: false,
}

function change(state: ScannerState, changes: Partial<ScannerState>): ScannerState {
  const isSame = Object.entries(changes).every(
    ([key, value]) => state[key as keyof ScannerState] === value,
  )
  return isSame ? state : { ...state, ...changes }
}

interface ScannerOptions {
  video: HTMLVideoElement
  still: HTMLCanvasElement
  site: OwnSite
  onBar: (address: BarAddress) => Promise<boolean>
}

/** Opens one camera at a time, and releases it while the page is hidden. */
export class Scanner {
  readonly #store = new Store<ScannerState, Partial<ScannerState>>(CLOSED, change)
  readonly #reported = new ReportedCodes()
  readonly #options: ScannerOptions
  #engines = new Engines()
  #camera: Camera | null = null
  #loop: ScanLoop | null = null
  /** When the last code was read, or the first picture seen. */
  #silentSinceMs = 0
  #noticeTimer: ReturnType<typeof setTimeout> | undefined
  /** Incremented by each start and stop: older runs are stale. */
  #run = 0

  readonly subscribe = this.#store.subscribe
  readonly read = this.#store.read

  constructor(options: ScannerOptions) {
    this.#options = options
  }

  async open(): Promise<void> {
    this.pause()
    const run = this.#run
    const environment = readEnvironment()
    const obstacle = findObstacle(environment)
    if (obstacle) return this.#fail(obstacle)
    this.#store.dispatch({ ...CLOSED, isReadingPhoto: this.read().isReadingPhoto })
    void this.#engines.open().catch(() => this.#failRun(run, 'unloaded'))
    const askedAtMs = performance.now()
    void queryCamera().then((permission) => {
      const isOpening = run === this.#run && this.read().phase === 'opening'
      if (isOpening) this.#store.dispatch({ isAsking: permission?.state === 'prompt' })
    })
    try {
      const camera = await openRemembered()
      if (run === this.#run) this.#use(camera)
      else camera.release()
    } catch (error) {
      const tookMs = performance.now() - askedAtMs
      const permission = (await queryCamera())?.state ?? null
      this.#failRun(run, toProblem(error, environment, { permission, tookMs }))
    }
  }

  pause(): void {
    this.#run++
    this.#loop?.stop()
    this.#loop = null
    this.#camera?.release()
    this.#camera = null
    this.#options.video.srcObject = null
  }

  close(): void {
    this.pause()
    clearTimeout(this.#noticeTimer)
    this.#engines.close()
    this.#engines = new Engines()
    this.#store.dispatch(CLOSED)
  }

  async switchTorch(): Promise<void> {
    const isOn = this.read().torch !== 'on'
    if (!(await this.#camera?.switchTorch(isOn))) return
    this.#silentSinceMs = performance.now()
    this.#store.dispatch({ torch: isOn ? 'on' : 'off', advice: null })
  }

  async switchZoom(): Promise<void> {
    const zoom = this.read().zoom === 1 ? 2 : 1
    if (await this.#camera?.switchZoom(zoom === 2)) this.#store.dispatch({ zoom })
  }

  async switchCamera(): Promise<void> {
    const cameras = await listCameras()
    const current = cameras.findIndex(({ id }) => id === this.#camera?.deviceId)
    const next = cameras[(current + 1) % cameras.length]
    if (next) chooseCamera(next)
    await this.open()
  }

  async readPhoto(photo: Blob): Promise<void> {
    // Not tied to a run: the file picker hides the page, which restarts the camera.
    const engines = this.#engines
    this.#loop?.stop()
    this.#store.dispatch({ isReadingPhoto: true, notice: null })
    const { bitmap, problem } = await openPicture(photo).catch(
      (): OpenedPicture => ({ problem: 'unreadable' }),
    )
    const found = bitmap ? await this.#judgePhoto(bitmap) : problem
    if (engines !== this.#engines) return
    this.#store.dispatch({ isReadingPhoto: false })
    if (typeof found === 'object') return await this.#enter(found)
    this.#store.dispatch({ notice: found })
    if (this.#camera) this.#startLoop()
  }

  /** The address of the bar, or why there is none. */
  async #judgePhoto(
    photo: ImageBitmap,
  ): Promise<BarAddress | 'refused' | 'nothingInPhoto' | 'unloaded'> {
    const judge = (codes: DecodedCode[]) => judgeCodes(codes, this.#options.site)
    try {
      const engines = await this.#engines.openAll().catch(() => null)
      if (!engines) return 'unloaded'
      const codes = await readPhoto(photo, engines, (found) => judge(found)?.kind === 'bar')
      const verdict = judge(codes)
      if (!verdict) return 'nothingInPhoto'
      return verdict.kind === 'bar' ? verdict.address : 'refused'
    } catch {
      return 'nothingInPhoto'
    } finally {
      photo.close()
    }
  }

  #use(camera: Camera): void {
    const run = this.#run
    this.#camera = camera
    camera.onEnded(() => this.#failRun(run, 'noPicture'))
    const { video } = this.#options
    video.srcObject = camera.stream
    // Autoplay may be blocked; the loop detects missing frames.
    video.play().catch(() => undefined)
    this.#store.dispatch({
      torch: camera.hasTorch ? 'off' : null,
      zoom: camera.hasZoom ? 1 : null,
    })
    void listCameras().then(({ length }) => this.#store.dispatch({ canSwitchCamera: length > 1 }))
    this.#startLoop()
  }

  #startLoop(): void {
    const run = this.#run
    this.#loop?.stop()
    this.#silentSinceMs = 0
    this.#loop = new ScanLoop(this.#options.video, this.#engines, {
      onPicture: () => this.#followSilence(),
      onStalled: () => this.#failRun(run, 'noPicture'),
      onCodes: (codes) => this.#report(judgeCodes(codes, this.#options.site)),
      onBroken: (engine) =>
        void this.#engines.replace(engine).catch(() => this.#failRun(run, 'unloaded')),
    })
  }

  #followSilence(): void {
    this.#store.dispatch({ phase: 'scanning', isAsking: false })
    const nowMs = performance.now()
    this.#silentSinceMs ||= nowMs
    const silentMs = nowMs - this.#silentSinceMs
    if (silentMs >= HELP_AFTER_MS) this.#engines.help()
    if (silentMs < ADVICE_AFTER_MS || this.read().advice) return
    const isDark = readBrightness(this.#options.video) < DARK_LEVEL
    this.#store.dispatch({ advice: isDark ? 'light' : 'nearer' })
  }

  #report(verdict: Verdict | null): void {
    if (!verdict || verdict.kind === 'product') return
    this.#silentSinceMs = performance.now()
    this.#store.dispatch({ advice: null })
    if (!this.#reported.mayReport(verdict.text, performance.now())) return
    if (verdict.kind === 'bar') void this.#enter(verdict.address)
    else this.#notify('refused')
  }

  async #enter(address: BarAddress): Promise<void> {
    if (this.read().phase === 'found') return
    this.#freeze()
    this.pause()
    const run = this.#run
    this.#store.dispatch({ phase: 'found', problem: null, notice: null, advice: null })
    navigator.vibrate?.(VIBRATION_MS)
    const hasEntered = await this.#options.onBar(address)
    if (!hasEntered && run === this.#run) await this.open()
  }

  #freeze(): void {
    const { video, still } = this.#options
    const { videoWidth, videoHeight } = video
    const side = Math.min(videoWidth, videoHeight)
    if (!side) return
    still.width = side
    still.height = side
    const [left, top] = [(videoWidth - side) / 2, (videoHeight - side) / 2]
    still.getContext('2d')?.drawImage(video, left, top, side, side, 0, 0, side, side)
  }

  #notify(notice: NonNullable<ScannerState['notice']>): void {
    this.#store.dispatch({ notice })
    clearTimeout(this.#noticeTimer)
    this.#noticeTimer = setTimeout(() => this.#store.dispatch({ notice: null }), NOTICE_MS)
  }

  #failRun(run: number, problem: ScannerProblem): void {
    if (run === this.#run) this.#fail(problem)
  }

  #fail(problem: ScannerProblem): void {
    this.pause()
    this.#store.dispatch({ phase: 'failed', problem, isAsking: false, advice: null })
  }
}
