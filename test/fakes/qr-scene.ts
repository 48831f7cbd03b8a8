import QRCode from 'qrcode'
import type { Luma } from './luma.ts'
import { addNoise, blur, makeRandom, paintLuma, smear } from './luma.ts'

export interface QrScene {
  text: string
  /** Printed instead of a QR code of the text, as wide as `codeSide` where it is wider than high. */
  print?: ImageData
  width: number
  height: number
  /** Side of the code without its white border, in pixels of the picture. */
  codeSide: number
  centre?: { x: number; y: number }
  turnDegrees?: number
  /** Seen from the side: 0 is straight on. */
  tiltDegrees?: number
  /** Part of the code's side by which its middle hangs lower, as on cloth. */
  sag?: number
  /** Deviation in pixels. */
  blurPx?: number
  smearPx?: number
  /** Deviation in grey levels of 0-255. */
  noise?: number
  /** Grey levels between ink and paper, and the level in their middle. */
  contrast?: number
  light?: number
  /** Part of the code's width that a lamp's reflection covers. */
  glare?: number
  /** Part of the code's area that is scratched or stained away. */
  damage?: number
  isInverted?: boolean
  seed?: number
}

const QUIET_MODULES = 4
/** The quiet zone of a whole print, as a share of its longer side. */
const QUIET_SHARE = 0.1
const TABLE_LEVEL = 0.25
const SAMPLES = 3
const FOCAL_LENGTHS = 2

/** Reflectance of the printed card at a point given in modules: 0 ink, 1 paper, null beside it. */
type Card = (x: number, y: number) => number | null

interface Print {
  /** In modules. */
  width: number
  height: number
  quiet: number
  /** Reflectance of a module. */
  at: (column: number, row: number) => number
}

/** One module is one pixel of a picture. */
function toPrint({ print, text }: QrScene): Print {
  if (print) {
    const { data, width, height } = print
    const at = (column: number, row: number) => (data[(row * width + column) * 4] ?? 255) / 255
    return { width, height, quiet: Math.max(width, height) * QUIET_SHARE, at }
  }
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  const { size } = modules
  const at = (column: number, row: number) => (modules.get(row, column) === 1 ? 0 : 1)
  return { width: size, height: size, quiet: QUIET_MODULES, at }
}

function printCard(scene: QrScene): { card: Card; modules: number } {
  const { width, height, quiet, at } = toPrint(scene)
  const modules = Math.max(width, height)
  const [left, top] = [(modules - width) / 2, (modules - height) / 2]
  const wear = makeWear(scene.damage ?? 0, modules, makeRandom((scene.seed ?? 1) * 7_919))
  const card: Card = (x, y) => {
    if (Math.min(x, y) < -quiet || Math.max(x, y) >= modules + quiet) return null
    const worn = wear(x, y)
    if (worn !== null) return worn
    const [column, row] = [Math.floor(x - left), Math.floor(y - top)]
    const isInside = Math.min(column, row) >= 0 && column < width && row < height
    const level = isInside ? at(column, row) : 1
    return scene.isInverted ? 1 - level : level
  }
  return { card, modules }
}

/** Round stains, half of them dark and half rubbed white, until their area is reached. */
function makeWear(damage: number, size: number, random: () => number): Card {
  const stains: { x: number; y: number; radius: number; level: number }[] = []
  for (let area = 0; area < damage * size * size; ) {
    const radius = 0.6 + random() * 2.2
    stains.push({ x: random() * size, y: random() * size, radius, level: random() < 0.5 ? 0 : 1 })
    area += Math.PI * radius ** 2
  }
  return (x, y) => {
    for (const stain of stains) {
      if ((x - stain.x) ** 2 + (y - stain.y) ** 2 < stain.radius ** 2) return stain.level
    }
    return null
  }
}

/** Maps a pixel to the card, which is turned in its plane and then tilted about its upright axis. */
function makeView(scene: QrScene, modules: number): (x: number, y: number) => [number, number] {
  const { x: centreX, y: centreY } = scene.centre ?? { x: scene.width / 2, y: scene.height / 2 }
  const turn = ((scene.turnDegrees ?? 0) * Math.PI) / 180
  const tilt = ((scene.tiltDegrees ?? 0) * Math.PI) / 180
  const focal = FOCAL_LENGTHS * scene.codeSide
  return (x, y) => {
    const across = x - centreX
    const onPlane = (across * focal) / (focal * Math.cos(tilt) - across * Math.sin(tilt))
    const distance = (focal + onPlane * Math.sin(tilt)) / focal
    const hangs = (scene.sag ?? 0) * (scene.codeSide - (2 * across) ** 2 / scene.codeSide)
    const down = (y - centreY - hangs) * distance
    const scale = modules / scene.codeSide
    return [
      (onPlane * Math.cos(turn) + down * Math.sin(turn)) * scale + modules / 2,
      (down * Math.cos(turn) - onPlane * Math.sin(turn)) * scale + modules / 2,
    ]
  }
}

function drawCard(scene: QrScene): Luma {
  const { card, modules } = printCard(scene)
  const view = makeView(scene, modules)
  return paintLuma(scene.width, scene.height, (x, y) => {
    let sum = 0
    for (let sample = 0; sample < SAMPLES ** 2; sample++) {
      const right = ((sample % SAMPLES) + 0.5) / SAMPLES
      const down = (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES
      sum += card(...view(x + right, y + down)) ?? TABLE_LEVEL
    }
    return sum / SAMPLES ** 2
  })
}

function shine({ data, width, height }: Luma, { glare = 0, codeSide }: QrScene): Luma {
  const radius = (glare * codeSide) / 2
  const [lampX, lampY] = [width / 2 + codeSide * 0.15, height / 2 - codeSide * 0.1]
  return paintLuma(width, height, (x, y) => {
    const distance = Math.hypot(x - lampX, y - lampY) / radius
    return (data[y * width + x] ?? 0) + 300 * Math.exp(-(distance ** 2) * 1.5)
  })
}

/** Draws a QR code as a camera would see it on a table. */
export function drawScene(scene: QrScene): Luma {
  let picture = drawCard(scene)
  const { contrast = 200, light = 128 } = scene
  picture.data = picture.data.map((level) => light + (level - 0.5) * contrast)
  if (scene.glare) picture = shine(picture, scene)
  if (scene.blurPx) picture = blur(picture, scene.blurPx)
  if (scene.smearPx) picture = smear(picture, scene.smearPx)
  if (scene.noise) addNoise(picture, scene.noise, makeRandom(scene.seed ?? 1))
  picture.data = picture.data.map((level) => Math.min(255, Math.max(0, Math.round(level))))
  return picture
}
