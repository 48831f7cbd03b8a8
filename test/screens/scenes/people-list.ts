import { address } from '#contract/address.ts'
import type { OwnHelp } from '#contract/help.ts'
import { PAGES } from '#contract/pages.ts'
import { API } from '#contract/paths.ts'
import type { PublicPerson } from '#contract/person.ts'
import { CLOSE } from '#contract/protocol.ts'
import { blockTexts } from '#contract/texts/blocks.ts'
import { chatTexts } from '#contract/texts/chat.ts'
import { helpKinds, helpTexts } from '#contract/texts/help.ts'
import { layerTexts } from '#contract/texts/layers.ts'
import { optionsFor, peopleTexts } from '#contract/texts/people.ts'
import { reportTexts } from '#contract/texts/report.ts'
import { TIMINGS } from '#contract/timings.ts'
import type { FakeRoom } from '#test/fakes/fake-server.ts'
import { EPOCH } from '#test/fakes/fake-server.ts'
import { aPerson, NOW, ODD_PEOPLE, people, YOU } from '#test/fakes/people.ts'
import type { Scenes, Step } from '#test/screens/scene.ts'
import {
  fill,
  inList,
  opens,
  press,
  sends,
  shows,
  showsDialog,
  steps,
} from '#test/screens/scene.ts'

const UNREAD = { [aPerson(3).id]: 1, [aPerson(5).id]: 12, [aPerson(2).id]: 0 }
/** Two who came just now, and three conversations. Two look away, one in a conversation. */
const EIGHT: FakeRoom = {
  people: people(8).map((one, index) =>
    index === 0 || index === 4 ? { ...one, online: true, away: true } : one,
  ),
  unread: UNREAD,
  lastLines: {
    [aPerson(2).id]: { text: 'Guardada 🍻', isOwn: true, at: NOW - 600_000 },
    [aPerson(3).id]: { text: 'Bora dividir uma porção?', isOwn: false, at: NOW - 1_800_000 },
    [aPerson(5).id]: { text: 'Essa banda é boa demais, né?', isOwn: false, at: NOW - 60_000 },
  },
  newcomers: [aPerson(6).id, aPerson(1).id],
}
/** Early in the evening everybody has just come. */
const EARLY: FakeRoom = { people: people(9), newcomers: people(9).map(({ id }) => id) }
/** Everybody has gone to sleep. */
const MORNING = { people: people(10).map((person) => ({ ...person, online: false })) }

/** The list with its parts that load after the first screen. */
const there = steps(
  shows('Ana Beatriz'),
  ({ page }) => page.getByRole('button', { name: layerTexts.menu }).waitFor(),
  // Comes with the toasts of arrivals.
  ({ page }) => page.locator('#row-menu').waitFor({ state: 'attached' }),
)
const openMenu = press(layerTexts.menu)
const openHelp = steps(press(layerTexts.menu), press(helpTexts.item), showsDialog)

const aCall = (changes: Partial<OwnHelp>): OwnHelp => ({
  id: YOU.id,
  kind: 'harassed',
  state: 'open',
  isSeen: false,
  ageMs: 30_000,
  ...changes,
})

/** Asks for help; the room then has this to say. */
const askHelp = (help: Partial<OwnHelp>, then: Step): Step =>
  inList(EIGHT, async (server) => {
    const called = aCall(help)
    await server.answer(address(API.help, { barId: server.bar.id }), { help: called })
    await steps(openHelp, press(helpKinds[called.kind]), then)(server)
  })

const BLOCKS = [aPerson(4), aPerson(9)].map(({ id, name }, at) => ({
  personId: id,
  name,
  blockedAt: NOW - at * 1_800_000,
}))
const ownProfile = steps(press('Seu perfil'), showsDialog)

const comeAndGo = (come: PublicPerson[], gone: PublicPerson[]): Step =>
  sends({
    type: 'events',
    epoch: EPOCH,
    number: 12,
    total: 10,
    online: 9,
    events: [
      ...come.map((person) => ({ kind: 'entered', person }) as const),
      ...gone.map(({ id, name }) => ({ kind: 'left', personId: id, name }) as const),
    ],
  })

