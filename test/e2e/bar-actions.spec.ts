import { toBarForm } from '#contract/admin-paths.ts'
import { expect, test } from './e2e.ts'
import { MonitorPage } from './monitor-page.ts'
import { AT_A_DESK } from './run-scope.ts'

test.use(AT_A_DESK)

const CLOSED = 'Este bar está fechado no momento.'

test('T46 a bar is edited from its card; the second of two editors keeps their input until they load the newest version', async ({
  admin: bringIn,
  bar,
}) => {
  test.slow()
  // Saving leads to the monitor, which the test leaves before its socket is open.
  const first = await bringIn({ expects: [/status of 404/, /closed before the connection/] })
  const second = await bringIn({ expects: [/status of 409/] })
  const board = new MonitorPage(first)
  await board.open()
  const acts = await board.openActions(bar.name)
  await acts.getByRole('link', { name: 'Editar bar' }).click()
  await expect(board.page).toHaveURL(toBarForm(bar.id))
  await expect(first.field('Nome do Bar *')).toHaveValue(bar.name)
  await expect(first.field('Cidade *')).toHaveValue('São Paulo')
  await expect(first.field('Estado')).toHaveValue('SP')

  // Without a change there is no question.
  const monitor = board.page.getByRole('link', { name: 'Monitorar Bares' })
  await monitor.click()
  await expect(board.page).toHaveURL('/barmonitor')
  await expect(first.field('Bairro')).toHaveCount(0)
  await board.isLive()
  await board.page.goBack()
  await first.field('Bairro').fill('Pinheiros')
  await first.field('Número').fill('77')
  await monitor.click()
  const question = board.page.getByRole('dialog', { name: 'Sair sem salvar?' })
  await question.getByRole('button', { name: 'Continuar editando' }).click()

  const { page } = second
  await page.goto(toBarForm(bar.id))
  await second.field('Bairro').fill('Consolação')
  await second.field('Descrição').fill('Chope e samba.')
  await board.page.getByRole('button', { name: 'Salvar Bar' }).click()
  await expect(first.toast('Bar atualizado')).toBeVisible()
  await expect(board.page).toHaveURL('/barmonitor')

  const save = page.getByRole('button', { name: 'Salvar Bar' })
  await save.click()
  const told = page.getByRole('form').getByRole('alert').filter({ hasText: 'Outra pessoa' })
  await expect(told).toBeVisible()
  await expect(second.field('Bairro')).toHaveValue('Consolação')
  await expect(second.field('Descrição')).toHaveValue('Chope e samba.')
  await told.getByRole('button', { name: 'Recarregar' }).click()
  await expect(told).toHaveCount(0)
  await expect(second.field('Bairro')).toHaveValue('Pinheiros')
  await expect(second.field('Número')).toHaveValue('77')
  await second.field('Bairro').fill('Consolação')
  await save.click()
  await expect(second.toast('Bar atualizado')).toBeVisible()
  await board.page.goto(toBarForm(bar.id))
  await expect(first.field('Bairro')).toHaveValue('Consolação')
  await expect(first.field('Número')).toHaveValue('77')
  await board.page.goto(toBarForm('ZZZZZZ'))
  await expect(board.page.getByText('Este bar não existe mais.')).toBeVisible()
})

test('R31 a paused bar admits no new people, and those inside stay; a bar is deleted by typing its name, and they are told', async ({
  monitor,
  person,
}) => {
  test.slow()
  const board = await monitor()
  const { page } = board
  // Not one of the pool: other tests count those.
  const bar = await board.admin.registerAtOnce(`Bar do Fim ${Date.now()}`)
  const ana = await person('Ana', { expects: [/status of 404/] })
  const bia = await person('Bia', { expects: [/status of 40[34]/] })
  await ana.enterBar(bar.id, '1')
  await bia.page.goto(`/bar/${bar.id}/table/2`)
  await bia.page.getByRole('textbox', { name: 'Nome ou Apelido' }).fill('Bia')
  await board.open()
  const acts = await board.openActions(bar.name)
  await acts.getByRole('button', { name: 'Fechar por enquanto' }).click()
  await expect(board.admin.toast('Bar fechado por enquanto')).toBeVisible()
  await expect(board.registered(bar.name).getByText('Fechado', { exact: true })).toBeVisible()
  await expect(board.bar(bar.name).getByText('Fechado', { exact: true })).toBeVisible()

  await bia.page.getByRole('button', { name: 'Começar a Conversar' }).click()
  await expect(bia.toast('Erro', CLOSED)).toBeVisible()
  await expect(bia.page.getByRole('textbox', { name: 'Nome ou Apelido' })).toHaveValue('Bia')
  await bia.page.goto(`/bar/${bar.id}`)
  await expect(bia.page.getByText(CLOSED)).toBeVisible()
  await expect(bia.page.getByRole('textbox')).toHaveCount(0)
  await bia.page.goto(`/bar/${bar.id}/table/2`)
  await expect(bia.page.getByText(CLOSED)).toBeVisible()
  await expect(bia.page.getByRole('textbox')).toHaveCount(0)
  await bia.page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(bia.toast('Ainda fechado')).toBeVisible()
  await ana.page.reload()
  await expect(ana.row('Ana').getByText('Você')).toBeVisible()

  const again = await board.openActions(bar.name)
  await again.getByRole('button', { name: 'Reabrir bar' }).click()
  await expect(board.admin.toast('Bar reaberto')).toBeVisible()
  await bia.page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(bia.page.getByRole('heading', { name: bar.name })).toBeFocused()
  await bia.submitProfile()

  await (await board.openActions(bar.name)).getByRole('button', { name: 'Excluir bar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Excluir bar para sempre?' })
  const name = dialog.getByRole('textbox')
  const confirm = dialog.getByRole('button', { name: 'Excluir para sempre' })
  await name.fill('Outro bar')
  await confirm.click()
  await expect(name).toHaveAccessibleDescription('O nome não confere.')
  await expect(name).toBeFocused()
  await name.fill(bar.name)
  await confirm.click()
  await expect(board.admin.toast('Bar excluído')).toBeVisible()
  await expect(board.registered(bar.name)).toHaveCount(0)
  await expect(board.bar(bar.name)).toHaveCount(0)

  for (const inside of [ana, bia]) {
    await expect(inside.page.getByText('Este bar foi encerrado.')).toBeVisible()
    await expect(inside.page.getByRole('textbox')).toHaveCount(0)
  }
  await ana.page.goto(`/bar/${bar.id}`)
  await expect(ana.page.getByRole('heading', { name: 'Bar não encontrado' })).toBeVisible()
})
