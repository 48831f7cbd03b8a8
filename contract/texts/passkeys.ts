/** Passkeys, and the proof before sensitive acts. */
export const passkeyTexts = {
  enter: 'Entrar com chave de acesso',
  or: 'ou',
  notUsed: 'A chave de acesso não foi usada',
  notUsedDetail: 'Tente de novo ou entre com a senha.',
  refused: 'Esta chave de acesso não vale aqui',

  title: 'Chaves de acesso',
  hint: 'Entre com a digital, o rosto ou o PIN do aparelho, sem digitar a senha.',
  none: 'Nenhuma chave de acesso ainda.',
  add: 'Adicionar chave de acesso',
  added: 'Chave de acesso adicionada',
  addFailed: 'A chave de acesso não foi criada. Tente de novo.',
  alreadyHere: 'Este aparelho já tem uma chave de acesso desta conta.',
  full: 'Uma conta tem no máximo 10 chaves. Remova uma para adicionar outra.',
  unsupported: 'Este navegador não tem chaves de acesso.',
  rename: 'Renomear',
  renameTitle: 'Nome da chave de acesso',
  name: 'Nome',
  nameMissing: 'Digite um nome.',
  nameTooLong: 'Use no máximo 40 caracteres.',
  saveName: 'Salvar nome',
  remove: 'Remover',
  removeHint: 'Ela não abre mais esta conta. No aparelho, apague-a nos ajustes de senhas.',
  removed: 'Chave de acesso removida',
  suspended: 'Suspensa desde o link da nova senha',
  confirm: 'É minha',
  confirmed: 'Chave de acesso confirmada',
  onlyWayIn: 'É a única forma de entrar nesta conta. Adicione outra chave antes de remover esta.',
  changeFailed: 'Não foi possível mudar isso agora. Tente novamente.',
  loadFailed: 'Não foi possível carregar as chaves de acesso.',

  proofTitle: 'Confirme que é você',
  proofHint: 'Isto muda algo importante. Depois continuamos de onde você parou.',
  proofByPasskey: 'Usar chave de acesso',
  proofPassword: 'Sua senha',
  proofWrong: 'Esta não é a sua senha.',
  proofMissing: 'Digite sua senha.',
  proofFailed: 'Não foi possível confirmar agora. Tente novamente.',
  proofSubmit: 'Confirmar',
} as const

export function passkeyTimes(since: string, lastUsed: string | null): string {
  return `Desde ${since}. ${lastUsed ? `Último uso: ${lastUsed}` : 'Nunca usada'}.`
}

/** Label of a button for screen readers, with the passkey's name. */
export function forPasskey(action: string, name: string): string {
  return `${action}: ${name}`
}

export function removePasskeyQuestion(name: string): string {
  return `Remover ${name}?`
}
