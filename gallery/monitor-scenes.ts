import { ADMIN_API } from '#contract/admin-paths.ts'
import { bars, rooms } from './admin-cast.ts'
import type { Scene } from './scenes.ts'
import type { AdminScene, Stage } from './stage.ts'

const EVENING: AdminScene = { bars: bars(4), board: { rooms: rooms([14, 3, 0, 1]) } }
const FULL_HOUSE: AdminScene = {
  bars: bars(10),
  board: { rooms: rooms([22, 9, 4, 14, 0, 2, 1, 7, 0, 3]) },
}

const press = ({ page }: Stage, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click()

const monitor =
  (scene: AdminScene, then?: (stage: Stage) => Promise<unknown>) => async (stage: Stage) => {
    await stage.signIn(scene)
    await stage.open('/barmonitor')
    await stage.page
      .getByText(scene.bars[0]?.name ?? 'Nenhum bar cadastrado ainda.')
      .first()
      .waitFor()
    await then?.(stage)
  }
const dialog = ({ page }: Stage) => page.getByRole('dialog').waitFor()

export const monitorScenes: Record<string, Scene> = {
  'monitor-loading': {
    title: 'Monitor on its way',
    play: async (stage) => {
      await stage.signIn(EVENING)
      await stage.silence(`${ADMIN_API.bars}*`)
      await stage.open('/barmonitor')
      await stage.page.getByText('Carregando...').first().waitFor()
    },
  },
  'monitor-empty': {
    title: 'Monitor without a bar',
    sample: true,
    isOnWall: true,
    play: monitor({ bars: [] }),
  },
  monitor: {
    title: 'Monitor',
    sample: true,
    isOnWall: true,
    play: monitor(EVENING, ({ page }) => page.getByText('11 online').first().waitFor()),
  },
  'monitor-full': {
    title: 'Monitor of ten bars',
    isOnWall: true,
    play: monitor(FULL_HOUSE, ({ page }) => page.getByText('17 online').first().waitFor()),
  },
  'monitor-quiet': {
    title: 'Monitor before anybody came',
    play: monitor({ bars: bars(4), board: { rooms: [] } }),
  },
  'monitor-all': {
    title: 'Monitor with who is offline',
    play: monitor(EVENING, async (stage) => {
      await press(stage, /^Bares Cadastrados/)
      await press(stage, /^Mostrar todos/)
    }),
  },
  'monitor-menu': {
    title: 'Monitor, menu of a small screen',
    play: monitor(EVENING, async (stage) => {
      const menu = stage.page.getByRole('button', { name: 'Menu' })
      if (await menu.isVisible()) await menu.click()
    }),
  },
  'monitor-away': {
    title: 'Monitor without a connection',
    play: monitor({ bars: bars(4), board: 'away' }, ({ page }) =>
      page.getByText('Sem conexão').first().waitFor(),
    ),
  },
  'monitor-qr': {
    title: 'QR code',
    play: monitor(EVENING, async (stage) => {
      await press(stage, /^QR Code/)
      await dialog(stage)
      await stage.page.waitForTimeout(400)
    }),
  },
  'bar-acts': {
    title: 'What can be done with a bar',
    sample: true,
    play: monitor(EVENING, async (stage) => {
      await press(stage, /^Opções/)
      await dialog(stage)
    }),
  },
  'bar-delete': {
    title: 'Deleting a bar',
    play: monitor(EVENING, async (stage) => {
      await press(stage, /^Opções/)
      await press(stage, 'Excluir bar')
      await stage.page.getByRole('textbox').fill('Boteco')
      await press(stage, 'Excluir para sempre')
    }),
  },
  'customer-remove': {
    title: 'Removing somebody',
    play: monitor(EVENING, async (stage) => {
      await press(stage, /^Remover/)
      await dialog(stage)
    }),
  },
}
