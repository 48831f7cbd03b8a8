/** The names of the demo's people, in the order of their faces (faces/1.webp). */
export const NAMES: readonly string[] = [
  'Ana',
  'Bia',
  'Duda',
  'Fê',
  'Gabi',
  'Íris',
  'Malu',
  'Olívia',
  'Tati',
  'Vivi',
  'Yasmin',
  'Thaís',
  'Carol',
  'Dani',
  'Marina',
  'Isa',
  'Nina',
  'Clara',
  'Lara',
  'Cecília',
  'Helô',
  'Jana',
  'Letícia',
  'Nathália',
  'Paula',
  'Sabrina',
  'Amanda',
  'Zélia',
  'Caio',
  'Edu',
  'Hugo',
  'João',
  'Nando',
  'Pedro',
  'Rafa',
  'Ulisses',
  'Wagner',
  'Zeca',
  'Léo',
  'Bruno',
  'Tiago',
  'Guto',
  'Rodrigo',
  'Beto',
  'Murilo',
  'Davi',
  'Igor',
  'Kleber',
  'Mateus',
  'Otávio',
  'Renan',
  'Túlio',
  'Vitor',
  'Wesley',
  'Yuri',
  'Kaká',
]

/** Two people alternate; the first line belongs to the one who begins. */
export const CONVERSATIONS: readonly (readonly string[])[] = [
  [
    'Oi! Vi que a sua mesa acertou todas no quiz 👏',
    'Haha, foi a minha irmã. Eu só sabia a do Zeca Pagodinho',
    'Essa era a mais difícil! Tô na 4, do lado da janela',
    'A mesa do bolinho? Tava de olho nele desde que chegou',
    'Ainda tem dois. Vem buscar o seu 😄',
    'Fechou, termino o chope e passo aí',
  ],
  [
    'Primeira vez aqui?',
    'Primeira! Uma amiga insistiu muito. E você?',
    'Venho quase toda quinta, por causa do samba',
    'Então me diz: qual petisco vale a pena?',
    'Torresmo. Sem nem pensar duas vezes',
    'Anotado. Se for ruim eu volto pra reclamar',
    'Pode cobrar! Mesa 9, camisa listrada',
  ],
  [
    'Pergunta séria: coxinha ou pastel?',
    'Pastel de queijo, e não aceito discussão',
    'Que alívio. Já posso te chamar pra conversar então',
    'Passou no teste 😂 o que você tá bebendo?',
    'Caipirinha de caju. Recomendo demais',
    'Nunca provei! Vou pedir uma agora',
  ],
  [
    'Essa banda é boa demais, né?',
    'Demais! Eles tocam aqui todo sábado?',
    'Sábado sim, sábado não. O baixista é meu vizinho',
    'Mentira! Pede pra ele tocar Djavan',
    'Já pedi. Disse que é a próxima 🎶',
    'Então levanta, que essa eu danço',
  ],
  [
    'Gostei do seu chapéu',
    'Valeu! Era do meu avô',
    'Tem história então. Conta?',
    'Conto, mas é longa. Vale um brinde antes',
    'Te encontro no balcão em cinco minutos?',
    'Já tô indo 🍻',
  ],
  [
    'Esse chope tá gelado mesmo ou é impressão minha?',
    'Tá trincando. O segredo é sentar perto do balcão',
    'Informação valiosa. De onde você é?',
    'De Recife, cheguei faz seis meses. E você?',
    'Daqui mesmo, do bairro. Precisa de guia?',
    'Preciso! Começa pelo melhor pão de queijo',
  ],
]

/** First messages to visitors from outside the demo. */
export const OPENERS: readonly string[] = [
  'Oi! Chegou agora? A mesa do fundo tá animada 😄',
  'Boa noite! Primeira vez aqui?',
  'Oi! Você que entende: peço o torresmo ou a porção de pastel?',
  'E aí, tudo bem? Daqui a pouco começa o samba, fica até lá!',
]

export const REPLIES: readonly string[] = [
  'Haha, adorei 😄',
  'Sério? Me conta mais',
  'Boa! E você, tá gostando daqui?',
  'Também acho. Passa aqui na mesa depois',
  'Combinado!',
  'Nossa, que coincidência',
  'Vou pedir um igual',
  'Saúde! 🍻',
  'Já volto, chegou o caldinho',
]

export const GOODBYES: readonly string[] = [
  'Vou indo, amanhã acordo cedo. Adorei a conversa!',
  'Chegou meu carro. Bom resto de noite! 👋',
  'Tô indo com a turma. Até a próxima quinta?',
  'Fui! Brinda por mim 🍻',
]

/** Takes one at random. */
export function pick<T>(from: readonly T[]): T {
  const chosen = from[Math.floor(Math.random() * from.length)]
  if (chosen === undefined) throw new Error('nothing to choose from')
  return chosen
}
