import type { Browser, ProofKind, System } from '../admin-account.ts'

/** The administrators' own account: password, passkeys and sessions. */
export const accountTexts = {
  title: 'Sua conta',

  changePassword: 'Alterar senha',
  changePasswordHint: 'As outras sessões terminam quando a senha muda.',
  review: 'Confira quem entra nesta conta',
  reviewHint:
    'Um link criou a sua senha. As chaves de acesso de antes estão suspensas: confirme as suas e remova as outras. Encerre as sessões que você não reconhece.',
  reviewDone: 'Está tudo certo',

  noPassword:
    'Esta conta não tem senha: você entra com uma chave de acesso. Se quiser uma senha, peça um link a quem convidou você.',
  currentPassword: 'Senha atual',
  currentMissing: 'Digite sua senha atual.',
  currentWrong: 'Esta não é a sua senha atual.',
  save: 'Alterar senha',
  saving: 'Alterando...',
  saved: 'Senha alterada',
  savedDetail: 'As outras sessões foram encerradas.',

  sessions: 'Sessões abertas',
  sessionsHint: 'Encerre as que você não reconhece ou não usa mais.',
  current: 'Esta sessão',
  end: 'Encerrar',
  endOthers: 'Encerrar as outras',
  ended: 'Sessão encerrada',
  othersEnded: 'As outras sessões foram encerradas',
  endFailed: 'Não foi possível encerrar a sessão. Tente novamente.',
  loadFailed: 'Não foi possível carregar as sessões.',
  unknownDevice: 'Navegador desconhecido',
} as const

const BROWSER_NAMES: Record<Browser, string> = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  opera: 'Opera',
  safari: 'Safari',
  samsung: 'Samsung Internet',
}
const SYSTEM_NAMES: Record<System, string> = {
  android: 'Android',
  ios: 'iPhone ou iPad',
  linux: 'Linux',
  macos: 'Mac',
  windows: 'Windows',
}

/** Names browser and system as far as they are known: "Chrome · Android". */
export function deviceName(browser: Browser | null, system: System | null): string {
  if (browser && system) return `${BROWSER_NAMES[browser]} · ${SYSTEM_NAMES[system]}`
  if (browser) return BROWSER_NAMES[browser]
  return system ? SYSTEM_NAMES[system] : accountTexts.unknownDevice
}

const OPENED_BY: Record<ProofKind, string> = {
  password: ', com senha',
  passkey: ', com chave de acesso',
}

export function sessionTimes(
  lastUsed: string,
  created: string,
  openedBy: ProofKind | null,
): string {
  return `Último uso: ${lastUsed}. Entrada: ${created}${openedBy ? OPENED_BY[openedBy] : ''}.`
}

/** Label of the button that ends a session. */
export function endLabel(device: string): string {
  return `Encerrar sessão: ${device}`
}
