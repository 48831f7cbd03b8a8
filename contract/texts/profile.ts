import type { Interest } from '../interest.ts'

/** The form that makes a profile. */
export const profileTexts = {
  title: 'Crie seu perfil',
  addPhoto: 'Adicionar Foto',
  changePhoto: 'Trocar Foto',
  removePhoto: 'Remover Foto',
  photoPreview: 'Sua foto',
  photoUnreadable: 'Não conseguimos abrir esta imagem. Escolha uma foto em JPEG, PNG ou WebP.',
  photoTooLarge: 'Esta foto é grande demais mesmo reduzida. Escolha outra.',
  photoRefused: 'Esta foto não pôde ser aceita. Escolha outra.',
  name: 'Nome ou Apelido',
  namePlaceholder: 'Como querem te chamar?',
  phone: 'Telefone (Opcional)',
  phonePlaceholder: '(11) 91234-5678',
  phoneHint: 'Ninguém no bar vê seu telefone.',
  interest: 'Tenho interesse em conhecer',
  submit: 'Começar a Conversar',
  submitting: 'Criando perfil...',
  otherTable: 'Mudar de mesa',

  nameMissing: 'Nome obrigatório',
  nameMissingHint: 'Por favor, digite seu nome ou apelido',
  nameTooLong: 'Use no máximo 40 caracteres',
  phoneInvalid: 'Use DDD e número, ou + e o código do país.',

  created: 'Perfil criado!',
  createdDetail: 'Seu perfil foi criado com sucesso',
  recovered: 'Perfil recuperado',
  recoveredDetail: 'Seu perfil anterior foi recuperado',
  saveFailed: 'Não foi possível salvar seu perfil',
  updateFailed: 'Não foi possível atualizar seu perfil',
  barFull: 'Este bar está cheio agora.',
  tooManyTries: 'Muitas tentativas. Espere um pouco e tente de novo.',

  visitEnded: 'Sua visita terminou',
  visitEndedHint: 'Crie um novo perfil para voltar a conversar.',
} as const

export const INTEREST_LABELS: Record<Interest, string> = {
  all: 'Todos',
  men: 'Homens',
  women: 'Mulheres',
}

export function tableLabel(table: string): string {
  return `Mesa ${table}`
}
