import { CodedError } from '#contract/errors.ts'
import type { BarTask } from './bar-task.ts'
import type { PictureTray } from './picture-tray.ts'
import type { TypedBar } from './read-bar.ts'

/** The form keeps the picture and offers a retry. */
export class UnsentPicture extends Error {}

/** Waits for the uploads. Uploads once more what the server has deleted. */
export async function sendBar(
  bar: TypedBar,
  { send, tray }: { send: BarTask['send']; tray: PictureTray },
  revision: number,
): Promise<void> {
  if (!(await tray.settle())) throw new UnsentPicture()
  try {
    await send({ ...bar, ...tray.paths() }, revision)
  } catch (error) {
    if (!(error instanceof CodedError && error.code === 'picture_gone')) throw error
    if (!(await tray.renew())) throw new UnsentPicture()
    await send({ ...bar, ...tray.paths() }, revision)
  }
}
