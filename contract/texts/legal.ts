import type { Operator } from '../page-data.ts'
import { siteTexts } from './site.ts'

/** A page of plain text: a title and its sections. */
export interface LegalPage {
  title: string
  intro: string
  sections: readonly { title: string; lines: readonly string[] }[]
}

export const legalTexts = {
  back: 'Voltar',
  pages: 'Outras páginas',
  accessibility: 'Acessibilidade',
  thirdParty: 'Licenças de terceiros',
  responsible: 'Quem responde por este site',
  nobody:
    'Ninguém foi nomeado ainda: este endereço serve só para testes. Não use com dados de verdade.',
  noContact: 'Quem opera este site ainda não disse onde atender pedidos sobre dados.',
  date: 'Vale desde 30 de novembro de 2026.',
} as const

/** The page adds the contacts as links after this line. */
export function responsibleLine({ name, cnpj }: Operator): string {
  return `${name}${cnpj && `, CNPJ ${cnpj}`}. É quem decide sobre os seus dados (controlador).`
}

export const CONTACT_LABELS = {
  contact: 'Fale com a gente:',
  privacyContact: 'Encarregado pelos dados pessoais:',
} as const

export const TERMS: LegalPage = {
  title: siteTexts.terms,
  intro: 'As regras da casa, em poucas linhas. Ao criar um perfil, você concorda com elas.',
  sections: [
    {
      title: 'Quem pode usar',
      lines: [
        'Só pessoas com 18 anos ou mais. Quem parece menor de idade pode ser denunciado e removido.',
        'Não há cadastro: seu perfil vale para um bar e acaba quando você sai dele.',
      ],
    },
    {
      title: 'Como conviver',
      lines: [
        'Use a sua própria foto e o nome pelo qual querem te chamar.',
        'Trate as pessoas com respeito. Quem não responde não deve nada a ninguém.',
        'Quem não respondeu recebe no máximo três mensagens suas. Não tente contornar isso.',
        'Não quer mais ver alguém? Bloqueie: vocês somem um para o outro, e ninguém recebe aviso.',
        'Alguém passou do limite? Denuncie. Precisa de gente por perto? “Preciso de ajuda” avisa a equipe.',
        'Denunciar de má-fé e chamar ajuda de brincadeira também quebra as regras.',
        'Não ofenda, não ameace, não persiga e não venda nada. Não mande conteúdo ilegal.',
      ],
    },
    {
      title: 'O que o bar pode fazer',
      lines: [
        'A equipe do bar vê quem está nele, recebe pedidos de ajuda e denúncias e cuida do que acontece por lá.',
        'Do seu telefone só os responsáveis pelo bar veem algo, e é só o final. Para ver o número inteiro precisam pedir, e o pedido fica registrado.',
        'A equipe pode encerrar sua visita; o mesmo aparelho então não entra naquele bar por 16 horas. Se achar injusto, fale com ela: dá para desfazer.',
        'O bar cuida do lugar; este site só leva o aviso. Se ninguém responder, vá até o balcão. Em perigo, ligue 190.',
      ],
    },
    {
      title: 'O que não prometemos',
      lines: [
        'Não conferimos quem é quem. Encontre pessoas em lugares movimentados e confie no seu instinto.',
        'Bloqueio e remoção valem para o aparelho. Quem troca de aparelho pode voltar: avise a equipe.',
        'O serviço é gratuito para quem está no bar e pode ficar fora do ar.',
      ],
    },
    {
      title: 'Mudanças e lei',
      lines: [
        'Se estas regras mudarem, a data lá em cima muda. Vale o texto do dia em que você criou o perfil.',
        'Vale a lei do Brasil, e nada aqui tira direitos que ela dá a você como consumidor.',
      ],
    },
  ],
}

