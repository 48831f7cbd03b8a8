import { address } from '#contract/address.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import type { Clearing } from '#contract/clearing.ts'
import { HOUR_MS } from '#contract/durations.ts'
import type { EntryCodeView } from '#contract/entry-code.ts'
import type { BoardHelp } from '#contract/help.ts'
import { PAGES } from '#contract/pages.ts'
import type { Removal } from '#contract/removals.ts'
import type { OpenReportsPage, Report, ReportMessage, ReportSide } from '#contract/reports.ts'
import { deskKinds, deskTexts, foldedCalls } from '#contract/texts/help-desk.ts'
import { monitorTexts } from '#contract/texts/monitor.ts'
import { REMOVAL_REASON_NAMES } from '#contract/texts/removals.ts'
import { boardReportTexts, openFold } from '#contract/texts/reports-board.ts'
import { emptyQuestion, networkQuestion, staffTexts } from '#contract/texts/staff.ts'
import { untilSettled } from '#test/e2e/press-settled.ts'
import { bars, rooms } from '#test/fakes/admin-data.ts'
import { toPortrait } from '#test/fakes/drawings.ts'
import type { FakeAdmin } from '#test/fakes/fake-server.ts'
import { aReport, changes } from '#test/fakes/monitor.ts'
import { aPerson, NOW } from '#test/fakes/people.ts'
import type { Scenes, Step } from '#test/screens/scene.ts'
import { opens, press, shows, showsDialog, steps } from '#test/screens/scene.ts'

/** On a phone the bars are below their people, and are drawn only near the viewport. */
const pressAtBars = (name: RegExp): Step =>
  steps(
    ({ page }) =>
      page
        .getByRole('region', { name: monitorTexts.bars })
        .evaluate((section) => section.scrollIntoView()),
    press(name),
  )
const pressOptions = pressAtBars(/^Opções/)

const EVENING: FakeAdmin = { bars: bars(3), board: { rooms: rooms([14, 3, 0]) } }
const FOUR_BARS: FakeAdmin = { bars: bars(4), board: { rooms: rooms([14, 3, 0, 1]) } }
const FULL_HOUSE: FakeAdmin = {
  bars: bars(10),
  board: { rooms: rooms([22, 9, 4, 14, 0, 2, 1, 7, 0, 3]) },
}

const watching = (scene: FakeAdmin, ...then: Step[]): Step =>
  steps(
    (server) => server.signIn(scene),
    opens(
      PAGES.monitor,
      shows(scene.bars[0]?.name ?? monitorTexts.noBars),
      ...(scene.help ? [callsHaveCome] : []),
      ...then,
    ),
  )

const callsHaveCome: Step = async ({ page }) => {
  await page.getByRole('region', { name: deskTexts.title }).waitFor()
  await untilSettled(page)
}

const aCode = (changes: Partial<EntryCodeView>): EntryCodeView => ({
  barName: 'Boteco da Ana',
  timeZone: 'America/Sao_Paulo',
  isOn: true,
  until: null,
  code: '482915',
  changesAt: NOW + 12 * HOUR_MS,
  ...changes,
})

const REMOVALS: Removal[] = [
  {
    personId: 'a',
    name: 'Maria Aparecida de Souza e Albuquerque',
    table: '12',
    reason: 'looks_underage',
    removedAt: NOW,
  },
  {
    personId: 'b',
    name: 'Zé',
    table: 'Varanda 3',
    reason: 'harassment',
    removedAt: NOW - HOUR_MS,
  },
]

const aCall = (number: number, changes: Partial<BoardHelp>): BoardHelp => {
  const { id, name, table, photo } = aPerson(number)
  const call = { id, personId: id, name, table, photo }
  const ranked = { rank: 'known', isFolded: false, isSeen: false, helper: null } as const
  return { ...call, ...ranked, kind: 'harassed', state: 'open', ageMs: 130_000, ...changes }
}

const CALLS: BoardHelp[] = [
  aCall(3, {}),
  aCall(5, { kind: 'unwell', state: 'coming', ageMs: 600_000 }),
  aCall(8, { kind: 'leaving', state: 'withdrawn', ageMs: 20_000, name: 'x'.repeat(40) }),
]

/** Newcomers of one network: three have a card, the others are folded. */
const CROWD: BoardHelp[] = [11, 12, 13, 14, 15, 16, 17, 18].map((number, index) =>
  aCall(number, {
    rank: index < 6 ? 'new' : 'unjoined',
    isFolded: index >= 3,
    kind: index % 2 ? 'harassed' : 'leaving',
    ageMs: 90_000 - number * 1_000,
  }),
)

const inTools = (
  code: Partial<EntryCodeView>,
  removals: Removal[],
  clearing: Clearing,
  ...then: Step[]
): Step =>
  watching(
    EVENING,
    (server) => server.answer(address(ADMIN_API.entryCode, { barId: '*' }), aCode(code)),
    (server) => server.answer(address(ADMIN_API.removals, { barId: '*' }), removals),
    (server) => server.answer(address(ADMIN_API.people, { barId: '*' }), clearing),
    pressOptions,
    press(monitorTexts.staffTools),
    shows(staffTexts.empty),
    ...then,
  )

