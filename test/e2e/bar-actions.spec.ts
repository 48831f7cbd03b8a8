import { address } from '#contract/address.ts'
import { ADMIN_API, BAR_PARAMETER } from '#contract/admin-paths.ts'
import { PAGES } from '#contract/pages.ts'
import { loseAnswer } from './answers.ts'
import { expect, test } from './e2e.ts'
import { MonitorPage } from './monitor-page.ts'
import { AT_A_DESK } from './run-scope.ts'

test.use(AT_A_DESK)

const CLOSED = 'Este bar está fechado no momento.'

test('T46 a bar is edited from its card; a second editor keeps their input until they load the new version', async ({
  admin: bringIn,
  bar,
}) => {
  // Saving leads to the monitor, which the test leaves before its socket is open.
  const first = await bringIn({ expects: [/closed before the connection/] })
  const second = await bringIn({ expects: [/status of 409/] })
  const board = new MonitorPage(first)
  await board.open()
  const acts = await board.openActions(bar.name)
  await acts.getByRole('link', { name: 'Editar bar' }).click()
  await expect(first.field('Nome do Bar *')).toHaveValue(bar.name)
  await expect(first.field('Estado')).toHaveValue('SP')
  await first.field('Bairro').fill('Pinheiros')

  const { page } = second
  await page.goto(address(PAGES.editBar, { [BAR_PARAMETER]: bar.id }))
  await second.field('Bairro').fill('Consolação')
  await board.page.getByRole('button', { name: 'Salvar Bar' }).click()
  await first.untilToast('Bar atualizado')

  const save = page.getByRole('button', { name: 'Salvar Bar' })
  await save.click()
  const told = page.getByRole('form').getByRole('alert').filter({ hasText: 'Outra pessoa' })
  await expect(told).toBeVisible()
  await expect(second.field('Bairro')).toHaveValue('Consolação')
  await told.getByRole('button', { name: 'Recarregar' }).click()
  await expect(second.field('Bairro')).toHaveValue('Pinheiros')
  await second.field('Bairro').fill('Consolação')
  await save.click()
  await second.untilToast('Bar atualizado')
})

test('R31 a paused bar keeps its people but admits no new ones; deleting it needs its name and tells them', async ({
  monitor,
  person,
}) => {
  const board = await monitor({ expects: [/ERR_FAILED|status of 404/] })
  const { page } = board
  // A new bar, because other tests count those of the pool.
  const bar = await board.admin.registerAtOnce(`Bar do Fim ${Date.now()}`)
  const ana = await person('Ana', { expects: [/status of 404/] })
  const bia = await person('Bia', { expects: [/status of 40[34]/] })
  await ana.enterBar(bar.id, '1')
  await bia.page.goto(`/bar/${bar.id}/table/2`)
  await bia.page.getByRole('textbox', { name: 'Nome ou Apelido' }).fill('Bia')
  await board.open()
  const acts = await board.openActions(bar.name)
  await acts.getByRole('button', { name: 'Fechar por enquanto' }).click()
  await board.admin.untilToast('Bar fechado por enquanto')
  await expect(board.registered(bar.name).getByText('Fechado', { exact: true })).toBeVisible()
  const closed = board.bar(bar.name).getByText('Fechado', { exact: true })
  await expect(closed.filter({ visible: true })).toBeVisible()

  await bia.page.getByRole('button', { name: 'Começar a Conversar' }).click()
  await bia.untilToast('Erro', CLOSED)
  await expect(bia.page.getByRole('textbox', { name: 'Nome ou Apelido' })).toHaveValue('Bia')
  for (const path of [`/bar/${bar.id}`, `/bar/${bar.id}/table/2`]) {
    await bia.page.goto(path)
    await expect(bia.page.getByText(CLOSED)).toBeVisible()
    await expect(bia.page.getByRole('textbox')).toHaveCount(0)
  }
  await bia.page.getByRole('button', { name: 'Tentar de novo' }).click()
  await bia.untilToast('Ainda fechado')
  await ana.page.reload()
  await expect(ana.row('Ana').getByText('Você')).toBeVisible()

  const again = await board.openActions(bar.name)
  await again.getByRole('button', { name: 'Reabrir bar' }).click()
  await board.admin.untilToast('Bar reaberto')
  await bia.page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(bia.page.getByRole('heading', { name: bar.name })).toBeFocused()
  await bia.submitProfile()

  await (await board.openActions(bar.name)).getByRole('button', { name: 'Excluir bar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Excluir bar para sempre?' })
  await dialog.getByRole('textbox').fill(bar.name)
  await page.route(`**${address(ADMIN_API.bar, { barId: bar.id })}`, loseAnswer, { times: 1 })
  const forGood = dialog.getByRole('button', { name: 'Excluir para sempre' })
  await forGood.click()
  await board.admin.untilToast('Erro', 'Não foi possível excluir o bar. Tente novamente.')
  await forGood.click()
  await board.admin.untilToast('Bar excluído')
  await expect(board.registered(bar.name)).toHaveCount(0)
  await expect(board.bar(bar.name)).toHaveCount(0)

  for (const inside of [ana, bia]) {
    await expect(inside.page.getByText('Este bar foi encerrado.')).toBeVisible()
    await expect(inside.page.getByRole('textbox')).toHaveCount(0)
  }
})
