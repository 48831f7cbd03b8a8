import { toPage } from '#contract/paths.ts'
import type { Play } from '#test/screens/scene.ts'
import { shows } from '#test/screens/scene.ts'
import type { RoomScene } from '#test/screens/stage.ts'

/** Somebody with a profile, in front of the list of their bar. */
export const seated =
  (scene: RoomScene, then?: Play): Play =>
  async (stage) => {
    await stage.sitDown(scene)
    await stage.open(toPage.table(stage.bar.id, '7'))
    if (scene.answers !== false) await shows('Seu perfil')(stage)
    await then?.(stage)
  }
