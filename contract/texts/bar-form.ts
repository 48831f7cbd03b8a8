import type { SubscriptionPlan } from '../bar.ts'
import type { State, StateWithTwoZones } from '../states.ts'

/** The form that registers and edits a bar. */
export const barFormTexts = {
  newBar: 'Cadastrar Novo Bar',
  basicData: 'Dados Básicos',
  addressSection: 'Endereço',
  contactAndAccess: 'Contato e Acesso',
  details: 'Detalhes do Estabelecimento',
  media: 'Mídia',
  requiredHint: 'Campos com * são obrigatórios.',

  barName: 'Nome do Bar',
  ownerName: 'Nome do Proprietário',
  document: 'CPF ou CNPJ',
  documentPlaceholder: '00.000.000/0000-00',
  address: 'Endereço',
  addressPlaceholder: 'Rua, avenida, praça...',
  number: 'Número',
  neighborhood: 'Bairro',
  city: 'Cidade',
  state: 'Estado',
  stateUnset: 'Selecione',
  timeZone: 'Fuso horário',
  phone: 'Telefone (E.164)',
  phonePlaceholder: '+55XXXXXXXXXX',
  barEmail: 'Email',
  barLogin: 'Login',
  barLoginHint: '3 a 30 letras sem acento, números, ponto, hífen ou sublinhado.',
  subscriptionPlan: 'Plano de Assinatura',
  tonight: 'Frase da noite',
  tonightPlaceholder: 'Ex.: Samba ao vivo às 21h',
  description: 'Descrição',
  logo: 'Logo',
  addLogo: 'Adicionar Logo',
  changeLogo: 'Trocar Logo',
  removeLogo: 'Remover Logo',
  logoPreview: 'Logo do bar',
  photos: 'Fotos do Ambiente',
  addPhoto: 'Adicionar Foto',
  uploading: 'Enviando...',
  retryUpload: 'Enviar de novo',
  submit: 'Cadastrar Bar',
  submitting: 'Cadastrando...',

  requiredFields: 'Campos obrigatórios',
  requiredFieldsDetail: 'Nome do bar, endereço e cidade são obrigatórios.',
  fieldMissing: 'Preencha este campo.',
  fieldTooLong: 'Este texto é longo demais.',
  documentInvalid: 'Este CPF ou CNPJ não existe. Confira os dígitos.',
  phoneInvalid: 'Use DDD e número, ou + e o código do país.',
  emailInvalid: 'Confira o email.',
  barLoginInvalid: 'Use de 3 a 30 letras sem acento, números, ponto, hífen ou sublinhado.',
  barLoginTaken: 'Este login já é de outro bar. Escolha outro.',
  photoLimit: 'Limite de fotos atingido',
  photoLimitDetail: 'Você pode enviar no máximo 5 fotos do ambiente.',
  pictureInHeic: 'Este navegador não abre fotos em HEIC. Escolha uma em JPEG, PNG ou WebP.',
  pictureCutOff: 'Esta imagem está incompleta. Escolha outra ou baixe-a de novo.',
  pictureTooWide: 'Esta imagem tem pixels demais. Escolha uma menor.',
  pictureUnreadable: 'Não conseguimos abrir esta imagem. Escolha uma em JPEG, PNG ou WebP.',
  pictureTooLarge: 'Esta imagem é grande demais mesmo reduzida. Escolha outra.',
  pictureRefused: 'Esta imagem não pôde ser aceita. Escolha outra.',
  pictureGone: 'Uma das imagens expirou. Envie as imagens de novo.',
  uploadFailed: 'Não foi possível enviar a imagem. Tente novamente.',

  createFailed: 'Erro ao cadastrar bar',
  createFailedDetail: 'Não foi possível cadastrar o bar. Tente novamente.',
  createdBefore:
    'A tentativa anterior já cadastrou este bar, sem as últimas mudanças. Enviar de novo cadastra outro.',
  created: 'Bar cadastrado com sucesso!',
  createdDetail: 'Seu novo bar foi cadastrado e já está disponível para monitoramento.',

  editBar: 'Editar Bar',
  save: 'Salvar Bar',
  saving: 'Salvando...',
  saved: 'Bar atualizado',
  savedDetail: 'As mudanças já valem para todo mundo.',
  saveFailed: 'Erro ao salvar bar',
  saveFailedDetail: 'Não foi possível salvar o bar. Tente novamente.',
  stale:
    'Outra pessoa mudou este bar enquanto você editava; o que você digitou fica aqui até você recarregar.',
  reload: 'Recarregar',

  leaveEdit: 'Sair sem salvar?',
  leaveEditDetail: 'As mudanças que você fez serão perdidas.',
  leaveEditCancel: 'Continuar editando',
  leaveEditConfirm: 'Sair sem salvar',

  leaveForm: 'Sair sem cadastrar?',
  leaveFormDetail: 'O que você preencheu até aqui será perdido.',
  leaveFormCancel: 'Continuar cadastro',
  leaveFormConfirm: 'Sair sem cadastrar',
} as const

export const PLAN_LABELS: Record<SubscriptionPlan, string> = {
  trial: 'Trial',
  monthly: 'Mensal',
  quarterly: 'Trimestral',
  yearly: 'Anual',
}

export const ZONE_LABELS: Record<StateWithTwoZones, { most: string; second: string }> = {
  AM: { most: 'De Manaus', second: 'Do oeste do Amazonas (1 hora a menos)' },
  PE: { most: 'Do Recife', second: 'De Fernando de Noronha (1 hora a mais)' },
}

export const STATE_LABELS: Record<State, string> = {
  AC: 'Acre',
  AL: 'Alagoas',
  AP: 'Amapá',
  AM: 'Amazonas',
  BA: 'Bahia',
  CE: 'Ceará',
  DF: 'Distrito Federal',
  ES: 'Espírito Santo',
  GO: 'Goiás',
  MA: 'Maranhão',
  MT: 'Mato Grosso',
  MS: 'Mato Grosso do Sul',
  MG: 'Minas Gerais',
  PA: 'Pará',
  PB: 'Paraíba',
  PR: 'Paraná',
  PE: 'Pernambuco',
  PI: 'Piauí',
  RJ: 'Rio de Janeiro',
  RN: 'Rio Grande do Norte',
  RS: 'Rio Grande do Sul',
  RO: 'Rondônia',
  RR: 'Roraima',
  SC: 'Santa Catarina',
  SP: 'São Paulo',
  SE: 'Sergipe',
  TO: 'Tocantins',
}

/** Label of the button that removes a photo. */
export function removePhotoLabel(number: number): string {
  return `Remover foto ${number}`
}

/** Alternative text of a photo before it is sent. */
export function photoPreviewLabel(number: number): string {
  return `Foto ${number} do ambiente`
}

/** The number of photos or characters, and its maximum. */
export function countOf(count: number, most: number): string {
  return `${count} de ${most}`
}

export function tonightHint(count: number, most: number): string {
  return `Aparece na página do bar até você trocar. ${countOf(count, most)}`
}
