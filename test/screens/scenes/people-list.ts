import type { OwnHelp } from '#contract/help.ts'
import { toApi, toPage } from '#contract/paths.ts'
import { CLOSE } from '#contract/protocol.ts'
import { blockTexts } from '#contract/texts/blocks.ts'
import { helpKinds, helpTexts } from '#contract/texts/help.ts'
import { layerTexts } from '#contract/texts/layers.ts'
import { optionsFor, peopleTexts } from '#contract/texts/people.ts'
import { reportTexts } from '#contract/texts/report.ts'
import type { FakeRoom, FakeServer } from '#test/fakes/fake-server.ts'
import { EPOCH } from '#test/fakes/fake-server.ts'
import { aPerson, NOW, ODD_PEOPLE, people, YOU } from '#test/fakes/people.ts'
import type { Scenes, Step } from '#test/screens/scene.ts'
import { fill, inList, press, shows, showsDialog, steps } from '#test/screens/scene.ts'

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
/** Everybody has gone to sleep. */
const MORNING = { people: people(10).map((person) => ({ ...person, online: false })) }

/** With what the list loads after its first screen. */
const there = steps(
  shows('Ana Beatriz'),
  ({ page }) => page.getByRole('button', { name: layerTexts.menu }).waitFor(),
  // Comes with the toasts of arrivals.
  ({ page }) => page.locator('#row-menu').waitFor({ state: 'attached' }),
)
const openMenu = press(layerTexts.menu)
const openHelp = steps(press(layerTexts.menu), press(helpTexts.item), showsDialog)

const aCall = (changes: Partial<OwnHelp>): OwnHelp => ({
  ...{ id: YOU.id, kind: 'harassed', state: 'open', isSeen: false, ageMs: 30_000, ...changes },
})

/** Asks for help; the room then has this to say. */
const askHelp = (help: Partial<OwnHelp>, then: Step): Step =>
  inList(EIGHT, async (server) => {
    const called = aCall(help)
    await server.answer(toApi.help(server.bar.id), { help: called })
    await steps(openHelp, press(helpKinds[called.kind]), then)(server)
  })

const ownProfile = steps(press('Seu perfil'), showsDialog)

/** More than three arrivals or departures at once share a toast. */
const rush: Step = (server: FakeServer) => {
  const newcomers = Array.from({ length: 6 }, (_, index) => aPerson(60 + index))
  const gone = people(5)
  server.send({
    ...{ type: 'events', epoch: EPOCH, number: 12, total: 10, online: 9 },
    events: [
      ...newcomers.map((person) => ({ kind: 'entered', person }) as const),
      ...gone.map(({ id, name }) => ({ kind: 'left', personId: id, name }) as const),
    ],
  })
  return shows('pessoas entraram no bar')(server)
}

