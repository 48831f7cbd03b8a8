/** Push notices on a phone whose screen is off. */
export const noticesTexts = {
  title: 'Avisos com a tela apagada',
  detail: 'O celular avisa que alguém escreveu, sem mostrar a mensagem. Só até você sair do bar.',
  turnOn: 'Avisar',
  later: 'Deixar para lá',
  install: 'Instalar o app',
  offFailed: 'Não deu para desligar os avisos agora. Tente daqui a pouco.',
} as const

export const NOTICES_STATES = {
  on: {
    title: 'Avisos ligados',
    detail: 'Pode guardar o celular. Para desligar, abra o menu da lista.',
  },
  denied: {
    title: 'Avisos bloqueados',
    detail:
      'Este navegador bloqueia os avisos deste site. Dá para liberar no cadeado, ao lado do endereço.',
  },
  unsupported: {
    title: 'Sem avisos aqui',
    detail: 'Este navegador não avisa com a tela apagada. Dê uma olhada de vez em quando.',
  },
  uninstalled: {
    title: 'Avisos no iPhone',
    detail:
      'No iPhone, os avisos vêm com o app: toque em Compartilhar e em “Adicionar à Tela de Início”.',
  },
  failed: {
    title: 'Ainda sem avisos',
    detail: 'Não deu para ligar os avisos agora. Tente daqui a pouco, no menu da lista.',
  },
} as const

export function whenTheyAnswer(name: string): string {
  return `Avisar quando ${name} responder?`
}
