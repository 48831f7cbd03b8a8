import type { ShownAct, ShownActs } from '#contract/acts.ts'
import { address } from '#contract/address.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import type { Health } from '#contract/health.ts'
import { PAGES } from '#contract/pages.ts'
import { HEALTH } from '#contract/paths.ts'
import type { SiteState } from '#contract/site-state.ts'
import type { Team } from '#contract/team.ts'
import { accountTexts } from '#contract/texts/account.ts'
import { actsTexts } from '#contract/texts/acts.ts'
import { healthTexts, stopTexts } from '#contract/texts/health.ts'
import { numbersTexts } from '#contract/texts/numbers.ts'
import { passkeyTexts } from '#contract/texts/passkeys.ts'
import { sheetTexts } from '#contract/texts/sheets.ts'
import { teamTexts } from '#contract/texts/team.ts'
import { aSession, FULL_BAR, fourWeeks, PASSKEYS, rooms, SESSIONS } from '#test/fakes/admin-data.ts'
import { NOW, YOU } from '#test/fakes/people.ts'
import type { Scenes, Step } from '#test/screens/scene.ts'
import { opens, press, shows, steps, withBar } from '#test/screens/scene.ts'

const numbersOf = (hours: ReturnType<typeof fourWeeks>): Step =>
  steps(
    (server) => server.answer(address(ADMIN_API.hours, { barId: FULL_BAR.id }), hours),
    withBar(PAGES.statistics),
  )

const cards: Step = async ({ page }) => {
  await page.getByText('Cartões', { exact: false }).first().click()
  await page.getByRole('article').first().waitFor()
}

const withSessions = steps(
  (server) => server.answer(ADMIN_API.sessions, { sessions: SESSIONS }),
  (server) => server.answer(ADMIN_API.passkeys, { passkeys: PASSKEYS, hasPassword: true }),
)
const account = (...then: Step[]): Step =>
  steps(
    (server) => server.signIn({ bars: [] }),
    withSessions,
    opens(PAGES.account, shows('Safari'), ...then),
  )

const TEAM: Team = {
  barName: FULL_BAR.name,
  members: [
    {
      id: YOU.id,
      email: 'oi@boteco.example',
      role: 'owner',
      since: NOW - 90 * 86_400_000,
      isEmailConfirmed: true,
    },
    {
      id: '2',
      email: 'joana.do.balcao@boteco.example',
      role: 'staff',
      since: NOW - 86_400_000,
      isEmailConfirmed: true,
    },
  ],
  invitations: [{ id: '3', role: 'staff', expiresAt: NOW + 80_000_000 }],
}
const LINK = `https://brinde.example${PAGES.joining}#${'A'.repeat(43)}`

const team = (...then: Step[]): Step =>
  steps(
    (server) => server.answer(address(ADMIN_API.team, { barId: FULL_BAR.id }), TEAM),
    (server) =>
      server.answer(address(ADMIN_API.invitations, { barId: FULL_BAR.id }), {
        link: LINK,
        expiresAt: NOW,
      }),
    withBar(PAGES.team, shows('joana'), ...then),
  )

const STOPPED: SiteState = { isStopped: true }
const HEALTH_FACTS: Health = {
  database: { ms: 34, aheadMs: 12 },
  bucketMs: 61,
  sweep: { at: NOW - 23 * 60_000, failed: 0 },
  migration: { name: '0016_note_sweeps.sql', at: NOW - 8 * 86_400_000 },
}
const health = (facts: Health, then: Step): Step =>
  steps(
    (server) => server.signIn({ bars: [] }),
    (server) => server.answer(HEALTH, { id: 'a81f30c2-5b', deployedAt: '2026-11-20T18:04:00Z' }),
    // Later than the pattern that fits it too.
    (server) => server.answer(ADMIN_API.health, facts),
    (server) => server.answer(ADMIN_API.site, STOPPED),
    then,
    opens(PAGES.health, shows(stopTexts.isStopped)),
  )