const aSide = (index: number, table: string | null, hasPhoto: boolean): ReportSide => ({
  personId: aPerson(index).id,
  name: aPerson(index).name,
  table,
  hasPhoto,
  hasThumbnail: hasPhoto,
})

const KNOWN: Report[] = [
  aReport({
    id: 'a',
    evidence: {
      note: 'Não para de escrever, e já veio duas vezes até a nossa mesa.',
      reporter: aSide(4, '12', false),
      reported: aSide(3, 'Varanda 3', true),
      messages: 12,
    },
  }),
  aReport({
    id: 'b',
    reason: 'looks_underage',
    rank: 'new',
    reportedAt: NOW - HOUR_MS,
    evidence: {
      note: '',
      messages: 0,
      reporter: aSide(7, '2', false),
      reported: aSide(8, null, false),
    },
  }),
]

const EVIDENCE: ReportMessage[] = [
  { isReporter: false, text: 'Oi, tudo bem?', at: NOW - 600_000 },
  { isReporter: true, text: 'Não quero conversar, obrigada.', at: NOW - 540_000 },
  { isReporter: false, text: 'Responde, vai. Tô te vendo daqui.', at: NOW - 60_000 },
]

const FOLDED = KNOWN.map((report, at) => ({ ...report, id: `fold${at}`, rank: 'new' as const }))

const REPORTS: OpenReportsPage = {
  cards: [
    ...KNOWN.map((report) => ({ id: report.id, report, count: 1 })),
    { id: 'person', report: { ...FOLDED[0], id: 'fold' } as Report, count: 5 },
  ],
  open: 27,
  next: '1.1.1',
}

/** Two open reports in the first bar, and five of newcomers about one person. */
const withReports = (...then: Step[]): Step =>
  steps(
    (server) => server.signIn(EVENING),
    (server) =>
      server.answer(address(ADMIN_API.reports, { barId: EVENING.bars[0]?.id ?? '' }), REPORTS),
    (server) =>
      server.answer(address(ADMIN_API.personReports, { barId: '*', personId: '*' }), {
        reports: FOLDED,
        next: null,
      }),
    (server) =>
      server.draw(
        `${address(ADMIN_API.reportPhoto, { barId: '*', reportId: '*', photo: 'reported' })}*`,
        toPortrait(7),
      ),
    (server) =>
      server.answer(address(ADMIN_API.reportMessages, { barId: '*', reportId: '*' }), EVIDENCE),
    opens(PAGES.monitor, shows(boardReportTexts.remove), ...then),
  )

const onCodePage = (code: Partial<EntryCodeView>, ...then: Step[]): Step =>
  steps(
    (server) => server.signIn(EVENING),
    (server) => server.answer(address(ADMIN_API.entryCode, { barId: '*' }), aCode(code)),
    opens(address(PAGES.entryCode, { barId: 'K7M2QX' }), ...then),
  )

