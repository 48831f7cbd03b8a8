import { ADMIN_API, toAdminPerson } from '#contract/admin-paths.ts'
import { PAGES } from '#contract/paths.ts'
import { monitorTexts } from '#contract/texts/monitor.ts'
import { bars, rooms } from '#test/fakes/admin-data.ts'
import type { FakeAdmin } from '#test/fakes/fake-server.ts'
import { aPerson } from '#test/fakes/people.ts'
import type { Scenes, Step } from '#test/screens/scene.ts'
import { opens, press, shows, showsDialog, steps } from '#test/screens/scene.ts'

const EVENING: FakeAdmin = { bars: bars(4), board: { rooms: rooms([14, 3, 0, 1]) } }
const FULL_HOUSE: FakeAdmin = {
  bars: bars(10),
  board: { rooms: rooms([22, 9, 4, 14, 0, 2, 1, 7, 0, 3]) },
}

const watching = (scene: FakeAdmin, then?: Step): Step =>
  steps(
    (server) => server.signIn(scene),
    opens(
      PAGES.monitor,
      steps(shows(scene.bars[0]?.name ?? monitorTexts.noBars), ...(then ? [then] : [])),
    ),
  )

export const monitor: Scenes = {
  'monitor-loading': {
    title: 'Monitor on its way',
    reach: steps(
      (server) => server.signIn(EVENING),
      (server) => server.hang(`${ADMIN_API.bars}*`),
      opens(PAGES.monitor, ({ page }) =>
        page.getByText('Carregando...').first().waitFor({ state: 'attached' }),
      ),
    ),
  },
  'monitor-empty': {
    title: 'Monitor without a bar',
    isOnWall: true,
    reach: watching({ bars: [] }),
  },
  monitor: {
    title: 'Monitor',
    isOnWall: true,
    reach: watching(EVENING, shows('11 online')),
  },
  'monitor-full': {
    title: 'Monitor of ten bars',
    isOnWall: true,
    reach: watching(FULL_HOUSE, shows('17 online')),
  },
  'monitor-quiet': {
    title: 'Monitor before anybody came',
    reach: watching({ bars: bars(4), board: { rooms: [] } }),
  },
  'monitor-all': {
    title: 'Monitor with who is offline',
    reach: watching(EVENING, steps(press(/^Bares Cadastrados/), press(/^Mostrar todos/))),
  },
  'monitor-menu': {
    title: 'Monitor, menu of a small screen',
    isOfPhone: true,
    reach: watching(EVENING, async ({ page }) => {
      const menu = page.getByRole('button', { name: 'Menu' })
      if (await menu.isVisible()) await menu.click()
    }),
  },
  'monitor-away': {
    title: 'Monitor without a connection',
    reach: watching({ bars: bars(4), board: 'away' }, shows('Sem conexão')),
  },
  'monitor-qr': {
    title: 'QR code',
    reach: watching(
      EVENING,
      steps(press(/^QR Code/), ({ page }) => page.getByRole('dialog').getByRole('img').waitFor()),
    ),
  },
  'bar-acts': {
    title: 'What can be done with a bar',
    reach: watching(EVENING, steps(press(/^Opções/), showsDialog)),
  },
  'bar-delete': {
    title: 'Deleting a bar',
    reach: watching(
      EVENING,
      steps(
        press(/^Opções/),
        press('Excluir bar'),
        ({ page }) => page.getByRole('dialog').getByRole('textbox').fill('Boteco'),
        press('Excluir para sempre'),
        shows(monitorTexts.deleteMismatch),
      ),
    ),
  },
  'person-remove': {
    title: 'Removing somebody',
    reach: watching(EVENING, steps(press(/^Remover/), showsDialog)),
  },
  'person-not-removed': {
    title: 'Somebody who could not be removed',
    reach: steps(
      (server) => server.refuse(toAdminPerson('*', '*'), 'internal'),
      watching(
        EVENING,
        steps(
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
    reach: steps(
      (server) => server.signIn(EVENING),
      (server) => server.refuse(`${ADMIN_API.bars}*`, 'internal'),
      opens(PAGES.monitor, shows(monitorTexts.barsFailedDetail)),
    ),
  },
  'monitor-not-found': {
    title: 'Monitor, no bar of that name',
    reach: watching(FULL_HOUSE, async (server) => {
      await server.page.getByRole('searchbox').fill('Nenhures')
      await shows(monitorTexts.searchEmpty)(server)
    }),
  },
  'monitor-comings': {
    title: 'Monitor, somebody comes',
    reach: watching(EVENING, async (server) => {
      await shows('11 online')(server)
      const person = { ...aPerson(90, { name: 'Teodora' }), phone: null, lastSeen: 0, revision: 1 }
      server.sendEntered([{ barId: EVENING.bars[0]?.id ?? '', person }])
      await shows('Teodora entrou no bar')(server)
    }),
  },
  'monitor-closed-bar': {
    title: 'What can be done with a closed bar',
    reach: watching(FULL_HOUSE, steps(press(/^Opções de Botequim 22/), showsDialog)),
  },
}
