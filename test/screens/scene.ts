import { address } from '#contract/address.ts'
import { ADMIN_API, BAR_PARAMETER } from '#contract/admin-paths.ts'
import { PAGES } from '#contract/pages.ts'
import type { ServerMessage } from '#contract/protocol.ts'
import { FULL_BAR } from '#test/fakes/admin-data.ts'
import type { FakeRoom, FakeServer } from '#test/fakes/fake-server.ts'
import { YOU } from '#test/fakes/people.ts'

/** A state of a screen that is shown in its own way, and the steps that lead to it. */
export interface Scene {
  /** One of the bars of `bars.ts`. */
  bar?: 'plain' | 'long' | 'pictured' | 'closed' | 'coded'
  /** The picture shows the whole page, not the viewport alone. */
  isWhole?: boolean
  /** On other sizes it looks like another scene. */
  isOfPhone?: boolean
  /** Its page has loaded nothing before: the fault is in what a browser keeps. */
  isFirst?: boolean
  /** Shown on a large screen on a wall too. */
  isOnWall?: boolean
  reach: Step
}

/** Resolves once its result is visible. */
export type Step = (server: FakeServer) => Promise<unknown>

/** The name says which screen and which state. */
export type Scenes = Record<string, Step | Scene>

/** Several steps as one. */
export const steps =
  (...all: Step[]): Step =>
  async (server) => {
    for (const step of all) await step(server)
  }

/** Opens a page, then takes the next steps. */
export const opens = (path: string | ((server: FakeServer) => string), ...then: Step[]): Step =>
  steps((server) => server.open(typeof path === 'string' ? path : path(server)), ...then)

export const press =
  (name: string | RegExp): Step =>
  ({ page }) =>
    page.getByRole('button', { name }).first().click()

export const fill =
  (label: string | RegExp, text: string): Step =>
  ({ page }) =>
    page.getByRole('textbox', { name: label }).fill(text)

/** Waits for a visible text. */
export const shows =
  (text: string | RegExp): Step =>
  ({ page }) =>
    page.getByText(text).filter({ visible: true }).first().waitFor()

/** Sends a message of the room. */
export const sends =
  (message: ServerMessage): Step =>
  async (server) =>
    server.send(message)

/** Chooses a photo by this button. */
export const choosePhoto =
  (button: string): Step =>
  async (server) => {
    const chooser = server.page.waitForEvent('filechooser')
    await press(button)(server)
    await (await chooser).setFiles(await server.makePhoto())
  }

export const showsDialog: Step = ({ page }) => page.getByRole('dialog').waitFor()

/** Opens the list of people with a profile. */
export const inList = (room: FakeRoom, ...then: Step[]): Step =>
  steps(
    (server) => server.enterRoom(room),
    opens(({ bar }) => address(PAGES.table, { barId: bar.id, tableId: YOU.id })),
    ...(room.answers === false ? [] : [shows('Seu perfil')]),
    ...then,
  )

/** Opens a page about `FULL_BAR` as its administrator. */
export const withBar = (page: string, ...then: Step[]): Step =>
  steps(
    (server) => server.signIn({ bars: [] }),
    (server) => server.answer(address(ADMIN_API.bar, { barId: FULL_BAR.id }), FULL_BAR),
    opens(address(page, { [BAR_PARAMETER]: FULL_BAR.id })),
    // The name is in a field of the form, in the page's header or on the printed sheet.
    ({ page }) =>
      page
        .locator(`text=${FULL_BAR.name} >> visible=true`)
        .or(page.getByRole('textbox', { name: 'Nome do Bar' }))
        .first()
        .waitFor(),
    ...then,
  )

/** Scenes of one screen, one for each of its kinds. A kind in camelCase is kebab-case in the name. */
export function perKind(screen: string, kinds: Scenes): Scenes {
  const toKebab = (kind: string) =>
    kind.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)
  return Object.fromEntries(
    Object.entries(kinds).map(([kind, scene]) => [`${screen}-${toKebab(kind)}`, scene]),
  )
}
