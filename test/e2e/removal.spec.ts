import { expect, test } from './e2e.ts'

const SENTENCE = 'Sua visita foi encerrada pelo bar.'

test('T50 T8 a person removed by the bar is gone for all, is told why, and is kept out', async ({
  bar,
  monitor,
  person,
  peer,
}) => {
  const board = await monitor()
  const ana = await person('Ana', { table: '1', expects: [/status of 403/, /status of 404/] })
  const bia = await peer('Bia')
  const seen = () => [...bia.people.values()].map(({ name }) => name).sort()
  await ana.openChatWith('Bia')
  await ana.send('oi')
  await ana.untilShows(['oi'])
  await board.open(bar.name)
  const card = board.person(bar.name, 'Ana')
  const question = board.page.getByRole('dialog', { name: 'Remover Ana?' })

  await test.step('it is asked first', async () => {
    await card.getByRole('button', { name: 'Remover Ana' }).click()
    await expect(question).toContainText('16 horas')
    await expect(question.getByText(/^Mesa /)).toBeVisible()
    await question.getByRole('button', { name: 'Cancelar' }).click()
    expect(seen()).toEqual(['Ana', 'Bia'])
  })

  await test.step('everybody sees it', async () => {
    await card.getByRole('button', { name: 'Remover Ana' }).click()
    const remove = question.getByRole('button', { name: 'Remover desta noite' })
    await expect(remove).toBeDisabled()
    // It answers a press all the same.
    await remove.click({ force: true })
    await expect(question.getByText('Escolha o motivo.')).toBeVisible()
    await expect(question.getByRole('radio', { name: 'Assédio' })).toBeFocused()
    await question.getByText('Não está no bar').click()
    await expect(question.getByText('Escolha o motivo.')).toHaveCount(0)
    await remove.click()
    await Promise.all([
      expect.poll(seen).toEqual(['Bia']),
      expect(card).toHaveCount(0),
      expect(ana.page.getByText(SENTENCE)).toBeVisible(),
      board.admin.untilToast('Visita encerrada'),
    ])
    await expect(question).toHaveCount(0)
  })

  await test.step('the browser keeps its key and its mark and nothing else, and finds a way on', async () => {
    await expect(ana.page.getByRole('textbox')).toHaveCount(0)
    const kept = await ana.storage()
    expect(Object.keys(kept).sort()).toEqual(['currentBar', 'deviceKeys', 'marks'])
    await ana.page.getByRole('link', { name: 'Voltar ao início' }).click()
  })

  await test.step('a new visit to this bar, in this tab or another, reads the same', async () => {
    await ana.page.getByRole('link', { name: 'Acessar um Bar' }).click()
    await ana.page.getByRole('textbox', { name: 'ID do bar' }).fill(bar.id)
    await ana.page.getByRole('button', { name: 'Acessar Bar' }).click()
    await expect(ana.page.getByText(SENTENCE)).toBeVisible()
    await expect(ana.page.getByRole('textbox')).toHaveCount(0)
    const tab = await ana.page.context().newPage()
    await tab.goto(`/bar/${bar.id}/table/9`)
    await expect(tab.getByText(SENTENCE)).toBeVisible()
  })

  await test.step('the board names the reason and lets them in again', async () => {
    const tools = await board.openTools(bar.name)
    const removal = tools.getByRole('listitem').filter({ hasText: 'Ana' })
    await expect(removal).toContainText('Não está no bar')
    await expect(removal).toContainText(/Mesa .+ · \d\d:\d\d/)
    await removal.getByRole('button', { name: 'Deixar voltar: Ana' }).click()
    await expect(tools.getByText('Nenhuma remoção.')).toBeVisible()
    await ana.page.goto(`/bar/${bar.id}/table/2`)
    await ana.submitProfile()
    await expect.poll(seen).toEqual(['Ana', 'Bia'])
  })
})
