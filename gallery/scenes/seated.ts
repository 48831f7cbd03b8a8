import { toPage } from '#contract/paths.ts'
import type { Play } from '../scene.ts'
import { shows } from '../scene.ts'
import type { RoomScene } from '../stage.ts'

/** Somebody with a profile, in front of the list of their bar. */
export const seated =
  (scene: RoomScene, then?: Play): Play =>
  async (stage) => {
    await stage.sitDown(scene)
    await stage.open(toPage.table(stage.bar.id, '7'))
    if (scene.answers !== false) await shows('Seu perfil')(stage)
    await then?.(stage)
  }