const act = (minutes: number, changes: Partial<ShownAct>): ShownAct => ({
  id: String(minutes),
  at: NOW - minutes * 60_000,
  kind: 'person_removed',
  times: 1,
  accountId: '2',
  email: 'joana.do.balcao@boteco.example',
  memberEmail: null,
  people: null,
  isMemberAdmin: false,
  reason: null,
  barId: FULL_BAR.id,
  barName: FULL_BAR.name,
  timeZone: 'America/Sao_Paulo',
  personId: null,
  ...changes,
})
const OWNER = { accountId: YOU.id, email: 'oi@boteco.example' }
const ACTS = [
  act(3, { reason: 'harassment', personId: '7f0c1a52-7b7e-4a35-9a39-2c1de2f3a001' }),
  act(4, { ...OWNER, kind: 'phone_revealed', personId: '7f0c1a52-7b7e-4a35-9a39-2c1de2f3a001' }),
  act(40, { kind: 'network_cleared', people: 12 }),
  act(64, { kind: 'entry_code_switched' }),
  act(1_500, { ...OWNER, kind: 'bar_changed' }),
  act(1_560, { ...OWNER, kind: 'member_removed', memberEmail: 'rui@boteco.example' }),
  act(1_600, { kind: 'bar_paused', email: null }),
]
const onActs = (acts: ShownActs, then: Step): Step =>
  steps(
    (server) => server.signIn({ bars: [FULL_BAR] }),
    (server) => server.answer(`${ADMIN_API.acts}*`, acts),
    opens(address(PAGES.acts, { bar: FULL_BAR.id }), then),
  )

const ROOM = `${HEALTH}?room`

/** Printed sheets, statistics, the bar's own people and the administrator's account. */
export const barPages: Scenes = {
  print: withBar(PAGES.print),
  'print-cards': withBar(PAGES.print, cards),
  'print-invalid': withBar(
    PAGES.print,
    cards,
    ({ page }) => page.getByRole('textbox').fill('0'),
    shows(sheetTexts.tablesInvalid),
  ),
  numbers: numbersOf(fourWeeks()),
  'numbers-tables': steps(numbersOf(fourWeeks()), async ({ page }) => {
    for (const fold of await page.getByText(numbersTexts.inNumbers).all()) await fold.click()
  }),
  'numbers-empty': numbersOf({ ...fourWeeks(), hours: [] }),
  health: steps(
    health(HEALTH_FACTS, (server) => server.answer(ROOM, { roomMs: 148 })),
    shows(healthTexts.allWell),
  ),
  // D1 and the rooms are away.
  'health-partly': steps(
    health({ ...HEALTH_FACTS, database: null, sweep: null, migration: null }, (server) =>
      server.refuse(ROOM, 'overloaded'),
    ),
    shows(healthTexts.someFailed),
  ),
  'numbers-loading': steps(
    (server) => server.hang(address(ADMIN_API.hours, { barId: FULL_BAR.id })),
    withBar(PAGES.statistics),
  ),
  acts: onActs({ acts: ACTS, next: `${NOW}.x` }, shows('removeu uma pessoa')),
  'acts-empty': onActs({ acts: [], next: null }, shows(actsTexts.empty)),
  'new-device': steps(
    (server) => server.signIn({ bars: [FULL_BAR], board: { rooms: rooms([3]) } }),
    (server) =>
      server.answer(
        ADMIN_API.session,
        aSession({
          user: { id: YOU.id, email: 'oi@boteco.example', role: 'admin' },
          newDevice: { at: NOW - 86_400_000, isOwn: false },
        }),
      ),
    opens(PAGES.monitor, shows('Troque a senha.')),
  ),
  // After a password was set by a link.
  'access-review': steps(
    (server) => server.signIn({ bars: [FULL_BAR], board: { rooms: rooms([3]) } }),
    (server) =>
      server.answer(
        ADMIN_API.session,
        aSession({
          user: { id: YOU.id, email: 'oi@boteco.example', role: 'owner' },
          reviewSince: NOW - 60_000,
        }),
      ),
    withSessions,
    opens(PAGES.monitor, shows(accountTexts.reviewDone)),
  ),
  team: team(),
  'team-link': team(press(teamTexts.inviteStaff), shows(teamTexts.invitationHint)),
  account: account(),
  'account-proof': account(
    (server) => server.refuse(ADMIN_API.newPasskeyChallenge, 'proof_needed'),
    press(passkeyTexts.add),
    shows(passkeyTexts.proofTitle),
  ),
  'account-wrong': account(
    (server) => server.refuse(ADMIN_API.password, 'wrong_credentials'),
    ({ page }) => page.getByLabel('Senha atual', { exact: true }).fill('errada'),
    ({ page }) => page.getByLabel('Nova senha', { exact: true }).fill('uma frase comprida'),
    press(accountTexts.save),
    shows(accountTexts.currentWrong),
  ),
}
