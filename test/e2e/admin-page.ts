import type { APIResponse, BrowserContext, Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { address } from '#contract/address.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import type { DeviceFile } from '#test/fakes/bar-pictures.ts'
import { aNewBar } from '#test/fakes/bars.ts'
import type { TestAdmin } from '#test/server/admin-pool.ts'
import type { Device } from './device.ts'
import { SESSION_ENDS } from './device.ts'
import { ToastedPage } from './toasted-page.ts'

/** The API refuses calls from other origins. */
const FROM_OWN_PAGE = { 'Sec-Fetch-Site': 'same-origin' }

/** The page object of an administrator. */
export class AdminPage extends ToastedPage {
  readonly context: BrowserContext
  readonly #device: Device
  readonly email: string
  readonly linkToken: string
  readonly password = 'três chopes e um pastel'
  readonly sessionToken: string

  constructor(device: Device, { email, linkToken, sessionToken }: TestAdmin) {
    super(device.page)
    this.#device = device
    this.context = device.context
    this.email = email
    this.linkToken = linkToken
    this.sessionToken = sessionToken
  }

  /** Sets the cookie of the session that the test database holds. */
  async resume(origin: string): Promise<void> {
    // Browsers treat localhost as secure, and take this for a `__Host-` cookie's address.
    const url = origin.replace('http:', 'https:')
    const locked = { secure: true, httpOnly: true, sameSite: 'Strict' } as const
    const value = this.sessionToken
    await this.context.addCookies([{ name: '__Host-admin', value, url, ...locked }])
  }

  /** Sets the password by the API. */
  async setPassword(): Promise<void> {
    const link = { token: this.linkToken, password: this.password }
    expect(await this.ask('POST', ADMIN_API.passwordLink, link)).toBe(204)
  }

  /** Logs in by the API. */
  async signIn(): Promise<void> {
    const credentials = { email: this.email, password: this.password }
    expect(await this.ask('POST', ADMIN_API.session, credentials)).toBe(201)
  }

  /** Ends the session by the API: the page learns of it by its sockets, or by what it asks next. */
  async endSession(): Promise<void> {
    this.#device.expect(SESSION_ENDS)
    expect(await this.ask('DELETE', ADMIN_API.session)).toBe(204)
  }

  /** Fills in and sends the login, on its page or in the dialog. */
  async fillLogin(email = this.email, password = this.password): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Email' }).first().fill(email)
    await this.page.getByLabel('Senha', { exact: true }).fill(password)
    await this.page.getByRole('button', { name: 'Entrar', exact: true }).click()
  }

  field(label: string): Locator {
    return this.page.getByRole('form').getByLabel(label, { exact: true })
  }

  /** Fills in the required fields. */
  async fillLeast(name: string): Promise<void> {
    await this.field('Nome do Bar *').fill(name)
    await this.field('Endereço *').fill('Rua dos Pinheiros')
    await this.field('Cidade *').fill('São Paulo')
  }

  /** Presses a button and chooses a file. */
  async choose(button: string, file: DeviceFile): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser')
    await this.page.getByRole('button', { name: button }).click()
    await (await chooser).setFiles(file)
  }

  /** The previews of the photos that the server has. */
  get sentPhotos(): Locator {
    return this.page
      .getByRole('listitem')
      .filter({ has: this.page.getByRole('img', { name: /^Foto \d do ambiente$/ }) })
      .filter({ hasNot: this.page.getByRole('progressbar') })
      .filter({ hasNot: this.page.getByRole('button', { name: 'Enviar de novo' }) })
  }

  /** Submits the form; resolves to the code of the bar that the server made of it. */
  async register(): Promise<string> {
    const answer = this.page.waitForResponse(
      (response) =>
        response.url().endsWith(ADMIN_API.bars) && response.request().method() === 'POST',
    )
    await this.page.getByRole('button', { name: 'Cadastrar Bar' }).click()
    return (await (await answer).json()).id
  }

  /** Registers a bar by the API. */
  async registerAtOnce(name: string): Promise<{ id: string; name: string }> {
    return (await this.#send('POST', ADMIN_API.bars, aNewBar({ name }))).json()
  }

  /** Creates an invitation to a bar's staff by the API; resolves to the link. */
  async invite(barId: string): Promise<string> {
    return (
      await (
        await this.#send('POST', address(ADMIN_API.invitations, { barId }), { role: 'staff' })
      ).json()
    ).link
  }

  /** Calls the API as the page would; resolves to the status. */
  async ask(method: string, path: string, body?: unknown): Promise<number> {
    return (await this.#send(method, path, body)).status()
  }

  /** Sends a request without opening a page, which would cost a third of a second of a core. */
  #send(method: string, path: string, data?: unknown): Promise<APIResponse> {
    const request = { method, headers: FROM_OWN_PAGE, ...(data !== undefined && { data }) }
    return this.page.request.fetch(path, request)
  }
}

/** Signs the page in as staff of a bar, by an invitation, and opens the board. */
export async function joinStaff(page: Page, admin: AdminPage, barId: string): Promise<void> {
  const token = new URL(await admin.invite(barId)).hash.slice(1)
  const email = `balcao-${crypto.randomUUID()}@brinde.test`
  const answer = await page.request.post(ADMIN_API.join, {
    headers: FROM_OWN_PAGE,
    data: { token, email, password: admin.password },
  })
  expect(answer.status()).toBe(201)
  await page.goto('/barmonitor')
}
