import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { ADMIN_API } from '#contract/admin-paths.ts'
import type { AdminPage } from './admin-page.ts'
import { untilSettled } from './press-settled.ts'

/** The monitor's, and those of sections. */
export const SOCKET = `**${ADMIN_API.monitorSocket}`
export const SECTION = '**/api/admin/bars/*/board*'

const PILL = /^\d+ pessoas? cheg(?:ou|aram)$|^\d+ denúncias? nova|^Atualizar a ordem dos bares$/

/** The page object of the monitor. */
export class MonitorPage {
  readonly page: Page
  readonly admin: AdminPage

  constructor(admin: AdminPage) {
    this.admin = admin
    this.page = admin.page
  }

  /**
   * Opens the monitor and searches for `barName`. Waits for its socket, because leaving earlier
   * makes the browser log a failed socket.
   */
  async open(barName?: string, { isLive = true } = {}): Promise<void> {
    await this.page.goto('/barmonitor')
    await expect(this.page.getByRole('heading', { name: 'Monitoramento de Bares' })).toBeVisible()
    await expect(this.section('Dashboard de Usuários').getByText('Carregando...')).toHaveCount(0)
    await expect(this.section('Bares Cadastrados').getByText('Carregando...')).toHaveCount(0)
    // The bars load in pages; "Atualizar" is busy until the last one.
    await expect(this.page.locator('[aria-busy=true]')).toHaveCount(0)
    if (isLive) await this.isLive()
    if (barName === undefined) return
    await this.search(barName)
    // The page asks only for bars on the screen.
    await this.bar(barName).scrollIntoViewIfNeeded()
    await this.unfold(barName)
  }

  /** Shows the people of a bar. Of one to three bars they are shown anyway. */
  async unfold(barName: string): Promise<void> {
    const row = this.row(barName)
    await expect(this.bar(barName)).toBeVisible()
    if ((await row.count()) === 0) return
    // A row may still take its place among those that were found.
    await expect(async () => {
      if ((await row.getAttribute('aria-expanded')) === 'false') await row.click()
      await expect(row).toHaveAttribute('aria-expanded', 'true', { timeout: 1_000 })
    }).toPass()
  }

  /** The button of a bar in the overview. */
  row(barName: string): Locator {
    return this.bar(barName).getByRole('button', { name: barName, exact: true })
  }

  /** Presses the pill that renews the orders of the board. */
  async renew(): Promise<void> {
    await this.page.getByRole('button', { name: PILL }).click()
    await untilSettled(this.page)
  }

  async isLive(): Promise<void> {
    await expect(this.page.getByText(/^Ao vivo/)).toBeVisible()
  }

  async search(text: string): Promise<void> {
    await this.page.getByRole('searchbox', { name: 'Bar ou cidade' }).fill(text)
  }

  section(title: string): Locator {
    return this.page.getByRole('region', { name: title })
  }

  /** Scrolls to the bars. On a phone they are below the people, and are drawn when they are near. */
  async showBars(): Promise<void> {
    const place = (section: Element) => section.scrollIntoView({ block: 'start' })
    await this.section('Bares Cadastrados').evaluate(place)
  }

  /** A bar in the dashboard. */
  bar(name: string): Locator {
    return this.section('Dashboard de Usuários')
      .getByRole('listitem')
      .filter({ has: this.page.getByRole('heading', { name, exact: true }) })
  }

  /** The card of a registered bar. */
  registered(name: string): Locator {
    return this.section('Bares Cadastrados')
      .getByRole('listitem')
      .filter({ has: this.page.getByRole('heading', { name, exact: true }) })
  }

  /** Searches for a bar and opens its actions. */
  async openActions(barName: string): Promise<Locator> {
    await this.search(barName)
    await this.showBars()
    await this.registered(barName)
      .getByRole('button', { name: `Opções de ${barName}` })
      .click()
    return this.page.getByRole('dialog', { name: barName })
  }

  /** Searches for a bar and opens its staff's tools. */
  async openTools(barName: string): Promise<Locator> {
    const actions = await this.openActions(barName)
    await actions.getByRole('button', { name: 'Entrada e segurança' }).click()
    const tools = this.page.getByRole('dialog', { name: barName })
    await expect(tools.getByRole('heading', { name: 'Esvaziar o bar' })).toBeVisible()
    // A list that comes moves the buttons below it, also during a press.
    await expect(tools.locator('.animate-pulse')).toHaveCount(0)
    return tools
  }

  person(barName: string, name: string): Locator {
    return this.bar(barName)
      .getByRole('list', { name: barName })
      .getByRole('listitem')
      .filter({ has: this.page.getByText(name, { exact: true }) })
  }

  /** Opens the header's menu. */
  async openMenu(): Promise<void> {
    await expect(this.page.getByRole('heading', { name: 'Monitoramento de Bares' })).toBeVisible()
    const title = this.page.getByText('Ações', { exact: true })
    if (await title.isVisible()) return
    await this.page.getByRole('button', { name: 'Menu' }).click()
    await expect(title).toBeVisible()
  }

  /** Presses one of the header's actions. On a phone they are in the menu. */
  async act(name: 'Atualizar' | 'Cadastrar Bar' | 'Sair'): Promise<void> {
    await expect(this.page.getByRole('heading', { name: 'Monitoramento de Bares' })).toBeVisible()
    const role = name === 'Cadastrar Bar' ? 'link' : 'button'
    const action = this.page.getByRole(role, { name, exact: true })
    if (!(await action.isVisible())) await this.openMenu()
    await action.click()
  }
}
