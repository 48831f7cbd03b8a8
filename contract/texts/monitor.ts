import { HOUR_MS, MINUTE_MS } from '../durations.ts'

/** The monitor of bars. */
export const monitorTexts = {
  title: 'Monitoramento de Bares',
  refresh: 'Atualizar',
  refreshing: 'Atualizando...',
  newBar: 'Cadastrar Bar',
  menu: 'Menu',
  actions: 'Ações',

  bars: 'Bares Cadastrados',
  noBars: 'Nenhum bar cadastrado ainda.',
  firstBar: 'Cadastrar Seu Primeiro Bar',
  noOwnBars: 'Você não está em nenhum bar agora. Peça um convite a quem cuida dele.',
  qrCode: 'QR Code',

  staffTools: 'Entrada e segurança',
  paused: 'Fechado',
  asksForCode: 'Pede código',
  unattended: 'Sem equipe na tela',
  editBar: 'Editar bar',
  team: 'Equipe',
  acts: 'Registro',
  numbers: 'Números da noite',
  printSheets: 'Imprimir cartaz e cartões',
  pauseBar: 'Fechar por enquanto',
  pauseHint: 'Ninguém novo entra. Quem está dentro pode ficar até sair.',
  pauseFailed: 'Não foi possível mudar isso agora. Tente novamente.',
  barPaused: 'Bar fechado por enquanto',
  reopenBar: 'Reabrir bar',
  reopenHint: 'Hoje ninguém novo entra. Reabra para receber clientes.',
  barReopened: 'Bar reaberto',
  deleteBar: 'Excluir bar',
  deleteTitle: 'Excluir bar para sempre?',
  deleteDetail:
    'As visitas de quem está dentro terminam agora. Perfis, conversas, imagens e números do bar são apagados, e os QR Codes impressos deixam de valer.',
  deleteMismatch: 'O nome não confere.',
  deleteForGood: 'Excluir para sempre',
  deleteFailed: 'Não foi possível excluir o bar. Tente novamente.',
  deleteChanged: 'O nome deste bar mudou. Atualize a lista e tente de novo.',
  barDeleted: 'Bar excluído',

  qrTitle: 'QR Code do Bar',
  qrHint: 'Compartilhe este QR Code com seus clientes',
  copyLink: 'Copiar Link',
  copied: 'Copiado!',
  copiedDetail: 'Link copiado para a área de transferência',
  copyFailed: 'Não foi possível copiar. Selecione o link e copie.',

  downloadPng: 'Baixar PNG',
  downloadSvg: 'Baixar SVG',
  downloadFailed: 'Não foi possível gerar a imagem. Tente novamente.',

  dashboard: 'Dashboard de Usuários',
  reloadPeople: 'Recarregar usuários',
  showAll: 'Mostrar todos',
  hideOffline: 'Ocultar offline',
  nobodyOnline: 'Nenhum usuário online no momento.',
  nobody: 'Nenhum usuário cadastrado neste bar.',
  withPeopleFirst: 'Bares com clientes primeiro',
  barsOrder: 'Ordem dos bares',
  overview: 'Visão geral',
  online: 'online',
  peopleBy: 'Pessoas por',
  renewBars: 'Atualizar a ordem dos bares',

  search: 'Bar ou cidade',
  searchEmpty: 'Nenhum bar encontrado com esse nome ou cidade.',
  live: 'Ao vivo',
  sessionEndedDetail: 'Este painel parou: pedidos de ajuda não chegam mais aqui.',

  cancel: 'Cancelar',
  removeForTheNight: 'Remover desta noite',
  removalDetail:
    'A visita termina agora, o perfil e as conversas são apagados, e o celular dessa pessoa não entra neste bar por 16\u00a0horas.',
  removed: 'Visita encerrada',
  removalFailed: 'Não foi possível remover agora. Tente novamente.',

  phoneFailed: 'Não foi possível mostrar o telefone. Tente novamente.',
  tooManyPhones: 'Muitos telefones na última hora. Tente mais tarde.',

  personEntered: 'Novo cliente!',
  personLeft: 'Cliente saiu',

  barsFailed: 'Erro ao carregar bares',
  barsFailedDetail: 'Não foi possível carregar a lista de bares.',
  dataFailed: 'Erro ao carregar dados',
  dataFailedDetail: 'Não foi possível carregar as informações dos bares',
} as const

