import type { Page } from '@playwright/test'
import { expect, test } from './e2e.ts'
import { someOf } from './run-scope.ts'
import { watchFor } from './watch-for.ts'

// Service worker and motion are on, as for most people, in a short run too.
test.use({ serviceWorkers: 'allow', contextOptions: { reducedMotion: 'no-preference' } })

const EVENINGS: [title: string, translates: boolean][] = [
  ['two people spend an evening, from the landing page to leaving', false],
  ['O10 two people spend an evening on translated pages', true],
]

for (const [title, translates] of someOf(EVENINGS)) {
  test.describe(() => {
    test.use({ translates })

    test(title, async ({ bar, person }) => {
      const ana = await person('Ana', { expects: [/status of 404/] })
      const bia = await person('Bia')
      let biaTapped = async () => Infinity

      await test.step('Ana types nothing, then a wrong ID, then the right one', async () => {
        await ana.page.goto('/')
        await expect(ana.page).toHaveTitle(/Brinde/)
        await ana.page.getByRole('link', { name: 'Acessar um Bar' }).click()
        await ana.page.getByRole('button', { name: 'Acessar Bar' }).click()
        await ana.untilToast('Campo obrigatório', 'Por favor, insira o ID do bar')

        const field = ana.page.getByRole('textbox', { name: 'ID do bar' })
        await field.fill('zzzzzz')
        await field.press('Enter')
        await ana.untilToast('Bar não encontrado', 'Verifique o ID do bar e tente novamente')
        await expect(field).toHaveValue('zzzzzz')

        await field.fill(`${bar.id.slice(0, 3).toLowerCase()}-${bar.id.slice(3)}`)
        await ana.page.getByRole('button', { name: 'Acessar Bar' }).click()
        await expect(ana.page).toHaveURL(`/bar/${bar.id}`)
      })

      await test.step('Ana names no table, then hers', async () => {
        await ana.page.getByRole('button', { name: 'Entrar na Mesa' }).click()
        await ana.untilToast('Campo obrigatório', 'Por favor, insira o número da mesa')
        await ana.page.getByRole('textbox', { name: 'Número da mesa' }).fill('  7 ')
        await ana.page.getByRole('button', { name: 'Entrar na Mesa' }).click()
        await ana.untilToast('Mesa conectada!', `Você entrou na mesa 7 do ${bar.name}`)
        await expect(ana.page).toHaveURL(`/bar/${bar.id}/table/7`)
      })

      await test.step('Ana forgets her name, then makes her profile', async () => {
        await ana.page.getByRole('button', { name: 'Começar a Conversar' }).click()
        await ana.untilToast('Nome obrigatório', 'Por favor, digite seu nome ou apelido')
        await ana.page.getByText('Mulheres', { exact: true }).click()
        await ana.page.getByRole('switch').check({ force: true })
        await ana.submitProfile()
        await ana.untilToast('Perfil criado!', 'Seu perfil foi criado com sucesso')
        await expect(ana.page.getByText('Nenhuma pessoa conectada no momento.')).toBeVisible()
        const { currentBar = '', userProfile = '', userId } = await ana.storage()
        expect(JSON.parse(currentBar)).toEqual({
          barId: bar.id,
          barName: bar.name,
          tableNumber: '7',
        })
        expect(JSON.parse(userProfile)).toMatchObject({ name: 'Ana', interest: 'women' })
        expect(userId).toMatch(/^[0-9a-f-]{36}$/)
      })

      await test.step('Bia enters; both see each other online', async () => {
        await bia.page.goto(`/bar/${bar.id}/table/12`)
        biaTapped = await countTaps(bia.page)
        await bia.page.getByRole('textbox', { name: 'Nome ou Apelido' }).click()
        await bia.submitProfile()
        await ana.untilToast('Novo usuário', 'Bia entrou no bar')
        await expect(ana.row('Bia')).toContainText('Mesa 12')
        await expect(ana.row('Bia')).toContainText('Interesse: Todos')
        await expect(ana.row('Bia')).toContainText('Status: Online')
        await expect(bia.row('Ana')).toContainText('Interesse: Mulheres')
        await expect(bia.row('Ana')).toContainText('Status: Online')
        await expect(bia.toast('Novo usuário')).toHaveCount(0)
      })

      await test.step('they talk, with Enter and with Shift+Enter', async () => {
        await ana.openChatWith('Bia')
        await expect(ana.page.getByText('Nenhuma mensagem ainda. Diga olá!')).toBeVisible()
        await expect(ana.page.getByRole('button', { name: 'Enviar' })).toBeDisabled()
        await ana.send('Oi, Bia!')
        await ana.untilSent()
        await expect(bia.row('Ana').getByText('1 mensagem não lida de Ana')).toBeAttached()
        await bia.openChatWith('Ana')
        await bia.untilShows(['Oi, Bia!'])
        await bia.composer.click()
        await bia.composer.fill('Oi!')
        await bia.composer.press('Shift+Enter')
        await bia.composer.pressSequentially('Tudo bem?')
        await bia.page.getByRole('button', { name: 'Enviar' }).click()
        await ana.untilShows(['Oi, Bia!', 'Oi!\nTudo bem?'])
        // The presses lead from a table's card to the first message: name, enter, person, text, send.
        expect(await biaTapped()).toBeLessThanOrEqual(6)
      })

      await test.step('Bia goes back to the list: nothing is unread', async () => {
        await bia.goBackToList()
        await expect(bia.page).toHaveURL(new RegExp(`/bar/${bar.id}/table/[0-9a-f-]{36}$`))
        await expect(bia.row('Ana').getByText(/não lida/)).toHaveCount(0)
        await ana.send('Vem cá')
        await ana.send('Mesa 7')
        await bia.page.reload()
        await expect(bia.row('Ana').getByText('2 mensagens não lidas de Ana')).toBeAttached()
      })

      await test.step('Ana reloads in the middle of the chat and loses nothing', async () => {
        await ana.composer.fill('rascunho')
        await ana.page.reload()
        await ana.untilShows(['Oi, Bia!', 'Oi!\nTudo bem?', 'Vem cá', 'Mesa 7'])
        await expect(ana.composer).toHaveValue('rascunho')
        await expect(bia.toast('Novo usuário')).toHaveCount(0)
      })

      await test.step('Bia leaves; Ana sees it', async () => {
        const isLeaving = await watchFor(bia.page, { texts: ['Saindo do bar…'] })
        await bia.leave()
        await isLeaving()
        await expect(bia.page).toHaveURL('/')
        await expect(
          ana.page.getByRole('main').getByText('Bia saiu do bar', { exact: true }),
        ).toBeVisible()
        await expect(ana.composer).toHaveCount(0)
        await ana.goBackToList()
        await expect(ana.row('Bia')).toHaveCount(0)
      })
    })
  })
}

/** Counts what a finger does in this document. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  const taps = await page.evaluateHandle(() => {
    const counted = { taps: 0 }
    addEventListener('pointerdown', () => (counted.taps += 1), true)
    return counted
  })
  return () => taps.evaluate((counted) => counted.taps)
}
