import type { ErrorCode } from '#contract/errors.ts'
import { toApi, toPage } from '#contract/paths.ts'
import { CLOSE } from '#contract/protocol.ts'
import { adminScenes } from './admin-scenes.ts'
import { aPerson, conversation, NOW, ODD_PEOPLE, people, TALK } from './cast.ts'
import { monitorScenes } from './monitor-scenes.ts'
import type { RoomScene, Stage } from './stage.ts'

export interface Scene {
  title: string
  /** In the pool of bars: which one it plays in. */
  bar?: 'plain' | 'long' | 'pictured' | 'closed'
  /** One of the few that stand for all where time is short. */
  sample?: boolean
  /** Shown on a large screen on a wall too. */
  isOnWall?: boolean
  play: (stage: Stage) => Promise<unknown>
}

const PARTNER = aPerson(1, { name: 'Bruno', photo: '/media/profiles/portrait-7.webp' })
const UNREAD = { [aPerson(3).id]: 1, [aPerson(5).id]: 12, [aPerson(2).id]: 0 }

const list =
  (scene: RoomScene, then?: (stage: Stage) => Promise<unknown>) => async (stage: Stage) => {
    await stage.sitDown(scene)
    await stage.open(toPage.table(stage.bar.id, '7'))
    if (scene.answers !== false) await shows(stage, 'Seu perfil')
    await then?.(stage)
  }

const chat =
  (scene: Partial<RoomScene>, then?: (stage: Stage) => Promise<unknown>) =>
  async (stage: Stage) => {
    const unread = { [PARTNER.id]: 0 }
    await stage.sitDown({ people: [PARTNER, ...people(5)], unread, ...scene })
    await stage.open(toPage.chat(stage.bar.id, PARTNER.id))
    await shows(stage, `Conversa com ${PARTNER.name}`)
    await then?.(stage)
  }

const entry =
  (path: (stage: Stage) => string, then?: (stage: Stage) => Promise<unknown>) =>
  async (stage: Stage) => {
    await stage.open(path(stage))
    await then?.(stage)
  }

const table = ({ bar }: Stage) => toPage.table(bar.id, '7')
const press =
  (name: string) =>
  ({ page }: Stage) =>
    page.getByRole('button', { name }).first().click()
const shows = ({ page }: Stage, text: string) => page.getByText(text).first().waitFor()

const withOutbox = (entries: [text: string, refusal: string | null][]) => ({
  outbox: JSON.stringify({
    GALERY: entries.map(([text, refusal], index) => ({
      id: `00000000-0000-4000-9000-00000000000${index}`,
      to: PARTNER.id,
      text,
      writtenAt: NOW - 30_000,
      refusal,
    })),
  }),
})

const LONG_TEXTS: typeof TALK = [
  [
    'them',
    20,
    'Kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk',
  ],
  ['you', 19, 'مرحبا، هل تشرب شيئا؟'],
  ['them', 18, '🍻'],
  [
    'you',
    17,
    `${'Eu tava pensando em pedir a porção grande, mas só se você ajudar. '.repeat(6)}Topa?`,
  ],
  [
    'them',
    16,
    'https://exemplo.com.br/um-endereco-comprido-demais/que-nao-tem-onde-quebrar?x=1234567890',
  ],
]

const ENTRY: Record<string, Scene> = {
  landing: { title: 'Landing', sample: true, play: entry(() => '/') },
  'bar-access': { title: 'Bar access', sample: true, play: entry(() => '/bar-access') },
  'bar-access-empty': {
    title: 'Bar access, nothing typed',
    sample: true,
    play: entry(() => '/bar-access', press('Acessar Bar')),
  },
  'bar-access-busy': {
    title: 'Bar access, asking',
    play: entry(
      () => '/bar-access',
      async (stage) => {
        await stage.silence('/api/bars/*')
        await stage.page.getByRole('textbox').fill('K7M 2QX')
        await press('Acessar Bar')(stage)
      },
    ),
  },
  'scanner-denied': {
    title: 'Scanner without a camera',
    play: entry(
      () => '/bar-access',
      async (stage) => {
        await press('Escanear')(stage)
        await stage.page.getByRole('dialog').waitFor()
        await stage.page.waitForTimeout(600)
      },
    ),
  },
  'table-entry': {
    title: 'Table entry',
    sample: true,
    play: entry(({ bar }) => toPage.bar(bar.id)),
  },
  'table-entry-long': {
    title: 'Table entry, a long name',
    bar: 'long',
    play: entry(({ bar }) => toPage.bar(bar.id)),
  },
  'table-entry-pictures': {
    title: 'Table entry with pictures',
    bar: 'pictured',
    play: entry(({ bar }) => toPage.bar(bar.id)),
  },
  'table-entry-closed': {
    title: 'Table entry of a closed bar',
    bar: 'closed',
    play: entry(({ bar }) => toPage.bar(bar.id)),
  },
  'table-entry-empty': {
    title: 'Table entry, nothing typed',
    play: entry(({ bar }) => toPage.bar(bar.id), press('Entrar na Mesa')),
  },
  'table-entry-unknown': {
    title: 'An unknown bar',
    sample: true,
    play: entry(
      () => toPage.bar('ZZZZZZ'),
      (stage) => shows(stage, 'Digitar outro ID'),
    ),
  },
  'table-entry-failed': {
    title: 'A bar that cannot be asked for',
    play: async (stage) => {
      await stage.refuse(toApi.bar('ZZZZZZ'), 'internal')
      await stage.open(toPage.bar('ZZZZZZ'))
      await shows(stage, 'Tentar de novo')
    },
  },
  'not-found': { title: '404', sample: true, play: entry(() => '/nada-aqui') },
  offline: { title: 'No connection', sample: true, play: entry(() => '/sem-conexao') },
  terms: { title: 'Terms', play: entry(() => '/termos') },
  privacy: { title: 'Privacy', play: entry(() => '/privacidade') },
}

