import { CodedError } from '#contract/errors.ts'
import type { BarTask } from './bar-task.ts'
import type { PictureTray } from './picture-tray.ts'
import type { TypedBar } from './read-bar.ts'

/** A picture did not arrive; the form keeps it and offers to send it again. */
export class UnsentPicture extends Error {}

/** Sends a bar once all its pictures have arrived; those that the server has lost go once more. */
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
