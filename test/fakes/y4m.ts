import { writeFileSync } from 'node:fs'
import type { Luma } from './luma.ts'

const FRAMES_PER_SECOND = 10
const GREY = 128

/** Writes a film without sound or colour, as Chromium's fake camera plays it over and over. */
export function writeY4m(path: string, frames: readonly Luma[]): void {
  const [first] = frames
  if (!first) throw new Error('A film needs a picture.')
  const { width, height } = first
  const colour = Buffer.alloc(2 * Math.ceil(width / 2) * Math.ceil(height / 2), GREY)
  const header = `YUV4MPEG2 W${width} H${height} F${FRAMES_PER_SECOND}:1 Ip A1:1 C420jpeg\n`
  const parts = frames.flatMap(({ data }) => [Buffer.from('FRAME\n'), Buffer.from(data), colour])
  writeFileSync(path, Buffer.concat([Buffer.from(header), ...parts]))
}