export const peopleList: Scenes = {
  'list-loading': inList({ people: [], answers: false }, shows(peopleTexts.loading)),
  'list-alone': inList({ people: [] }, shows(layerTexts.emptyHint)),
  'list-1': inList({ people: people(1) }, shows(layerTexts.fewHint)),
  'list-8': inList(EIGHT),
  'list-newcomers': inList({ ...EIGHT, people: people(14) }),
  'list-early': inList(EARLY),
  'list-morning': inList(MORNING, shows(layerTexts.pausedHint)),
  'list-menu': inList(EIGHT, openMenu, shows('Mostrar o QR do bar')),
  'list-row-menu': inList(
    EIGHT,
    ({ page }) => page.getByRole('button', { name: layerTexts.menu }).waitFor(),
    press(optionsFor(aPerson(1).name)),
    shows(blockTexts.block),
  ),
  'list-qr': inList({ people: [] }, press('Mostrar o QR do bar'), showsDialog),
  'person-sheet': inList(EIGHT, press('Gi'), showsDialog),
  'person-sheet-offline': inList({ people: people(8) }, press('Heitor'), showsDialog),
  'block-question': inList(
    EIGHT,
    press('Gi'),
    press(blockTexts.menu),
    press(blockTexts.block),
    shows('Bloquear Gi?'),
  ),
  'report-form': inList(
    EIGHT,
    press('Camila'),
    press(blockTexts.menu),
    press(reportTexts.menu),
    shows(reportTexts.proof),
    ({ page }) => page.getByText('Assédio', { exact: true }).click(),
    fill(reportTexts.note, 'Não para de escrever, e já veio duas vezes até a nossa mesa.'),
    (server) => server.refuse(address(API.reports, { barId: server.bar.id }), 'unavailable'),
    press(reportTexts.send),
    shows(reportTexts.failed),
  ),
  'report-sent': inList(
    EIGHT,
    (server) => server.answer(address(API.reports, { barId: server.bar.id }), null),
    press('Gi'),
    press(blockTexts.menu),
    press(reportTexts.menu),
    ({ page }) => page.getByText('Ofensa', { exact: true }).click(),
    press(reportTexts.send),
    shows(reportTexts.sent),
  ),
  'list-300': inList({ people: people(300), unread: UNREAD }),
  'list-odd': inList({ people: ODD_PEOPLE, unread: { [ODD_PEOPLE[0]?.id ?? '']: 120 } }),
  'list-found': inList({ people: people(40) }, ({ page }) =>
    page.getByRole('searchbox').fill('mar'),
  ),
  'list-not-found': inList(
    { people: people(20) },
    ({ page }) => page.getByRole('searchbox').fill('Ninguém'),
    ({ page }) => page.waitForTimeout(300),
    sends({ type: 'found', asked: 'Ninguém', people: [] }),
    shows(layerTexts.searchEmpty),
  ),
  'list-offline': inList(EIGHT, there, (server) => server.disconnect(), shows('Sem conexão')),
  'list-full': inList(
    EIGHT,
    there,
    (server) => server.disconnect(CLOSE.barFull),
    shows(peopleTexts.barFull),
  ),
  // Neither the list nor the parts after it can load.
  'list-never': {
    isFirst: true,
    reach: steps(
      (server) => server.abort('/assets/visit-parts-*.js'),
      // A page that still gets an answer from the server would reload itself.
      ({ page }) =>
        page.route('**/bar/**', (route) =>
          route.request().isNavigationRequest() ? route.fallback() : route.abort(),
        ),
      (server) => server.enterRoom({ people: [] }),
      (server) => server.disconnect(),
      opens(({ bar }) => address(PAGES.table, { barId: bar.id, tableId: YOU.id })),
      shows('Sem conexão'),
      shows(peopleTexts.loadFailed),
    ),
  },
  'list-toasts': inList(
    { people: people(8) },
    there,
    comeAndGo([aPerson(40, { name: 'Teodora' })], [aPerson(2)]),
    shows('Teodora entrou no bar'),
  ),
  'list-rush': inList(
    { people: people(9) },
    there,
    comeAndGo(
      [60, 61, 62, 63, 64, 65].map((index) => aPerson(index)),
      people(5),
    ),
    shows('entraram no bar'),
  ),
  // The newcomers wait behind a pill until somebody presses it.
  'list-waiting': inList(
    EIGHT,
    there,
    comeAndGo([aPerson(40, { name: 'Teodora' }), aPerson(41), aPerson(42)], []),
    shows('pessoas chegaram'),
  ),
  // The code of another table was scanned.
  'list-other-table': steps(
    (server) => server.enterRoom(EIGHT),
    opens(({ bar }) => address(PAGES.table, { barId: bar.id, tableId: '8' })),
    shows('Mudar para a Mesa 8?'),
  ),
  'list-signal': inList(
    EIGHT,
    openMenu,
    ({ page }) => page.getByText(layerTexts.signal).click(),
    shows(layerTexts.signalOn),
  ),
  'list-unknown-partner': steps(
    (server) => server.enterRoom({ people: people(3) }),
    opens(
      ({ bar }) => address(PAGES.chat, { barId: bar.id, userId: aPerson(700).id }),
      shows(chatTexts.unknownPartner),
    ),
  ),
  help: inList(EIGHT, openHelp),
  'help-told': askHelp({ isSeen: true }, shows(helpTexts.told)),
  'help-unanswered': askHelp(
    { isSeen: true, ageMs: TIMINGS.helpUnansweredMs },
    shows(helpTexts.unanswered),
  ),
  'help-unseen': askHelp({ kind: 'unwell' }, shows(helpTexts.unseen)),
  'help-resolved': askHelp({ state: 'resolved' }, shows(helpTexts.resolvedDetail)),
  'leaving-question': inList(
    { ...EIGHT, answered: [aPerson(2).id, aPerson(5).id] },
    there,
    press('Sair do Bar'),
    shows('Sair do bar?'),
  ),
  // Few enough that no row lies under the header, where axe finds its menu too small.
  leaving: inList(
    { people: people(3) },
    (server) => server.hang(address(API.visit, { barId: server.bar.id })),
    press('Sair do Bar'),
    shows('Saindo do bar'),
  ),
  'own-profile': inList({ people: people(8) }, ownProfile),
  'own-profile-blocks': inList(
    { people: people(8) },
    (server) => server.answer(address(API.blocks, { barId: server.bar.id }), BLOCKS),
    ownProfile,
    press(blockTexts.title),
    shows(blockTexts.unblock),
  ),
  'own-profile-missing': inList(
    { people: people(8) },
    ownProfile,
    fill('Número da mesa', ''),
    press('Salvar'),
    shows('Digite o número'),
  ),
}
