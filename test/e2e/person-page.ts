import type { Locator } from '@playwright/test'
import { expect } from '@playwright/test'
import { address } from '#contract/address.ts'
import { PAGES } from '#contract/pages.ts'
import { API } from '#contract/paths.ts'
import { toPhone } from '#contract/phone.ts'
import type { RequestParts } from '#test/client/api.ts'
import { enterBar } from '#test/client/api.ts'
import { toLocalItems, toSessionItems } from '#test/client/kept-visit.ts'
import { WAIT_HANGS_AFTER_MS } from '#test/hang-limits.ts'
import type { Device } from './device.ts'
import { untilSettled } from './press-settled.ts'
import { ToastedPage } from './toasted-page.ts'

/** Two people enter at tables 1 and 2, and the first opens their conversation. */
export async function enterTwo(
  barId: string,
  first: PersonPage,
  second: PersonPage,
): Promise<void> {
  await first.enterBar(barId, '1')
  await second.enterBar(barId, '2')
  await first.openChatWith(second.name)
}

/** The page object of a person in a bar. */
export class PersonPage extends ToastedPage {
  readonly name: string
  /** Once they have entered by the API. */
  id = ''

  constructor({ page }: Pick<Device, 'page'>, name: string) {
    super(page)
    this.name = name
  }

  /** Sends the profile form and waits for the list. */
  async submitProfile(): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Nome ou Apelido' }).fill(this.name)
    await this.page.getByRole('button', { name: 'Começar a Conversar' }).click()
    await this.untilListed()
  }

  /** Waits until the list is shown. Later arrivals come as events. */
  async untilListed(): Promise<void> {
    await expect(this.page.getByText('Pessoas no Bar')).toBeVisible()
    const own = this.page.getByRole('listitem').getByText('Você', { exact: true })
    await expect(own).toBeVisible()
  }

  /** Goes from a conversation to the list. */
  async goBackToList(): Promise<void> {
    await this.page.getByRole('link', { name: 'Voltar' }).click()
    await this.untilListed()
    // During the view transition the page does not react to events.
    await expect(this.page.locator('html:active-view-transition')).toHaveCount(0)
  }

  /** Fills in the form and sends it. */
  async enterByForm(barId: string, table: string): Promise<void> {
    await this.page.goto(address(PAGES.table, { barId, tableId: table }))
    await this.submitProfile()
  }

  /** Enters by the API, and opens the list with the form's stored values. The browser must have no profile. */
  async enterBar(barId: string, table: string, phone = ''): Promise<void> {
    const send = (path: string, parts: RequestParts) => this.#ask(path, parts)
    const bar = await (
      await send(address(API.bar, { barId }), { method: 'GET', headers: {} })
    ).json()
    const entered = await enterBar(send, barId, {
      name: this.name,
      table,
      phone: toPhone(phone),
    })
    this.id = entered.person.id
    const keeping = await this.page.addInitScript(
      ([session, local]) => {
        for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value)
        for (const [key, value] of Object.entries(local)) localStorage.setItem(key, value)
      },
      [toSessionItems(bar, entered), toLocalItems(barId, entered)] as const,
    )
    await this.page.goto(address(PAGES.table, { barId, tableId: entered.person.id }))
    await keeping.dispose()
    await this.untilListed()
    // It comes with the toasts of arrivals.
    await expect(this.page.locator('#row-menu')).toBeAttached()
  }

  /** Sends a request from the page's own site. */
  async #ask(path: string, { method, headers, body }: RequestParts): Promise<Response> {
    const answer = await this.page.request.fetch(path, {
      method,
      headers: { ...headers, 'Sec-Fetch-Site': 'same-origin' },
      ...(body !== undefined && { data: body }),
    })
    return new Response(await answer.text(), { status: answer.status() })
  }

  /** Chooses a photo and accepts the proposed square. */
  async choosePhoto(photo: Uint8Array): Promise<void> {
    await this.giveFile(photo)
    const dialog = this.page.getByRole('dialog', { name: 'Ajuste sua foto' })
    await dialog.getByRole('button', { name: 'Usar foto' }).click()
    await expect(this.page.getByRole('img', { name: 'Sua foto' })).toBeVisible()
  }

  async giveFile(bytes: Uint8Array): Promise<void> {
    const file = { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(bytes) }
    await this.page.locator('input[type=file]').setInputFiles(file)
  }

  /** Opens "Seu perfil". */
  async openOwnProfile(): Promise<Locator> {
    await this.page.getByRole('button', { name: 'Seu perfil' }).click()
    const dialog = this.page.getByRole('dialog', { name: 'Seu perfil' })
    await expect(dialog).toBeVisible()
    return dialog
  }

  /** The local and session storage. */
  storage(): Promise<Record<string, string>> {
    return this.page.evaluate(() => ({ ...localStorage, ...sessionStorage }))
  }

  /** A row of the list. */
  row(name: string): Locator {
    return this.page.getByRole('listitem').filter({ hasText: name })
  }

  /** Waits until a person is in the list. The pill brings people who came since it was opened. */
  async untilMeets(name: string): Promise<void> {
    const pill = this.page.getByRole('button', { name: /chegou$|chegaram$|^Mensage/ })
    await expect(async () => {
      if (await pill.isVisible()) {
        await pill.click()
        await untilSettled(this.page)
      }
      await expect(this.row(name)).toBeVisible({ timeout: 1_000 })
    }).toPass({ timeout: WAIT_HANGS_AFTER_MS })
  }

  async openChatWith(name: string): Promise<void> {
    await this.untilMeets(name)
    await this.row(name)
      .getByRole('button', { name: `Conversar com ${name}` })
      .click()
    await expect(this.page.getByRole('heading', { name: `Conversa com ${name}` })).toBeVisible()
  }

  get composer(): Locator {
    return this.page.getByRole('textbox', { name: 'Mensagem' })
  }

  async send(text: string): Promise<void> {
    await this.composer.fill(text)
    await this.composer.press('Enter')
  }

  get messages(): Locator {
    return this.page.getByRole('log')
  }

  /** The texts of all messages, in order. */
  bubbles(): Promise<string[]> {
    return this.messages.locator('[data-text]').allInnerTexts()
  }

  /** Waits until the last message is stored. */
  async untilSent(): Promise<void> {
    await expect(this.messages.getByText('Enviada', { exact: true })).toBeVisible()
  }

  /** Waits until the log holds exactly these messages, in this order. */
  async untilShows(texts: string[]): Promise<void> {
    await expect.poll(() => this.bubbles(), { timeout: WAIT_HANGS_AFTER_MS }).toEqual(texts)
  }

  async openMenu(): Promise<void> {
    await this.page.getByRole('button', { name: 'Menu' }).click()
  }

  /** Says yes where the page asks. */
  async leave(): Promise<void> {
    await this.page.getByRole('button', { name: 'Sair do Bar' }).click()
    const question = this.page.getByRole('dialog', { name: 'Sair do bar?' })
    const yes = question.getByRole('button', { name: 'Sair do Bar' })
    const home = this.page.getByRole('link', { name: 'Acessar um Bar' })
    await expect(yes.or(this.page.getByText('Saindo do bar…')).or(home).first()).toBeVisible()
    if (await yes.isVisible()) await yes.click()
  }
}