export const PRIVACY: LegalPage = {
  title: siteTexts.privacy,
  intro: 'O que guardamos, onde e por quanto tempo. É pouco, e some quando você sai.',
  sections: [
    {
      title: 'O que guardamos',
      lines: [
        'O que você escreve no perfil: nome, mesa, interesse, foto e, se quiser, telefone.',
        'O interesse pode dizer algo da sua vida sexual. Por isso é um dado sensível: fica em “Todos” até você mudar, e só aparece para as pessoas se você ligar isso.',
        'As mensagens que você troca e quando esteve online pela última vez.',
        'Um código da rede de onde você entrou, contra abusos: durante a visita; por uma hora se você entra com um telefone, por dez minutos se erra o código da noite, por 16 horas se faz uma denúncia.',
        'No seu aparelho, as chaves que provam que o perfil é seu e o que você ainda não enviou. A chave do aparelho vale até 32 horas depois da entrada.',
        'Se você ligar os avisos, o endereço que o seu navegador dá para eles, até você sair ou desligar. O aviso diz quem escreveu, nunca o quê.',
        'No seu aparelho e junto do seu perfil, uma marca sem nome, por até 48 horas. Todo aparelho tem uma; ela só liga o próximo perfil do mesmo aparelho naquele bar aos limites, aos bloqueios e a uma remoção.',
        'Se você denuncia ou é denunciado: o motivo, o relato, os dois perfis com foto e, se quem denuncia deixar, as últimas 50 mensagens entre vocês.',
        'Se você pede ajuda: o pedido, e o que a equipe respondeu.',
      ],
    },
    {
      title: 'Para quê, e com que base na lei',
      lines: [
        'Perfil, foto, mesa e mensagens: para fazer o que você pediu ao entrar (LGPD, art. 7º, V).',
        'Interesse, telefone e avisos: só porque você quis (art. 7º, I; o interesse, art. 11, I). Você volta atrás quando quiser: os dois primeiros em “Seu perfil”, os avisos no navegador.',
        'Limites, marcas, bloqueios, remoções e o registro do que a equipe faz: para proteger as pessoas do bar, o que é um interesse legítimo (art. 7º, IX).',
        'Denúncias: para que quem foi ofendido possa exercer seus direitos (art. 7º, VI; art. 11, II, “d”).',
        'Pedidos de ajuda: para proteger a vida e a integridade de quem pede (art. 7º, VII; art. 11, II, “e”).',
      ],
    },
    {
      title: 'Quem vê o quê',
      lines: [
        'As pessoas do bar veem seu nome, sua mesa, sua foto e se você está online. O interesse, só se você deixar. O telefone, nunca.',
        'A equipe do bar vê quem está nele. Do telefone, só os responsáveis pelo bar veem o final; o número inteiro aparece quando um deles pede para ver, e isso fica registrado. As mensagens, não.',
        'Numa denúncia, a equipe vê o motivo, o relato, os nomes, as mesas e a foto. As mensagens enviadas como prova, só os responsáveis pelo bar, e cada leitura fica registrada.',
        'Cada conversa aparece só para as duas pessoas que fazem parte dela.',
      ],
    },
    {
      title: 'Por quanto tempo',
      lines: [
        'Ao sair do bar, apagamos seu perfil, sua foto e suas conversas, para os dois lados.',
        'Se você não sair, apagamos depois de 4 horas offline e sempre até 16 horas depois da entrada.',
        'Se o bar encerrar sua visita, guardamos por 16 horas a marca do aparelho, para que ele não volte na mesma noite, e também seu nome, sua mesa, o motivo e a hora, para que a equipe possa deixar você voltar.',
        'Quando alguém bloqueia alguém, guardamos por 16 horas, ou até a pessoa desbloquear, as marcas dos dois aparelhos, os dois nomes e a hora, também depois que os dois saem. Só quem bloqueou vê a sua lista.',
        'Uma denúncia, com o que foi mostrado ou escrito, é apagada depois de 90 dias.',
        'Um pedido de ajuda fica na sala do bar até ser resolvido ou a sua visita terminar. O endereço dos avisos some com a visita.',
        'Quantas pessoas vieram em cada hora guardamos por cinco semanas, como número e sem nada de ninguém.',
        'O que a equipe faz, como remover alguém ou ver um telefone, fica registrado por um ano: quem fez, o quê, onde e quando, e o motivo de uma remoção. De você fica só um número de identificação, sem nome.',
        'Fora as denúncias, seu perfil e suas conversas ficam só na sala do bar; no banco de dados central não há nome, telefone, foto nem mensagem sua.',
        'Por até 30 dias a plataforma ainda poderia restaurar uma sala apagada, ou o banco de dados como era. Nós nunca fazemos isso com uma sala, e da foto não há outra cópia.',
        'Não guardamos o endereço da sua rede (IP). Se a lei obrigar quem opera este site a guardar registros de acesso, esta página dirá.',
      ],
    },
    {
      title: 'Onde e com quem',
      lines: [
        'Tudo fica na Cloudflare, que hospeda o serviço, em servidores fora do Brasil (LGPD, art. 33).',
        'Se você ligar os avisos, eles passam cifrados pelo serviço do seu navegador (Google, Apple, Mozilla ou Microsoft), que não lê quem escreveu nem o quê.',
        'Não vendemos nem passamos seus dados a mais ninguém. Não há anúncios nem rastreamento.',
      ],
    },
    {
      title: 'Seus direitos',
      lines: [
        'Em “Seu perfil” você vê e muda os seus dados, desliga o que tinha ligado e baixa seu perfil, suas conversas, seus bloqueios e seu pedido de ajuda.',
        'As denúncias que você fez não vêm nesse arquivo. Peça ao contato acima: diga o bar, o dia e a hora.',
        'Com “Sair do Bar” você apaga tudo na hora, e mostramos quanto foi apagado.',
        'A lei (LGPD, art. 18) também dá o direito de saber se tratamos seus dados e com quem os dividimos, de corrigir, apagar e levar embora, e de voltar atrás. Peça ao contato acima, sem custo.',
        'Depois que você sai não há cadastro nem nome para procurar. Se foi por causa de uma denúncia, diga o bar, o dia e a hora.',
        'Se a resposta não bastar, você pode reclamar à ANPD (gov.br/anpd).',
      ],
    },
  ],
}

