import { toAdminBar } from '#contract/admin-paths.ts'
import { FULL_BAR } from '#test/screens/admin-cast.ts'
import type { Play } from '#test/screens/scene.ts'

/** A page about one bar, seen by who registered it. */
export const withBar =
  (toPath: (barId: string) => string, then?: Play): Play =>
  async (stage) => {
    await stage.signIn({ bars: [] })
    await stage.answer(toAdminBar(FULL_BAR.id), FULL_BAR)
    await stage.open(toPath(FULL_BAR.id))
    // In a field of the form, in the bar at the top or on the paper.
    await stage.page
      .locator(`text=${FULL_BAR.name} >> visible=true`)
      .or(stage.page.getByRole('textbox', { name: 'Nome do Bar' }))
      .first()
      .waitFor()
    await then?.(stage)
  }
