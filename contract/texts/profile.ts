/** The form that makes a profile. */
export const profileTexts = {
  title: 'Crie seu perfil',
  addPhoto: 'Adicionar Foto',
  changePhoto: 'Trocar Foto',
  photoHint: 'Um rosto ajuda a puxar papo.',
  removePhoto: 'Remover Foto',
  photoPreview: 'Sua foto',
  photoRefused: 'Esta foto não pôde ser aceita. Escolha outra.',
  name: 'Nome ou Apelido',
  phone: 'Telefone (Opcional)',
  phonePlaceholder: '(11) 91234-5678',
  phoneHint: 'Para recuperar o perfil. Só a gerência vê.',
  interest: 'Tenho interesse em conhecer',
  showsInterest: 'Mostrar meu interesse para as pessoas do bar',
  consent: ['Ao continuar, você declara ter 18 anos ou mais e aceita os ', ' e a ', '.'],
  consentTerms: 'termos',
  consentPrivacy: 'política de privacidade',
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
  recoveredByPhoneDetail: 'Por segurança, suas conversas ficam no outro aparelho.',
  saveFailed: 'Não foi possível salvar seu perfil',
  updateFailed: 'Não foi possível atualizar seu perfil',
  siteStopped: 'Agora ninguém novo pode entrar nos bares. Tente de novo em alguns minutos.',
  barFull: 'Este bar está cheio agora.',
  entryCode: 'Código da noite',
  entryCodeHint: 'Está no balcão ou com a equipe.',
  entryCodeNeeded: 'Este bar pede o código da noite.',
  entryCodeWrong: 'Este não é o código desta noite.',
  entryCodeInvalid: 'O código tem seis números.',
  banned: 'Este aparelho está em pausa. Tente de novo em dez minutos.',
  tooManyTries: 'Muitas tentativas. Espere um pouco e tente de novo.',

  crop: 'Ajuste sua foto',
  cropArea: 'Posição da foto',
  cropHint: 'Arraste, ou toque no que deve ficar no meio.',
  cropZoom: 'Zoom',
  cropUse: 'Usar foto',
  cropCancel: 'Cancelar',

  notYou: 'Não é você?',
  continueFailed: 'Este perfil não está mais aqui. Crie outro.',
  otherBar: 'Você está em outro bar',
  otherBarConfirm: 'Entrar aqui',
  otherBarCancel: 'Cancelar',

  visitEnded: 'Sua visita terminou',
  visitEndedHint: 'Crie um novo perfil para voltar a conversar.',
  removed: 'Sua visita foi encerrada pelo bar.',
  removedHint: 'Se achar que foi engano, fale com a equipe do bar.',
  emptied: 'O bar foi esvaziado.',
  emptiedHint: 'Você pode entrar de novo.',
  barGone: 'Este bar foi encerrado.',
  barGoneHint: 'Seu perfil e suas conversas foram apagados.',
  barPaused: 'Este bar está fechado no momento.',

  edit: 'Seu perfil',
  table: 'Número da mesa',
  tableMissing: 'Digite o número da mesa',
  tableTooLong: 'Use no máximo 12 caracteres',
  save: 'Salvar',
  saving: 'Salvando...',
  saved: 'Perfil atualizado',
  savedDetail: 'As pessoas do bar já veem como ficou.',
  download: 'Baixar meus dados',
  downloadHint: 'Perfil, conversas, bloqueios e pedido de ajuda, em um arquivo.',
  downloadFailed: 'Não foi possível baixar seus dados. Tente de novo.',
  downloadName: 'meus-dados.json',
} as const

export function turnIn(seconds: number): string {
  return `Muita gente entrando agora. Você entra em ${seconds} s.`
}

export function otherBarDetail(barName: string): string {
  return `Ao entrar aqui, sua visita em outro lugar (${barName}) termina, e suas conversas de lá somem.`
}

export function hereAs(name: string): string {
  return `Você está aqui como ${name}`
}

export function continueAs(name: string): string {
  return `Continuar como ${name}`
}

/** The zoom of a picture, as a screen reader speaks the slider's value. */
export function zoomLabel(zoom: number): string {
  return `${Math.round(zoom * 100)}%`
}
