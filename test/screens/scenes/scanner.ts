import { PAGES } from '#contract/pages.ts'
import { scannerTexts } from '#contract/texts/scanner.ts'
import type { CameraFaults } from '#test/screens/fake-camera.ts'
import { fakeCamera, toTableCard } from '#test/screens/fake-camera.ts'
import type { Scene, Scenes, Step } from '#test/screens/scene.ts'
import { choosePhoto, opens, perKind, press, shows, steps } from '#test/screens/scene.ts'
import type { ScannerProblem } from '#web/features/scanner/camera.ts'

const scanning = (camera: CameraFaults, ...then: Step[]): Step =>
  steps((server) => fakeCamera(server, camera), opens(PAGES.barAccess, press('Escanear'), ...then))

const ELSEWHERE = 'https://outro-lugar.example/promo'
const CARD = toTableCard(ELSEWHERE)
/** Too blurred to be read. */
const BLURRED_CARD = toTableCard(ELSEWHERE, { isSharp: false })

const trouble = (kind: ScannerProblem, camera: CameraFaults): Step =>
  scanning(camera, shows(scannerTexts.problems[kind].title))

const TROUBLES: Record<ScannerProblem, Step | Scene> = {
  denied: trouble('denied', { fails: 'NotAllowedError' }),
  dismissed: trouble('dismissed', { fails: 'NotAllowedError', isDismissed: true }),
  missing: trouble('missing', { fails: 'NotFoundError' }),
  busy: trouble('busy', { fails: 'NotReadableError' }),
  insecure: trouble('insecure', { isInsecure: true }),
  noPicture: trouble('noPicture', { sees: CARD, isLost: true }),
  inApp: trouble('inApp', {
    fails: 'NotAllowedError',
    userAgent: 'Mozilla/5.0 (iPhone) Instagram 300.0',
  }),
  unloaded: {
    isFirst: true,
    reach: steps(
      (server) => server.abort('/assets/jsqr-worker-*.js'),
      (server) => server.abort('/assets/zxing-worker-*.js'),
      trouble('unloaded', { sees: BLURRED_CARD }),
    ),
  },
  unknown: trouble('unknown', { fails: 'TypeError' }),
}

export const scanner: Scenes = {
  scanner: scanning({ sees: BLURRED_CARD, hasTorch: true }, shows(scannerTexts.advice.nearer)),
  'scanner-opening': scanning({ isSilent: true }, shows(scannerTexts.asking)),
  'scanner-refused': scanning({ sees: CARD }, shows(scannerTexts.refused)),
  'scanner-found': async (server) => {
    await server.hang('/api/bars/*')
    const sees = toTableCard(`${server.origin}/bar/${server.bar.id}`)
    await scanning({ sees }, shows(scannerTexts.found))(server)
  },
  'scanner-photo': scanning(
    { fails: 'NotFoundError' },
    choosePhoto(scannerTexts.choosePhoto),
    shows(scannerTexts.nothingInPhoto),
  ),
  ...perKind('scanner', TROUBLES),
}