const refusedEntry = (code: ErrorCode) => async (stage: Stage) => {
  await stage.refuse(toApi.people(stage.bar.id), code)
  await stage.open(table(stage))
  await stage.page.getByRole('textbox', { name: 'Nome ou Apelido' }).fill('Helena')
  await press('Começar')(stage)
  await shows(stage, 'Não foi possível salvar seu perfil')
}

const FORM: Record<string, Scene> = {
  form: { title: 'Profile form', sample: true, play: entry(table) },
  'form-loading': {
    title: 'Profile form on its way',
    sample: true,
    play: async (stage) => {
      await stage.silence('/assets/profile-part-*.js')
      await stage.open(table(stage))
    },
  },
  'form-missing': {
    title: 'Profile form without a name',
    sample: true,
    play: entry(table, press('Começar')),
  },
  'form-closed': { title: 'Profile form of a closed bar', bar: 'closed', play: entry(table) },
  'form-refused': { title: 'Profile form, refused', play: refusedEntry('internal') },
  'form-known': {
    title: 'Somebody who was here before',
    play: async (stage) => {
      await stage.store({ deviceKeys: JSON.stringify({ [stage.bar.id]: 'key' }) }, 'local')
      const known = { name: 'Helena', photo: '/media/profiles/portrait-4.webp' }
      await stage.answer(toApi.recognise(stage.bar.id), known)
      await stage.open(table(stage))
      await shows(stage, 'Continuar como Helena')
    },
  },
  'form-other-bar': {
    title: 'Entering while in another bar',
    play: async (stage) => {
      const other = { barId: 'OTHER2', barName: 'Bar do Zé', secret: 'c2VjcmV0' }
      await stage.store({ patronSecret: JSON.stringify(other) })
      await stage.open(table(stage))
      await stage.page.getByRole('textbox', { name: 'Nome ou Apelido' }).fill('Helena')
      await press('Começar')(stage)
      await stage.page.getByRole('dialog').waitFor()
    },
  },
}

