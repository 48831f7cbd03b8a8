import { sharedTexts } from './shared.ts'

/** The page that explains people's safety tools, and who learns of their use. */
export const safetyTexts = {
  title: sharedTexts.safety,
  intro: 'Quatro ferramentas suas, o que a equipe do bar vê e para quem ligar.',
  now: 'Em perigo agora?',
  nowHint:
    'Vá até o balcão e fale com alguém da equipe. Se for alguém da equipe, ou se você preferir, ligue. É de graça:',
  tools: 'O que você pode fazer',
  where: 'Onde',
  who: 'Quem sabe',
  kept: 'Fica guardado',
  barSees: 'O que o bar vê',
  meeting: 'Antes de levantar da mesa',
  more: 'Tudo o que guardamos, e por quanto tempo:',
} as const

export const EMERGENCY_NUMBERS = [
  { number: '190', name: 'Polícia Militar', use: 'Ameaça, violência, perseguição' },
  {
    number: '180',
    name: 'Central de Atendimento à Mulher',
    use: 'Orientação e denúncia, 24 horas',
  },
  { number: '192', name: 'SAMU', use: 'Alguém passou mal' },
] as const

export interface SafetyTool {
  name: string
  does: string
  where: string
  who: string
  kept: string
}

export const SAFETY_TOOLS = {
  help: {
    name: 'Preciso de ajuda',
    does: 'Toca na tela da equipe: alguém está me incomodando, passei mal ou quero sair em segurança. Só dizemos “Avisamos a equipe” quando a tela dela respondeu; se ninguém viu em 5 segundos, dizemos isso também.',
    where: 'No menu da lista e da conversa.',
    who: 'Só a equipe do bar. Você pode desistir com “Já estou bem”.',
    kept: 'Na sala do bar, até ser resolvido ou a sua visita terminar.',
  },
  block: {
    name: 'Bloquear',
    does: 'Vocês somem um para o outro na hora, na lista, na busca e na conversa, também se a pessoa fizer outro perfil no mesmo aparelho.',
    where: 'No menu ao lado da pessoa, na lista, na foto e na conversa.',
    who: 'Ninguém recebe aviso.',
    kept: 'Por 16 horas, ou até você desfazer em “Seu perfil”.',
  },
  report: {
    name: 'Denunciar',
    does: 'Conta à equipe o que houve: assédio, perfil falso, foto imprópria, ofensa, parece menor de idade ou outro motivo. Bloqueia também.',
    where: 'No mesmo menu de “Bloquear”.',
    who: 'A equipe vê motivo, relato, nomes, mesas e foto. As últimas 50 mensagens entre vocês só vão se você deixar, e só os responsáveis pelo bar podem abrir; fica registrado quem abriu. A pessoa não fica sabendo.',
    kept: 'Por 90 dias, como prova. Depois é apagado.',
  },
  notNow: {
    name: 'Agora não',
    does: 'Guarda uma conversa que você não começou. E quem não teve resposta só consegue mandar três mensagens.',
    where: 'Na conversa, acima do campo de escrever.',
    who: 'Ninguém. Para a outra pessoa nada muda.',
    kept: 'Até a sua visita terminar.',
  },
} as const satisfies Record<string, SafetyTool>

export const BAR_SEES: readonly string[] = [
  'Quem está no bar: nome, mesa, foto, o interesse que você mostra e quando você esteve online.',
  'Suas mensagens, nunca. Só as que alguém mandou junto de uma denúncia.',
  'Do telefone, só os responsáveis pelo bar veem o final. O número inteiro, com um toque que fica registrado.',
  'A equipe pode encerrar a visita de alguém, e o aparelho fica 16 horas fora daquele bar. Com outro aparelho a pessoa pode voltar: se você a vir, avise.',
]

export const BEFORE_MEETING: readonly string[] = [
  'Ninguém confere quem é quem: nome, idade e foto são o que a pessoa disse.',
  'Fique onde há gente e conte a alguém com quem está.',
  'Cuide do seu copo, e não passe telefone ou endereço antes de querer.',
  'Não é não, a qualquer hora.',
]
