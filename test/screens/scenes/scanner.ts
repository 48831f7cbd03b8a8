import { PAGES } from '#contract/paths.ts'
import { scannerTexts } from '#contract/texts/scanner.ts'
import type { PlayedCamera } from '#test/screens/played-camera.ts'
import { playCamera } from '#test/screens/played-camera.ts'
import type { Play, Scene, Scenes } from '#test/screens/scene.ts'
import { first, opens, perKind, press, shows } from '#test/screens/scene.ts'
import { toTableCard } from '#test/screens/table-card.ts'
import type { ScannerProblem } from '#web/features/scanner/camera.ts'

const scanning = (camera: PlayedCamera, then: Play): Play =>
  first(
    ({ page }) => playCamera(page, camera),
    opens(PAGES.barAccess, first(press('Escanear'), then)),
  )

const ELSEWHERE = 'https://outro-lugar.example/promo'
const CARD = toTableCard(ELSEWHERE)
/** Of which nothing can be read yet. */
const BLURRED_CARD = toTableCard(ELSEWHERE, { isSharp: false })
const hint: Play = async ({ page }) => {
  await page.getByRole('dialog').locator('video:not(.opacity-0)').waitFor()
}

const trouble = (
  title: string,
  kind: ScannerProblem,
  camera: PlayedCamera,
  before?: Play,
): Scene => ({
  title,
  play: first(
    before ?? (async () => undefined),
    scanning(camera, shows(scannerTexts.problems[kind].title)),
  ),
})

const TROUBLES: Record<ScannerProblem, Scene> = {
  denied: trouble('Scanner, camera denied', 'denied', { fails: 'NotAllowedError' }),
  missing: trouble('Scanner, no camera', 'missing', { fails: 'NotFoundError' }),
  busy: trouble('Scanner, camera in use', 'busy', { fails: 'NotReadableError' }),
  insecure: trouble('Scanner, not a secure page', 'insecure', { isInsecure: true }),
  noPicture: trouble('Scanner, no picture', 'noPicture', { sees: CARD, isLost: true }),
  inApp: trouble('Scanner inside another app', 'inApp', {
    fails: 'NotAllowedError',
    userAgent: 'Mozilla/5.0 (iPhone) Instagram 300.0',
  }),
  unloaded: trouble('Scanner, no reader', 'unloaded', { sees: BLURRED_CARD }, async (stage) => {
    await stage.lose('/assets/jsqr-worker-*.js')
    await stage.lose('/assets/zxing-worker-*.js')
  }),
  unknown: trouble('Scanner, nobody knows why', 'unknown', { fails: 'TypeError' }),
}

export const scanner: Scenes = {
  scanner: {
    title: 'Scanner',
    sample: true,
    play: scanning({ sees: BLURRED_CARD, hasTorch: true }, hint),
  },
  'scanner-opening': {
    title: 'Scanner, camera on its way',
    play: scanning({ isSilent: true }, shows(scannerTexts.opening)),
  },
  'scanner-refused': {
    title: 'Scanner, somebody else’s code',
    play: scanning({ sees: CARD }, shows(scannerTexts.refused)),
  },
  'scanner-found': {
    title: 'Scanner, a code was read',
    play: async (stage) => {
      await stage.silence('/api/bars/*')
      const sees = toTableCard(`${stage.origin}/bar/${stage.bar.id}`)
      await scanning({ sees }, shows(scannerTexts.found))(stage)
    },
  },
  'scanner-photo': {
    title: 'Scanner, a photo without a code',
    play: scanning({ fails: 'NotFoundError' }, async (stage) => {
      const chooser = stage.page.waitForEvent('filechooser')
      await press(scannerTexts.choosePhoto)(stage)
      await (await chooser).setFiles(await stage.takePhoto())
      await shows(scannerTexts.nothingInPhoto)(stage)
    }),
  },
  ...perKind('scanner', TROUBLES),
}
