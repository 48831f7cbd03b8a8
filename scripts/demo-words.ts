/** What the people of the demo are called, where they sit down and what they say. */
export const NAMES: readonly string[] = [
  ...['Ana', 'Bia', 'Caio', 'Duda', 'Edu', 'Fê', 'Gabi', 'Hugo', 'Íris', 'João', 'Kaká', 'Lu'],
  ...['Malu', 'Nando', 'Olívia', 'Pedro', 'Quitéria', 'Rafa', 'Sô', 'Tati', 'Ulisses', 'Vivi'],
  ...['Wagner', 'Yasmin', 'Zeca', 'Thaís', 'Léo', 'Carol', 'Dani', 'Bruno', 'Marina', 'Tiago'],
  ...['Isa', 'Guto', 'Nina', 'Rodrigo', 'Clara', 'Beto', 'Lara', 'Murilo', 'Cecília', 'Davi'],
  ...['Helô', 'Igor', 'Jana', 'Kleber', 'Letícia', 'Mateus', 'Nathália', 'Otávio', 'Paula'],
  ...['Renan', 'Sabrina', 'Túlio', 'Úrsula', 'Vitor', 'Wesley', 'Yuri', 'Zélia', 'Amanda'],
]

export const BAR_NAMES: readonly string[] = [
  ...['Boteco do Brinde', 'Bar da Esquina', 'Cantina Luar', 'Empório Santa Cerva', 'Casa do Samba'],
  ...['Quintal da Vila', 'Sinuca do Tonho', 'Bar Maré Alta', 'Choperia Central', 'Beco do Jazz'],
]

export const OPENERS: readonly string[] = [
  ...['Oi! Tudo bem por aí?', 'E aí, primeira vez aqui?', 'Essa música é muito boa, né?'],
  ...['Vi que você está na mesa do lado 😄', 'Oi! Recomenda algum petisco?'],
  ...['Boa noite! Veio com a turma?', 'Esse chope está gelado mesmo ou é impressão minha?'],
  ...['Oi, posso te fazer uma pergunta séria? Coxinha ou pastel?', 'Olá! Gostei do seu apelido.'],
]

export const REPLIES: readonly string[] = [
  ...['Oi! Tudo ótimo, e com você?', 'Haha, pois é!', 'Venho sempre, adoro este lugar.'],
  ...['Primeira vez, uma amiga me trouxe.', 'Pastel, sem dúvida. De queijo.', 'Coxinha, claro!'],
  ...['Pede o torresmo, você não vai se arrepender.', 'A banda começa às dez, fica até lá!'],
  ...['Estou na mesa perto do balcão.', 'Que coincidência, eu também!', 'Rindo alto aqui 😂'],
  ...['Verdade, hoje está cheio.', 'Você é daqui mesmo?', 'De Recife, e você?', 'Moro aqui perto.'],
  ...['Aceita um brinde de longe? 🍻', 'Saúde! 🍻', 'Já volto, chegou o caldinho.', 'Combinado!'],
  ...['Passa aqui na mesa depois.', 'Boa ideia.', 'Nossa, faz tempo que não ouço essa.', 'Sim!'],
]

/** Takes one at random. */
export function pick<T>(from: readonly [T, ...T[]] | readonly T[]): T {
  const chosen = from[Math.floor(Math.random() * from.length)]
  if (chosen === undefined) throw new Error('nothing to choose from')
  return chosen
}
