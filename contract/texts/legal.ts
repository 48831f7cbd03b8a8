import { sharedTexts } from './shared.ts'

/** A page of plain words: a title and its sections. */
export interface LegalPage {
  title: string
  intro: string
  sections: readonly { title: string; lines: readonly string[] }[]
}

export const legalTexts = { back: 'Voltar' } as const

export const TERMS: LegalPage = {
  title: sharedTexts.terms,
  intro: 'As regras da casa, em poucas linhas. Ao criar um perfil, você concorda com elas.',
  sections: [
    {
      title: 'Quem pode usar',
      lines: [
        'Só pessoas com 18 anos ou mais.',
        'Não há cadastro: seu perfil vale para um bar e acaba quando você sai dele.',
      ],
    },
    {
      title: 'Como conviver',
      lines: [
        'Use a sua própria foto e o nome pelo qual querem te chamar.',
        'Trate as pessoas com respeito. Quem não responde não deve nada a ninguém.',
        'Não quer mais ver alguém? Bloqueie: vocês somem um para o outro, e ninguém recebe aviso.',
        'Alguém passou do limite? Denuncie: só a equipe do bar recebe, e vocês deixam de se ver. Denúncia falsa também é abuso.',
        'Não ofenda, não ameace, não persiga e não venda nada. Não mande conteúdo ilegal.',
      ],
    },
    {
      title: 'O que o bar pode fazer',
      lines: [
        'Os administradores do bar veem quem está nele e cuidam do que acontece por lá.',
        'Do seu telefone eles veem só o final. Para ver o número inteiro precisam pedir, e o pedido fica registrado.',
        'Eles podem encerrar sua visita; o mesmo aparelho então não entra naquele bar por 16 horas.',
        'Se alguém passar do limite, fale com a equipe do bar. Em perigo, ligue 190.',
      ],
    },
    {
      title: 'O que não prometemos',
      lines: [
        'Não conferimos quem é quem. Encontre pessoas em lugares movimentados e confie no seu instinto.',
        'O serviço é gratuito para quem está no bar e pode ficar fora do ar.',
      ],
    },
  ],
}

export const PRIVACY: LegalPage = {
  title: sharedTexts.privacy,
  intro: 'O que guardamos, onde e por quanto tempo. É pouco, e some quando você sai.',
  sections: [
    {
      title: 'O que guardamos',
      lines: [
        'O que você escreve no perfil: nome, mesa, interesse, foto e, se quiser, telefone.',
        'As mensagens que você troca e quando esteve online pela última vez.',
        'Quando alguém entra com um telefone, um código da rede de onde veio, por uma hora, contra abusos; quando erra o código da noite, por dez minutos.',
        'No seu aparelho, as chaves que provam que o perfil é seu e o que você ainda não enviou. A chave do aparelho vale até 32 horas depois da entrada.',
        'No seu aparelho e junto do seu perfil, uma marca sem nome, por até 48 horas. Todo aparelho tem uma; ela só liga o próximo perfil do mesmo aparelho naquele bar aos limites, aos bloqueios e a uma remoção.',
      ],
    },
    {
      title: 'Quem vê o quê',
      lines: [
        'As pessoas do bar veem seu nome, sua mesa, sua foto e se você está online. O interesse, só se você deixar. O telefone, nunca.',
        'Quem administra o bar vê quem está nele, e do telefone só o final. O número inteiro aparece quando alguém pede para ver, e isso fica registrado. As mensagens, não, a não ser as que alguém envia com uma denúncia: essas, só os donos e a administração abrem, e isso também fica registrado.',
        'Cada conversa aparece só para as duas pessoas que fazem parte dela.',
      ],
    },
    {
      title: 'Por quanto tempo',
      lines: [
        'Ao sair do bar, apagamos seu perfil, sua foto e suas conversas, para os dois lados.',
        'Se você não sair, apagamos depois de 4 horas offline e sempre até 16 horas depois da entrada.',
        'Se o bar encerrar sua visita, guardamos por 16 horas a marca do aparelho, para que ele não volte na mesma noite, e também seu nome, sua mesa e a hora, para que a equipe possa deixar você voltar.',
        'Quando alguém bloqueia alguém, guardamos por 16 horas, ou até a pessoa desbloquear, as marcas dos dois aparelhos, os dois nomes e a hora, também depois que os dois saem. Só quem bloqueou vê a sua lista.',
        'Quando alguém denuncia alguém, guardamos por 90 dias o que foi contado, os dois nomes, as mesas, as fotos e, se quem denuncia deixar, as últimas mensagens entre os dois, para a equipe do bar responder. Por 16 horas, também as marcas dos dois aparelhos.',
        'Quantas pessoas vieram em cada hora guardamos por cinco semanas, como número e sem nada de ninguém.',
        'O que a equipe faz, como remover alguém ou ver um telefone, fica registrado por um ano: quem fez, o quê, onde e quando. De você fica só um número de identificação, sem nome.',
        'Seu perfil e suas conversas ficam só na sala do bar; no banco de dados central não há nada seu: de uma denúncia, só o motivo e a hora.',
        'Por até 30 dias a plataforma ainda poderia restaurar uma sala apagada. Nós nunca fazemos isso, e da foto não há outra cópia, a não ser a de uma denúncia.',
      ],
    },
    {
      title: 'Onde e com quem',
      lines: [
        'Tudo fica na Cloudflare, que hospeda o serviço, em servidores fora do Brasil.',
        'Não vendemos nem passamos seus dados a mais ninguém. Não há anúncios nem rastreamento.',
      ],
    },
    {
      title: 'Seus direitos',
      lines: [
        'Em “Seu perfil” você muda os seus dados e baixa tudo o que guardamos sobre você, menos o que está em uma denúncia: isso só a equipe do bar lê.',
        'Com “Sair do Bar” você apaga tudo na hora, e mostramos quanto foi apagado.',
      ],
    },
  ],
}
