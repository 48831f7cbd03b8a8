/** The page for bar owners. */
export const forBarsTexts = {
  subject: 'Para bares',
  title: 'Seu bar já junta gente. Agora as mesas conversam.',
  start: 'Como começar',
  tryIt: 'Já tenho um código',
  brings: 'O que muda na sua noite',
  costs: 'Quanto custa',
  begin: 'Para começar',
  fair: 'O que pedimos em troca',
  contactTitle: 'Fale com quem opera este site',
  noContact:
    'Este site ainda não tem um contato. Fale com a pessoa que mostrou esta página para você.',
  contact: 'Escrever agora',
} as const

export function forBarsLead(productName: string): string {
  return `Com o ${productName}, quem está no seu bar aponta a câmera para um código na mesa, diz quem é em meio minuto, vê quem mais está ali e puxa conversa. Sem baixar nada, sem cadastro.`
}

export const BRINGS = {
  tables: {
    title: 'Códigos prontos para imprimir',
    text: 'Cartaz e cartões de mesa em três desenhos, com o nome do seu bar. Saem da sua impressora.',
  },
  board: {
    title: 'Quem está no bar, ao vivo',
    text: 'Uma tela no balcão ou no celular mostra quem chegou, em que mesa está e quem já foi.',
  },
  help: {
    title: 'A equipe sabe na hora',
    text: 'Pedidos de ajuda e denúncias tocam na tela da equipe. Com um toque ela tira alguém da noite.',
  },
  door: {
    title: 'Só quem está aí dentro',
    text: 'Se quiser, a entrada pede um código da noite, que só o balcão mostra e que muda todo dia.',
  },
  numbers: {
    title: 'Os números da noite',
    text: 'Quantas pessoas vieram e a que horas o bar enche. São contagens, sem nome de ninguém.',
  },
  clean: {
    title: 'Nada fica para trás',
    text: 'Perfil, foto e conversas somem quando a pessoa sai. Você não vira dono de um cadastro.',
  },
} as const

export const COSTS: readonly string[] = [
  'Para quem está no bar: nada. Sem anúncio e sem compra escondida.',
  'Para o bar: o que você combinar com quem opera este site. Não há preço escrito aqui porque ele não é o mesmo em todo lugar.',
  'Do seu lado: papel para os códigos e um celular, tablet ou computador com internet para a equipe.',
]

export const STEPS: readonly string[] = [
  'Fale com quem opera este site. É quem cadastra o seu bar.',
  'Você recebe um link que vale por 24 horas. Com ele cria a sua senha, ou usa a digital do celular.',
  'Ponha logo, fotos e uma linha sobre a noite de hoje. É o que as pessoas veem ao chegar.',
  'Imprima o cartaz e os cartões e ponha um em cada mesa.',
  'Chame a equipe: um QR Code na sua tela, e cada pessoa entra com a própria conta.',
  'Abra a tela no balcão e ligue o alarme. Pronto.',
]

export const FAIR: readonly string[] = [
  'Alguém da equipe de olho na tela enquanto o bar está aberto: um pedido de ajuda precisa de gente.',
  'Só maiores de 18 anos. Quem confere a idade é o bar, na porta.',
  'Casas noturnas, boates e shows com venda de bebida têm deveres do protocolo “Não é Não” (Lei 14.786/2023). Esta tela ajuda a avisar; o protocolo continua sendo do bar.',
]
