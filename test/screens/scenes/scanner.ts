import { PAGES } from '#contract/paths.ts'
import { scannerTexts } from '#contract/texts/scanner.ts'
import type { CameraFaults } from '#test/screens/fake-camera.ts'
import { fakeCamera, toTableCard } from '#test/screens/fake-camera.ts'
import type { Scene, Scenes, Step } from '#test/screens/scene.ts'
import { opens, perKind, press, shows, steps } from '#test/screens/scene.ts'
import type { ScannerProblem } from '#web/features/scanner/camera.ts'

const scanning = (camera: CameraFaults, then: Step): Step =>
  steps(
    (server) => fakeCamera(server, camera),
    opens(PAGES.barAccess, steps(press('Escanear'), then)),
  )

const ELSEWHERE = 'https://outro-lugar.example/promo'
const CARD = toTableCard(ELSEWHERE)
/** Too blurred to be read. */
const BLURRED_CARD = toTableCard(ELSEWHERE, { isSharp: false })
const trouble = (
  title: string,
  kind: ScannerProblem,
  camera: CameraFaults,
  before?: Step,
): Scene => ({
  title,
  reach: steps(
    before ?? (async () => undefined),
    scanning(camera, shows(scannerTexts.problems[kind].title)),
  ),
})

const TROUBLES: Record<ScannerProblem, Scene> = {
  denied: trouble('Scanner, camera denied', 'denied', { fails: 'NotAllowedError' }),
  dismissed: trouble('Scanner, nobody answered', 'dismissed', {
    fails: 'NotAllowedError',
    isDismissed: true,
  }),
  missing: trouble('Scanner, no camera', 'missing', { fails: 'NotFoundError' }),
  busy: trouble('Scanner, camera in use', 'busy', { fails: 'NotReadableError' }),
  insecure: trouble('Scanner, not a secure page', 'insecure', { isInsecure: true }),
  noPicture: trouble('Scanner, no picture', 'noPicture', { sees: CARD, isLost: true }),
  inApp: trouble('Scanner inside another app', 'inApp', {
    fails: 'NotAllowedError',
    userAgent: 'Mozilla/5.0 (iPhone) Instagram 300.0',
  }),
  unloaded: {
    ...trouble('Scanner, no reader', 'unloaded', { sees: BLURRED_CARD }, async (server) => {
      await server.abort('/assets/jsqr-worker-*.js')
      await server.abort('/assets/zxing-worker-*.js')
    }),
    isFirst: true,
  },
  unknown: trouble('Scanner, nobody knows why', 'unknown', { fails: 'TypeError' }),
}

export const scanner: Scenes = {
  scanner: {
    title: 'Scanner',
    reach: scanning({ sees: BLURRED_CARD, hasTorch: true }, shows(scannerTexts.advice.nearer)),
  },
  'scanner-opening': {
    title: 'Scanner, camera on its way',
    reach: scanning({ isSilent: true }, shows(scannerTexts.asking)),
  },
  'scanner-refused': {
    title: 'Scanner, somebody else’s code',
    reach: scanning({ sees: CARD }, shows(scannerTexts.refused)),
  },
  'scanner-found': {
    title: 'Scanner, a code was read',
    reach: async (server) => {
      await server.hang('/api/bars/*')
      const sees = toTableCard(`${server.origin}/bar/${server.bar.id}`)
      await scanning({ sees }, shows(scannerTexts.found))(server)
    },
  },
  'scanner-photo': {
    title: 'Scanner, a photo without a code',
    reach: scanning({ fails: 'NotFoundError' }, async (server) => {
      const chooser = server.page.waitForEvent('filechooser')
      await press(scannerTexts.choosePhoto)(server)
      await (await chooser).setFiles(await server.makePhoto())
      await shows(scannerTexts.nothingInPhoto)(server)
    }),
  },
  ...perKind('scanner', TROUBLES),
}
