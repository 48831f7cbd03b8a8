import { ADMIN_API, toAdminPerson } from '#contract/admin-paths.ts'
import { PAGES } from '#contract/paths.ts'
import { monitorTexts } from '#contract/texts/monitor.ts'
import { bars, rooms } from '#test/screens/admin-cast.ts'
import { aPerson } from '#test/screens/cast.ts'
import type { Play, Scenes } from '#test/screens/scene.ts'
import { first, opens, press, shows, showsDialog } from '#test/screens/scene.ts'
import type { AdminScene } from '#test/screens/stage.ts'

const EVENING: AdminScene = { bars: bars(4), board: { rooms: rooms([14, 3, 0, 1]) } }
const FULL_HOUSE: AdminScene = {
  bars: bars(10),
  board: { rooms: rooms([22, 9, 4, 14, 0, 2, 1, 7, 0, 3]) },
}

const watching = (scene: AdminScene, then?: Play): Play =>
  first(
    (stage) => stage.signIn(scene),
    opens(
      PAGES.monitor,
      first(shows(scene.bars[0]?.name ?? monitorTexts.noBars), ...(then ? [then] : [])),
    ),
  )

export const monitor: Scenes = {
  'monitor-loading': {
    title: 'Monitor on its way',
    play: first(
      (stage) => stage.signIn(EVENING),
      (stage) => stage.silence(`${ADMIN_API.bars}*`),
      opens(PAGES.monitor, ({ page }) =>
        page.getByText('Carregando...').first().waitFor({ state: 'attached' }),
      ),
    ),
  },
  'monitor-empty': {
    title: 'Monitor without a bar',
    sample: true,
    isOnWall: true,
    play: watching({ bars: [] }),
  },
  monitor: {
    title: 'Monitor',
    sample: true,
    isOnWall: true,
    play: watching(EVENING, shows('11 online')),
  },
  'monitor-full': {
    title: 'Monitor of ten bars',
    isOnWall: true,
    play: watching(FULL_HOUSE, shows('17 online')),
  },
  'monitor-quiet': {
    title: 'Monitor before anybody came',
    play: watching({ bars: bars(4), board: { rooms: [] } }),
  },
  'monitor-all': {
    title: 'Monitor with who is offline',
    play: watching(EVENING, first(press(/^Bares Cadastrados/), press(/^Mostrar todos/))),
  },
  'monitor-menu': {
    title: 'Monitor, menu of a small screen',
    play: watching(EVENING, async ({ page }) => {
      const menu = page.getByRole('button', { name: 'Menu' })
      if (await menu.isVisible()) await menu.click()
    }),
  },
  'monitor-away': {
    title: 'Monitor without a connection',
    play: watching({ bars: bars(4), board: 'away' }, shows('Sem conexão')),
  },
  'monitor-qr': {
    title: 'QR code',
    play: watching(
      EVENING,
      first(press(/^QR Code/), ({ page }) => page.getByRole('dialog').getByRole('img').waitFor()),
    ),
  },
  'bar-acts': {
    title: 'What can be done with a bar',
    sample: true,
    play: watching(EVENING, first(press(/^Opções/), showsDialog)),
  },
  'bar-delete': {
    title: 'Deleting a bar',
    play: watching(
      EVENING,
      first(
        press(/^Opções/),
        press('Excluir bar'),
        ({ page }) => page.getByRole('dialog').getByRole('textbox').fill('Boteco'),
        press('Excluir para sempre'),
        shows(monitorTexts.deleteMismatch),
      ),
    ),
  },
  'customer-remove': {
    title: 'Removing somebody',
    play: watching(EVENING, first(press(/^Remover/), showsDialog)),
  },
  'customer-not-removed': {
    title: 'Somebody who could not be removed',
    play: first(
      (stage) => stage.refuse(toAdminPerson('*', '*'), 'internal'),
      watching(
        EVENING,
        first(
          press(/^Remover/),
          showsDialog,
          press(monitorTexts.removeForTheNight),
          shows(monitorTexts.removalFailed),
        ),
      ),
    ),
  },
  'monitor-failed': {
    title: 'Monitor whose bars cannot be loaded',
    play: first(
      (stage) => stage.signIn(EVENING),
      (stage) => stage.refuse(`${ADMIN_API.bars}*`, 'internal'),
      opens(PAGES.monitor, shows(monitorTexts.barsFailedDetail)),
    ),
  },
  'monitor-not-found': {
    title: 'Monitor, no bar of that name',
    play: watching(FULL_HOUSE, async (stage) => {
      await stage.page.getByRole('searchbox').fill('Nenhures')
      await shows(monitorTexts.searchEmpty)(stage)
    }),
  },
  'monitor-comings': {
    title: 'Monitor, somebody comes',
    play: watching(EVENING, async (stage) => {
      await shows('11 online')(stage)
      const person = { ...aPerson(90, { name: 'Teodora' }), phone: null, lastSeen: 0, revision: 1 }
      stage.tellBoard([{ barId: EVENING.bars[0]?.id ?? '', person }])
      await shows('Teodora entrou no bar')(stage)
    }),
  },
  'monitor-closed-bar': {
    title: 'What can be done with a closed bar',
    play: watching(FULL_HOUSE, first(press(/^Opções de Botequim 22/), showsDialog)),
  },
}