const LIST: Record<string, Scene> = {
  'list-loading': {
    title: 'List on its way',
    sample: true,
    play: list({ people: [], answers: false }),
  },
  'list-alone': { title: 'Alone in the bar', sample: true, play: list({ people: [] }) },
  'list-1': { title: 'One more person', play: list({ people: people(1) }) },
  'list-8': {
    title: 'Eight people, unread messages',
    sample: true,
    play: list({ people: people(8), unread: UNREAD }),
  },
  'list-300': { title: '300 people', play: list({ people: people(300), unread: UNREAD }) },
  'list-odd': {
    title: 'Names at the edges',
    sample: true,
    play: list({ people: ODD_PEOPLE, unread: { [ODD_PEOPLE[0]?.id ?? '']: 120 } }),
  },
  'list-not-found': {
    title: 'Nobody of that name',
    play: list({ people: people(20) }, ({ page }) => page.getByRole('searchbox').fill('Ninguém')),
  },
  'list-offline': {
    title: 'List without a connection',
    sample: true,
    play: list({ people: people(8), unread: UNREAD }, async (stage) => {
      await shows(stage, 'Ana Beatriz')
      await stage.cut()
      await shows(stage, 'Sem conexão')
    }),
  },
  'list-toasts': {
    title: 'People come and go',
    sample: true,
    play: list({ people: people(8) }, async (stage) => {
      await shows(stage, 'Ana Beatriz')
      const [come, gone] = [aPerson(40, { name: 'Teodora' }), aPerson(2)]
      stage.tell({
        ...{ type: 'facts', epoch: 'gallery', number: 3, total: 9, online: 8 },
        facts: [
          { kind: 'entered', person: come },
          { kind: 'left', personId: gone.id, name: gone.name },
        ],
      })
      await shows(stage, 'Teodora entrou no bar')
    }),
  },
  leaving: {
    title: 'Leaving',
    sample: true,
    play: list({ people: people(8) }, async (stage) => {
      await stage.silence(toApi.leaving(stage.bar.id))
      await press('Sair do Bar')(stage)
      await shows(stage, 'Saindo do bar')
    }),
  },
  'own-profile': {
    title: 'Own profile',
    sample: true,
    play: list({ people: people(8) }, async (stage) => {
      await press('Seu perfil')(stage)
      await stage.page.getByRole('dialog').waitFor()
    }),
  },
  elsewhere: {
    title: 'Open in too many tabs',
    play: list({ people: people(3) }, async (stage) => {
      await shows(stage, 'Ana Beatriz')
      await stage.closeWith(CLOSE.tooManySockets)
      await shows(stage, 'Usar aqui')
    }),
  },
}

const CHAT: Record<string, Scene> = {
  'chat-loading': {
    title: 'Conversation on its way',
    sample: true,
    play: chat({ history: 'loading' }),
  },
  'chat-empty': { title: 'Nothing said yet', sample: true, play: chat({ unread: {} }) },
  chat: {
    title: 'Conversation',
    sample: true,
    play: chat({ history: conversation(PARTNER, TALK) }),
  },
  'chat-edges': {
    title: 'Messages at the edges',
    sample: true,
    play: chat({ history: conversation(PARTNER, LONG_TEXTS) }),
  },
  'chat-unsent': {
    title: 'Sending, and refused',
    sample: true,
    play: async (stage) => {
      const kept = withOutbox([
        ['Esta não foi', 'rate_limited'],
        ['Esta está indo', null],
      ])
      const stored = { outbox: kept.outbox.replace('GALERY', stage.bar.id) }
      await chat({ history: conversation(PARTNER, TALK), stored }, (there) =>
        shows(there, 'Esta está indo'),
      )(stage)
    },
  },
  'chat-earlier': {
    title: 'Reading what was said before',
    play: chat(
      { history: conversation(PARTNER, [...TALK, ...TALK.slice(2)]), hasEarlier: true },
      async ({ page }) => {
        await page.getByRole('log').evaluate((log) => log.scrollTo(0, 0))
        await page.getByRole('button', { name: 'Ir para as mais novas' }).waitFor()
      },
    ),
  },
  'chat-failed': {
    title: 'Messages that could not be loaded',
    sample: true,
    play: chat({ history: 'internal' }, (stage) => shows(stage, 'Não foi possível carregar')),
  },
  'chat-offline-partner': {
    title: 'A first message to somebody offline',
    play: chat({ people: [{ ...PARTNER, online: false }], unread: {} }),
  },
  'chat-other-device': {
    title: 'Back through another device',
    play: chat({
      history: conversation(PARTNER, TALK),
      otherDeviceSince: { [PARTNER.id]: NOW - 3 * 60_000 },
    }),
  },
  'chat-left': {
    title: 'The other one has left',
    sample: true,
    play: chat({ history: conversation(PARTNER, TALK) }, async (stage) => {
      await shows(stage, 'Guardada')
      const left = { kind: 'left', personId: PARTNER.id, name: PARTNER.name } as const
      stage.tell({ type: 'facts', epoch: 'gallery', number: 2, total: 6, online: 5, facts: [left] })
      await shows(stage, 'Bruno saiu do bar')
    }),
  },
  'chat-typing': {
    title: 'A long message being written',
    play: chat({ history: conversation(PARTNER, TALK) }, ({ page }) =>
      page.getByRole('textbox', { name: 'Mensagem' }).fill('Tá bom! '.repeat(118)),
    ),
  },
  'chat-no-connection': {
    title: 'Conversation without a connection',
    play: chat({ history: conversation(PARTNER, TALK) }, async (stage) => {
      await shows(stage, 'Guardada')
      await stage.cut()
      await shows(stage, 'Sem conexão')
    }),
  },
}

export const SCENES: Record<string, Scene> = {
  ...ENTRY,
  ...FORM,
  ...LIST,
  ...CHAT,
  ...adminScenes,
  ...monitorScenes,
}