export const peopleList: Scenes = {
  'list-loading': {
    title: 'List on its way',
    reach: inList({ people: [], answers: false }, shows(peopleTexts.loading)),
  },
  'list-alone': {
    title: 'Alone in the bar',
    reach: inList({ people: [] }, shows(layerTexts.emptyHint)),
  },
  'list-1': {
    title: 'One more person',
    reach: inList({ people: people(1) }, shows(layerTexts.fewHint)),
  },
  'list-8': { title: 'Eight people, unread messages', reach: inList(EIGHT) },
  'list-morning': {
    title: 'The morning after',
    reach: inList(MORNING, shows(layerTexts.pausedHint)),
  },
  'list-menu': {
    title: 'Menu of the list',
    reach: inList(EIGHT, steps(openMenu, shows('Mostrar o QR do bar'))),
  },
  'list-row-menu': {
    title: 'Eight people, the menu of one row',
    reach: inList(
      EIGHT,
      steps(
        ({ page }) => page.getByRole('button', { name: layerTexts.menu }).waitFor(),
        press(optionsFor(aPerson(1).name)),
        shows(blockTexts.block),
      ),
    ),
  },
  'list-qr': {
    title: 'QR code of the bar',
    reach: inList({ people: [] }, steps(press('Mostrar o QR do bar'), showsDialog)),
  },
  'person-sheet': {
    title: 'A person',
    reach: inList(EIGHT, steps(press('Gi'), showsDialog)),
  },
  'person-sheet-offline': {
    title: 'A person who is offline, without a photo',
    reach: inList({ people: people(8) }, steps(press('Heitor'), showsDialog)),
  },
  'block-question': {
    title: 'Before a person is blocked',
    reach: inList(
      EIGHT,
      steps(press('Gi'), press(blockTexts.menu), press(blockTexts.block), shows('Bloquear Gi?')),
    ),
  },
  'report-form': {
    title: 'A person is reported, and it did not arrive',
    reach: inList(
      EIGHT,
      steps(
        press('Camila'),
        press(blockTexts.menu),
        press(reportTexts.menu),
        shows(reportTexts.proof),
        ({ page }) => page.getByText('Assédio', { exact: true }).click(),
        fill(reportTexts.note, 'Não para de escrever, e já veio duas vezes até a nossa mesa.'),
        (server) => server.refuse(toApi.reports(server.bar.id), 'unavailable'),
        press(reportTexts.send),
        shows(reportTexts.failed),
      ),
    ),
  },
  'report-sent': {
    title: 'A report has arrived',
    reach: inList(
      EIGHT,
      steps(
        (server) => server.answer(toApi.reports(server.bar.id), null),
        press('Gi'),
        press(blockTexts.menu),
        press(reportTexts.menu),
        ({ page }) => page.getByText('Ofensa', { exact: true }).click(),
        press(reportTexts.send),
        shows(reportTexts.sent),
      ),
    ),
  },
  'list-300': { title: '300 people', reach: inList({ people: people(300), unread: UNREAD }) },
  'list-odd': {
    title: 'Names at the edges',
    reach: inList({ people: ODD_PEOPLE, unread: { [ODD_PEOPLE[0]?.id ?? '']: 120 } }),
  },
  'list-found': {
    title: 'Looking for somebody',
    reach: inList({ people: people(40) }, ({ page }) => page.getByRole('searchbox').fill('mar')),
  },
  'list-not-found': {
    title: 'Nobody of that name',
    reach: inList({ people: people(20) }, async (server) => {
      await server.page.getByRole('searchbox').fill('Ninguém')
      await server.page.waitForTimeout(300)
      server.send({ type: 'found', asked: 'Ninguém', people: [] })
      await shows(layerTexts.searchEmpty)(server)
    }),
  },
  'list-offline': {
    title: 'List without a connection',
    reach: inList(EIGHT, async (server) => {
      await there(server)
      await server.disconnect()
      await shows('Sem conexão')(server)
    }),
  },
  'list-full': {
    title: 'Coming back to a full bar',
    reach: inList(EIGHT, async (server) => {
      await there(server)
      await server.disconnect(CLOSE.barFull)
      await shows(peopleTexts.barFull)(server)
    }),
  },
  'list-never': {
    title: 'List that cannot be loaded, nor what comes after it',
    isFirst: true,
    reach: async (server) => {
      await server.abort('/assets/visit-parts-*.js')
      await server.enterRoom({ people: [] })
      await server.disconnect()
      await server.open(toPage.table(server.bar.id, YOU.id))
      await shows('Sem conexão')(server)
      await shows(peopleTexts.loadFailed)(server)
    },
  },
  'list-toasts': {
    title: 'People come and go',
    reach: inList({ people: people(8) }, async (server) => {
      await there(server)
      const [come, gone] = [aPerson(40, { name: 'Teodora' }), aPerson(2)]
      server.send({
        ...{ type: 'events', epoch: EPOCH, number: 3, total: 9, online: 8 },
        events: [
          { kind: 'entered', person: come },
          { kind: 'left', personId: gone.id, name: gone.name },
        ],
      })
      await shows('Teodora entrou no bar')(server)
    }),
  },
  'list-rush': {
    title: 'Many people come and go',
    reach: inList({ people: people(9) }, steps(there, rush)),
  },
  'list-signal': {
    title: 'A sound for new messages',
    reach: inList(EIGHT, async (server) => {
      await openMenu(server)
      await server.page.getByText(layerTexts.signal).click()
      await shows(layerTexts.signalOn)(server)
    }),
  },
  'list-unknown-partner': {
    title: 'A conversation with nobody',
    reach: async (server) => {
      await server.enterRoom({ people: people(3) })
      await server.open(toPage.chat(server.bar.id, aPerson(700).id))
      await shows(peopleTexts.unknownPartner)(server)
    },
  },
  help: {
    title: 'Asking the staff for help',
    reach: inList(EIGHT, openHelp),
  },
  'help-told': {
    title: 'The staff know',
    reach: askHelp({ isSeen: true }, shows(helpTexts.told)),
  },
  'help-unseen': {
    title: 'Nobody has seen the call yet',
    reach: askHelp({ kind: 'unwell' }, shows(helpTexts.unseen)),
  },
  'help-resolved': {
    title: 'A call that the staff have closed',
    reach: askHelp({ state: 'resolved' }, shows(helpTexts.resolvedDetail)),
  },
  leaving: {
    title: 'Leaving',
    reach: inList({ people: people(8) }, async (server) => {
      await server.hang(toApi.leaving(server.bar.id))
      await press('Sair do Bar')(server)
      await shows('Saindo do bar')(server)
    }),
  },
  'own-profile': {
    title: 'Own profile',
    reach: inList({ people: people(8) }, ownProfile),
  },
  'own-profile-blocks': {
    title: 'Own profile with whom one has blocked',
    reach: async (server) => {
      const blocks = [aPerson(4), aPerson(9)].map(({ id, name }, at) => ({
        ...{ personId: id, name, blockedAt: NOW - at * 1_800_000 },
      }))
      await server.answer(toApi.blocks(server.bar.id), blocks)
      await inList({ people: people(8) }, ownProfile)(server)
      await steps(press(blockTexts.title), shows(blockTexts.unblock))(server)
    },
  },
  'own-profile-missing': {
    title: 'Own profile without a table',
    reach: inList(
      { people: people(8) },
      steps(ownProfile, fill('Número da mesa', ''), press('Salvar'), shows('Digite o número')),
    ),
  },
}