export const ACCESSIBILITY: LegalPage = {
  title: legalTexts.accessibility,
  intro: 'O que fizemos para todo mundo poder usar, o que testamos e o que ainda não.',
  sections: [
    {
      title: 'O que queremos',
      lines: [
        'Seguir as WCAG 2.2, nível AA. A Lei Brasileira de Inclusão (Lei 13.146/2015, art. 63) pede sites acessíveis.',
        'É a nossa própria avaliação. Ninguém de fora conferiu ainda.',
      ],
    },
    {
      title: 'O que testamos',
      lines: [
        'Cada tela em quase todos os seus estados, no claro e no escuro, no celular e no computador, com as regras automáticas do axe para os níveis A e AA.',
        'Texto com o dobro do tamanho e telas de 320 pixels de largura: nada some e nada fica cortado.',
        'Contraste de cada cor de texto, alvos de 44 pixels, foco visível e uso só com o teclado.',
        'Quem pede menos movimento no aparelho não vê animações.',
        'Mensagens e avisos novos são marcados para leitores de tela.',
        'Tudo no Chromium. A noite inteira, de entrar a sair, também no Firefox e no WebKit, o motor do Safari.',
      ],
    },
    {
      title: 'O que ainda não testamos',
      lines: [
        'Com pessoas com deficiência, e com leitores de tela de verdade, como TalkBack, VoiceOver e NVDA.',
        'Com comando de voz, lupa do sistema e acionadores.',
        'Regras automáticas acham só uma parte dos problemas.',
      ],
    },
    {
      title: 'O que sabemos que falta',
      lines: [
        'As fotos das pessoas não têm descrição: nome, mesa e interesse estão escritos ao lado.',
        'Ler o QR Code pede uma câmera. O ID do bar, que pode ser digitado, leva ao mesmo lugar.',
        'Não há versão em Libras.',
      ],
    },
    {
      title: 'Algo não funciona para você?',
      lines: [
        'Conte o que aconteceu, em qual tela e com qual aparelho. A equipe do bar também ajuda.',
      ],
    },
  ],
}
