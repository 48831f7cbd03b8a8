import type { MemberRole } from '../admin.ts'

/** The owners and staff of a bar, and their invitations. */
export const teamTexts = {
  title: 'Equipe',
  members: 'Quem é da equipe',
  membersHint: 'Quem entra com email e senha para cuidar deste bar.',
  you: 'Você',
  unconfirmed: 'Email não confirmado',
  unconfirmedHint:
    'Email não confirmado: foi digitado por quem abriu o convite. Confira com a pessoa. Um link de nova senha que ela usar confirma o email.',
  nobody: 'Ninguém da equipe ainda.',
  /** Stands in for an administrator's email, which owners do not see. */
  someAdmin: 'A administração',
  open: 'Convites abertos',
  openHint: 'Cada convite vale uma vez e por 24 horas.',
  inviteStaff: 'Convidar equipe',
  inviteOwner: 'Convidar proprietário',
  rights:
    'A equipe cuida da noite: vê quem está no bar, remove, e usa o código. Não vê telefones nem números.',
  inviteFailed: 'Não foi possível criar o convite. Tente novamente.',
  tooManyOpen: 'Há convites abertos demais. Cancele algum antes de criar outro.',
  full: 'A equipe deste bar está completa. Tire alguém ou cancele um convite antes de convidar.',
  cancel: 'Cancelar',
  cancelled: 'Convite cancelado',
  newPassword: 'Nova senha',
  passwordFailed: 'Não foi possível criar o link. Tente novamente.',
  belongsElsewhere: 'Esta conta não é só do seu bar. Peça o link a quem administra o sistema.',
  remove: 'Tirar da equipe',
  removeHint: 'O acesso a este bar termina agora. A conta continua, sem ele.',
  removed: 'Acesso encerrado',
  changeFailed: 'Não foi possível mudar isso agora. Tente novamente.',
  loadFailed: 'Não foi possível carregar a equipe.',

  invitationTitle: 'Convite para a equipe',
  invitationHint: 'Peça para a pessoa ler este código com o celular, agora.',
  invitationNote: 'Vale uma vez e por 24 horas. Não será mostrado de novo.',
  passwordTitle: 'Link para nova senha',
  passwordHint: 'Peça para a pessoa ler este código e criar a senha.',
  passwordNote: 'Vale uma vez e por 30 minutos. Não será mostrado de novo.',
  linkCode: 'QR Code do link',
  copyLink: 'Copiar Link',
  copied: 'Link copiado',
  copyFailed: 'Não foi possível copiar. Selecione o link e copie.',

  joinTitle: 'Convite',
  joinHint: 'Escolha o email com que você vai entrar, e uma senha ou uma chave de acesso.',
  join: 'Entrar na equipe',
  joining: 'Entrando...',
  joinByPasskey: 'Usar uma chave de acesso',
  joined: 'Bem-vindo à equipe',
  joinFailed: 'Não foi possível aceitar o convite agora. Tente novamente.',
  useOther: 'Usar outra conta',
  emailInvalid: 'Digite um email válido.',
  emailTaken: 'Este email já tem conta. Entre com ela para aceitar o convite.',
  haveAccount: 'Já tenho conta',
  signInToJoin: 'Entre com a sua conta para aceitar o convite.',
  deadLink:
    'Este convite não vale mais: já foi usado, foi cancelado ou passaram 24 horas. Peça outro a quem convidou você.',
  openFailed: 'Não foi possível abrir o convite.',

  firstRun: 'Primeira conta',
  firstRunHint: 'Este sistema ainda não tem contas. Crie a de quem administra.',
  setupSecret: 'Segredo da instalação',
  setupSecretHint: 'Quem instalou o sistema escolheu este segredo.',
  setupSecretWrong: 'Este não é o segredo da instalação.',
  makeAccount: 'Criar conta',
  makingAccount: 'Criando...',
  makeFailed: 'Não foi possível criar a conta agora. Tente novamente.',
  noSecret:
    'Este sistema ainda não tem contas. Quem o instalou define SETUP_SECRET, com 16 caracteres ou mais, e volta aqui; ou usa npm run admin.',
} as const

const ROLES: Record<MemberRole, string> = { owner: 'Proprietário', staff: 'Equipe' }

export function roleName(role: MemberRole): string {
  return ROLES[role]
}

export function memberSince(day: string): string {
  return `Desde ${day}`
}

export function validUntil(time: string): string {
  return `Vale até ${time}`
}

/** Label of a button for screen readers, with the member's email. */
export function forWhom(action: string, email: string): string {
  return `${action}: ${email}`
}

export function removeQuestion(email: string): string {
  return `Tirar ${email} da equipe?`
}

export function invitedTo(barName: string, role: MemberRole): string {
  return role === 'owner'
    ? `Você foi convidado para administrar ${barName}.`
    : `Você foi convidado para a equipe de ${barName}.`
}

export function joinAs(email: string): string {
  return `Aceitar como ${email}`
}

export function joinedBar(barName: string): string {
  return `Agora você cuida de ${barName}.`
}