export const monitor: Scenes = {
  'monitor-reports': { isWhole: true, reach: withReports() },
  'monitor-reports-unfolded': {
    isWhole: true,
    reach: withReports(press(openFold(5)), shows(boardReportTexts.foldClose)),
  },
  'monitor-evidence': withReports(
    press(/^Ver mensagens/),
    press(boardReportTexts.openMessages),
    shows('Responde, vai. Tô te vendo daqui.'),
  ),
  'monitor-help': watching(
    { ...EVENING, help: CALLS },
    press(deskTexts.activate),
    shows(deskTexts.alarmOn),
  ),
  'monitor-call': watching({ ...EVENING, help: CALLS.slice(0, 1) }, shows('há 2 min')),
  'monitor-call-unfolded': watching(
    { ...EVENING, help: CALLS.slice(0, 1) },
    press(deskKinds.harassed),
    shows(deskTexts.arrival),
  ),
  'monitor-full-calls': watching({ ...FULL_HOUSE, help: [...CALLS, ...CROWD] }, shows('há 2 min')),
  'monitor-crowd-of-calls': watching(
    { ...FULL_HOUSE, help: [...CALLS.slice(0, 1), ...CROWD] },
    press(foldedCalls(5)),
    shows('há 1 min'),
  ),
  'monitor-loading': steps(
    (server) => server.signIn(EVENING),
    (server) => server.hang(`${ADMIN_API.bars}*`),
    opens(PAGES.monitor, ({ page }) =>
      page.getByText('Carregando...').first().waitFor({ state: 'attached' }),
    ),
  ),
  'monitor-empty': { isOnWall: true, reach: watching({ bars: [] }) },
  monitor: { isOnWall: true, reach: watching(EVENING, shows('11 online')) },
  'monitor-full': { isOnWall: true, reach: watching(FULL_HOUSE, shows('17 online')) },
  'monitor-four': watching(FOUR_BARS, press(/^Boteco da Ana$/), shows('Mostrar todos')),
  'monitor-unattended': watching(
    FOUR_BARS,
    shows('11 online'),
    async (server) =>
      server.tellSection(FOUR_BARS.bars[0]?.id ?? '', changes({ isUnattended: true })),
    shows(monitorTexts.unattended),
  ),
  'monitor-quiet': watching({ bars: bars(4), board: { rooms: [] } }),
  'monitor-all': watching(EVENING, press(/^Bares Cadastrados/), press(/^Mostrar todos/)),
  'monitor-menu': {
    isOfPhone: true,
    reach: watching(EVENING, async ({ page }) => {
      const menu = page.getByRole('button', { name: 'Menu' })
      if (await menu.isVisible()) await menu.click()
    }),
  },
  'monitor-away': watching({ bars: bars(4), board: 'away' }, shows('Sem conexão')),
  'monitor-qr': watching(EVENING, pressAtBars(/^QR Code/), ({ page }) =>
    page.getByRole('dialog').getByRole('img').waitFor(),
  ),
  'bar-acts': watching(EVENING, pressOptions, showsDialog),
  'bar-delete': watching(
    EVENING,
    pressOptions,
    press('Excluir bar'),
    ({ page }) => page.getByRole('dialog').getByRole('textbox').fill('Boteco'),
    press('Excluir para sempre'),
    shows(monitorTexts.deleteMismatch),
  ),
  'monitor-call-over-dialog': {
    isOfPhone: true,
    reach: watching(
      { ...FULL_HOUSE, help: CALLS.slice(0, 1) },
      press(/^Boteco da Ana$/),
      press(/^Remover/),
      showsDialog,
    ),
  },
  'person-remove': watching(EVENING, press(/^Remover/), showsDialog),
  'person-remove-network': watching(
    EVENING,
    (server) =>
      server.answer(address(ADMIN_API.personNetwork, { barId: '*', personId: '*' }), {
        people: 412,
        isOwn: false,
      }),
    (server) =>
      server.answer(
        address(ADMIN_API.entryCode, { barId: '*' }),
        aCode({ isOn: false, until: NOW + HOUR_MS }),
      ),
    press(/^Remover/),
    press(staffTexts.askForAnHour),
    shows('O bar pede o código até'),
    press(staffTexts.clearNetwork),
    shows(networkQuestion(412)),
  ),
  'staff-tools': inTools({ isOn: false, code: null }, [], { people: 14, last: null }),
  'staff-tools-used': inTools({}, REMOVALS, {
    people: 132,
    last: { at: NOW - HOUR_MS, people: 1_894, by: 'oi@boteco.example' },
  }),
  'staff-tools-empty': inTools(
    { isOn: false, until: NOW + HOUR_MS },
    [],
    { people: 132, last: null },
    press(staffTexts.empty),
    shows(emptyQuestion(132)),
  ),
  'staff-tools-failed': steps(
    (server) => server.refuse(address(ADMIN_API.entryCode, { barId: '*' }), 'unavailable'),
    (server) => server.refuse(address(ADMIN_API.removals, { barId: '*' }), 'unavailable'),
    (server) => server.refuse(address(ADMIN_API.people, { barId: '*' }), 'unavailable'),
    watching(EVENING, pressOptions, press(monitorTexts.staffTools), shows(staffTexts.loadFailed)),
  ),
  'code-page': { isOnWall: true, reach: onCodePage({}, shows('482')) },
  'code-page-off': onCodePage({ isOn: false, code: null }, shows(staffTexts.notAsked)),
  'code-page-away': onCodePage(
    {},
    shows('482'),
    (server) => server.refuse(address(ADMIN_API.entryCode, { barId: '*' }), 'unavailable'),
    ({ page }) => page.evaluate(() => dispatchEvent(new Event('online'))),
    shows(staffTexts.codeStale),
  ),
  'person-not-removed': steps(
    (server) =>
      server.refuse(address(ADMIN_API.removal, { barId: '*', personId: '*' }), 'internal'),
    watching(
      EVENING,
      press(/^Remover/),
      showsDialog,
      ({ page }) => page.getByText(REMOVAL_REASON_NAMES.harassment).click(),
      press(monitorTexts.removeForTheNight),
      shows(monitorTexts.removalFailed),
    ),
  ),
  'monitor-failed': steps(
    (server) => server.signIn(EVENING),
    (server) => server.refuse(`${ADMIN_API.bars}*`, 'internal'),
    opens(PAGES.monitor, shows(monitorTexts.barsFailedDetail)),
  ),
  'monitor-not-found': watching(
    FULL_HOUSE,
    ({ page }) => page.getByRole('searchbox').fill('Nenhures'),
    shows(monitorTexts.searchEmpty),
  ),
  'monitor-comings': watching(
    EVENING,
    // The first bar has a section once its people are there.
    ({ page }) =>
      page
        .getByRole('button', { name: /^Remover/ })
        .first()
        .waitFor(),
    async (server) => server.sendEntered(EVENING.bars[0]?.id ?? '', 'Teodora'),
    shows('Teodora entrou no bar'),
  ),
  'monitor-closed-bar': watching(FULL_HOUSE, pressAtBars(/^Opções de Botequim 22/), showsDialog),
}