/** The orders of people on the board. */
export const PEOPLE_ORDER_NAMES = { name: 'Nome', table: 'Mesa', arrival: 'Chegada' } as const
export type PeopleOrder = keyof typeof PEOPLE_ORDER_NAMES

/** The orders of bars in the overview. Bars with a call for help are first in each. */
export const BARS_ORDER_NAMES = {
  busy: 'Mais cheios',
  name: 'De A a Z',
  city: 'Por cidade',
} as const
export type BarsOrder = keyof typeof BARS_ORDER_NAMES

/** A number of the board: "1.000". */
export function inPoints(count: number): string {
  return count.toLocaleString('pt-BR')
}

/** Badge of the card: "1 bar", "1.000 bares". */
export function barCount(count: number): string {
  return `${inPoints(count)} ${count === 1 ? 'bar' : 'bares'}`
}

/** Tonight in a bar: "225 visitas esta noite". */
export function nightVisits(visits: number): string {
  return `${visits} ${visits === 1 ? 'visita' : 'visitas'} esta noite`
}

/** The words after a number of the overview. */
export function openBarsWord(count: number): string {
  return count === 1 ? 'bar aberto' : 'bares abertos'
}

export function helpCallsWord(count: number): string {
  return count === 1 ? 'pedido de ajuda' : 'pedidos de ajuda'
}

export function reportsWord(count: number): string {
  return count === 1 ? 'denúncia' : 'denúncias'
}

/** After the name in the line of a bar: "Gabi entrou 22:41". */
export function movedAt(hasLeft: boolean, time: string): string {
  return `${hasLeft ? 'saiu' : 'entrou'} ${time}`
}

/** On the pill. */
export function peopleArrived(count: number): string {
  return count === 1 ? '1 pessoa chegou' : `${count} pessoas chegaram`
}

export function newReports(count: number): string {
  return count === 1 ? '1 denúncia nova' : `${count} denúncias novas`
}

/** The time since a person entered: "há 2 h". */
export function sinceEntering(ms: number): string {
  if (ms < MINUTE_MS) return 'agora'
  const minutes = Math.floor(ms / MINUTE_MS)
  return ms < HOUR_MS ? `há ${minutes} min` : `há ${Math.floor(ms / HOUR_MS)} h`
}

/** Alternative text of a bar's QR code. */
export function qrCodeLabel(barName: string): string {
  return `QR Code de ${barName}`
}

/** In the header without a connection, with the time of what is still shown. */
export function offlineLine(asOf: string | null): string {
  return asOf === null ? 'Sem conexão' : `Sem conexão · dados das ${asOf}`
}

/** In the header while the board polls because it has no socket. */
export function pollingLine(seconds: number): string {
  return `Sem conexão ao vivo · a cada ${seconds} s`
}

/** A bar's place on one line. */
export function addressLine(address: string, city: string): string {
  return `${address}, ${city}`
}

export function personEnteredBar(name: string): string {
  return `${name} entrou no bar.`
}

export function personLeftBar(name: string): string {
  return `${name} saiu do bar.`
}

function join(first: string, second: string, others: number): string {
  return others === 0 ? `${first} e ${second}` : `${first}, ${second} e mais ${others}`
}

export function manyEntered(first: string, second: string, others: number): string {
  return `${join(first, second, others)} entraram no bar.`
}

export function manyLeft(first: string, second: string, others: number): string {
  return `${join(first, second, others)} saíram do bar.`
}

/** Label of the button that opens a bar's options. */
export function optionsLabel(barName: string): string {
  return `Opções de ${barName}`
}

export function deleteQuestion(barName: string): string {
  return `Para confirmar, digite o nome do bar: ${barName}`
}

export function barDeletedDetail(barName: string): string {
  return `${barName} não existe mais.`
}

/** Label of the masked phone on a person's card. */
export function showPhoneLabel(name: string, masked: string): string {
  return `Mostrar telefone de ${name}: ${masked}`
}

/** Label of the button on a person's card. */
export function removeLabel(name: string): string {
  return `Remover ${name}`
}

export function removalQuestion(name: string): string {
  return `Remover ${name}?`
}

export function removedDetail(name: string): string {
  return `${name} não está mais no bar.`
}

/** Names the bar of a toggle for screen readers. */
export function inBar(action: string, barName: string): string {
  return `${action}: ${barName}`
}
