import type { ActKind, ShownAct } from '../acts.ts'
import { REMOVAL_REASON_NAMES } from './removals.ts'

/** The page "Registro" lists acts, with the account and the time. */
export const actsTexts = {
  title: 'Registro',
  hint: 'Os últimos 12 meses. Nada daqui pode ser mudado.',
  filters: 'Filtros',
  bar: 'Bar',
  everyBar: 'Todos os bares',
  kind: 'O que foi feito',
  everyKind: 'Tudo',
  ofAccount: 'Só desta conta',
  ofPerson: 'Só desta pessoa',
  onlyPerson: (personId: string) => `Pessoa ${toShortId(personId)}`,
  withoutFilter: (name: string) => `Tirar filtro: ${name}`,
  empty: 'Nada por aqui ainda.',
  emptyHint: 'Entradas, remoções e mudanças no bar aparecem aqui.',
  emptyFiltered: 'Nada com estes filtros.',
  more: 'Ver mais antigos',
  loadFailed: 'Não foi possível carregar o registro.',
  moreFailed: 'Não foi possível carregar mais. Tente novamente.',
  download: 'Baixar CSV',
  downloadFailed: 'Não foi possível baixar o registro. Tente novamente.',
  downloadHint: 'Todos os registros destes filtros.',
  /** Stands in for an administrator's email, which owners do not see. */
  someAdmin: 'A administração',
  /** A person who reports has no account. */
  somePerson: 'Uma pessoa do bar',
} as const

/** Names of the kinds, as a filter shows them. */
export const ACT_NAMES: Record<ActKind, string> = {
  signed_in: 'Entradas',
  new_device: 'Entradas de um aparelho novo',
  sign_in_failed: 'Senhas erradas',
  account_made: 'Contas criadas',
  password_set: 'Senhas criadas por link',
  password_changed: 'Senhas trocadas',
  passkey_added: 'Chaves de acesso criadas',
  passkey_removed: 'Chaves de acesso removidas',
  passkey_confirmed: 'Chaves de acesso confirmadas',
  password_link_made: 'Links de senha',
  invitation_made: 'Convites',
  invitation_cancelled: 'Convites cancelados',
  member_joined: 'Quem entrou na equipe',
  member_removed: 'Quem saiu da equipe',
  bar_made: 'Bares cadastrados',
  bar_changed: 'Dados do bar',
  bar_paused: 'Bar pausado',
  bar_reopened: 'Bar reaberto',
  bar_deleted: 'Bares excluídos',
  person_removed: 'Remoções',
  removal_undone: 'Voltas permitidas',
  bar_emptied: 'Bar esvaziado',
  network_cleared: 'Redes removidas',
  entry_code_switched: 'Código da noite: ligado ou desligado',
  entry_code_renewed: 'Código da noite: renovado',
  phone_revealed: 'Telefones vistos',
  site_stopped: 'Entradas paradas em todo o site',
  site_reopened: 'Entradas liberadas em todo o site',
  report_opened: 'Denúncias feitas',
  report_closed: 'Denúncias encerradas',
  report_messages_read: 'Mensagens de denúncias vistas',
}

export function actName(kind: ActKind): string {
  return ACT_NAMES[kind]
}

export function actor({ kind, email }: Pick<ShownAct, 'kind' | 'email'>): string {
  if (kind === 'report_opened') return actsTexts.somePerson
  return email ?? actsTexts.someAdmin
}

type Told = Pick<ShownAct, 'memberEmail' | 'isMemberAdmin' | 'people' | 'reason'>

/** The predicate after the account's email: "fulano@… removeu uma pessoa". */
const SENTENCES: Record<ActKind, string | ((act: Told) => string)> = {
  signed_in: 'entrou',
  new_device: 'entrou de um aparelho novo',
  sign_in_failed: 'digitou uma senha errada',
  account_made: 'criou a primeira conta',
  password_set: 'criou uma senha por um link',
  password_changed: 'trocou a senha',
  passkey_added: 'criou uma chave de acesso',
  passkey_removed: 'removeu uma chave de acesso',
  passkey_confirmed: 'confirmou uma chave de acesso',
  password_link_made: (act) => `criou um link de senha para ${memberOf(act)}`,
  invitation_made: 'criou um convite para a equipe',
  invitation_cancelled: 'cancelou um convite',
  member_joined: 'entrou na equipe',
  member_removed: (act) => `tirou ${memberOf(act)} da equipe`,
  bar_made: 'cadastrou o bar',
  bar_changed: 'mudou os dados do bar',
  bar_paused: 'pausou o bar',
  bar_reopened: 'reabriu o bar',
  bar_deleted: 'excluiu o bar',
  person_removed: ({ reason }) =>
    reason ? `removeu uma pessoa: ${REMOVAL_REASON_NAMES[reason]}` : 'removeu uma pessoa',
  removal_undone: 'deixou uma pessoa voltar',
  bar_emptied: ({ people }) => `esvaziou o bar (${peopleCount(people)})`,
  network_cleared: ({ people }) => `removeu todos de uma rede (${peopleCount(people)})`,
  entry_code_switched: 'ligou ou desligou o código da noite',
  entry_code_renewed: 'renovou o código da noite',
  phone_revealed: 'viu o telefone de uma pessoa',
  site_stopped: 'parou as entradas em todos os bares',
  site_reopened: 'liberou as entradas em todos os bares',
  report_opened: 'denunciou outra pessoa',
  report_closed: 'encerrou uma denúncia',
  report_messages_read: 'leu as mensagens de uma denúncia',
}

function memberOf({ memberEmail, isMemberAdmin }: Told): string {
  return memberEmail ?? (isMemberAdmin ? 'a administração' : 'alguém')
}

export function actSentence(act: Told & Pick<ShownAct, 'kind' | 'times'>): string {
  const sentence = SENTENCES[act.kind]
  const text = typeof sentence === 'string' ? sentence : sentence(act)
  const within = act.kind === 'report_opened' ? 'uma hora' : 'um minuto'
  return act.times > 1 ? `${text} (${act.times} vezes em ${within})` : text
}

function peopleCount(people: number | null): string {
  return people === 1 ? '1 pessoa' : `${people ?? 0} pessoas`
}

/** Identifies a person, because no name is stored. */
export function toShortId(id: string): string {
  return id.slice(0, 4).toUpperCase()
}

export const ACTS_FILE_HEAD = ['Quando', 'Conta', 'O que fez', 'Bar', 'Nome do bar', 'Pessoa']

/** Times are in the bar's own time zone. */
export function toActsFileRow(act: ShownAct): (string | null)[] {
  const { at, timeZone, barId, barName, personId } = act
  const when = new Date(at).toLocaleString('sv-SE', { timeZone })
  return [when, actor(act), actSentence(act), barId, barName, personId]
}
