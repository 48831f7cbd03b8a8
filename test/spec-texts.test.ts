import { expect, test } from 'vitest'
import { INTERESTS } from '#contract/interest.ts'
import { chatTexts, conversationWith } from '#contract/texts/chat.ts'
import { entryTexts, tableConnectedDetail } from '#contract/texts/entry.ts'
import { noPageTexts } from '#contract/texts/no-page.ts'
import {
  enteredBar,
  interestLine,
  leftBar,
  peopleTexts,
  statusLine,
} from '#contract/texts/people.ts'
import { INTEREST_LABELS, tableLabel } from '#contract/texts/person.ts'
import { profileTexts } from '#contract/texts/profile.ts'
import { sharedTexts } from '#contract/texts/shared.ts'

// The product's document quotes these to the letter; nobody may smooth them.
const QUOTED = [
  // Landing, bar access, table entry, 404
  'Acessar um Bar',
  'Acesso Administrativo',
  'Acesse um bar para começar',
  'ou',
  'Acessar Bar',
  'Acessando...',
  'Carregando...',
  'Entrar na Mesa',
  'Conectando...',
  'Oops! Page not found',
  'Return to Home',
  // Profile form
  'Adicionar Foto',
  'Nome ou Apelido',
  'Telefone (Opcional)',
  'Tenho interesse em conhecer',
  'Todos',
  'Homens',
  'Mulheres',
  'Começar a Conversar',
  // People
  'Pessoas no Bar',
  'Sair do Bar',
  'Você',
  'Mesa 7',
  'Interesse: Todos',
  'Interesse: Homens',
  'Interesse: Mulheres',
  'Status: Online',
  'Status: Offline',
  'Conversar',
  'Seu perfil',
  'Carregando usuários...',
  'Nenhuma pessoa conectada no momento.',
  // Chat
  'Voltar',
  'Conversa com Ana',
  'Mensagens',
  'Nenhuma mensagem ainda. Diga olá!',
  'Digite sua mensagem...',
  // Toasts
  'Campo obrigatório',
  'Por favor, insira o ID do bar',
  'Por favor, insira o número da mesa',
  'Nome obrigatório',
  'Por favor, digite seu nome ou apelido',
  'Bar não encontrado',
  'Verifique o ID do bar e tente novamente',
  'Erro',
  'Ocorreu um erro ao verificar o bar',
  'Não foi possível carregar os usuários conectados',
  'Não foi possível atualizar seu perfil',
  'Não foi possível salvar seu perfil',
  'Ocorreu um erro inesperado',
  'Mesa conectada!',
  'Você entrou na mesa 7 do Boteco',
  'Perfil recuperado',
  'Seu perfil anterior foi recuperado',
  'Perfil criado!',
  'Seu perfil foi criado com sucesso',
  'Novo usuário',
  'Ana entrou no bar',
  'Usuário saiu',
  'Ana saiu do bar',
  'Bar desconectado',
  'Você saiu do bar',
  'Error',
  'Failed to load messages',
  'Something went wrong while loading messages',
  'Failed to send message',
  'Something went wrong while sending your message',
]

const CATALOGUE = new Set<string>([
  ...[noPageTexts, sharedTexts, entryTexts, profileTexts, peopleTexts, chatTexts].flatMap(
    Object.values,
  ),
  ...Object.values(INTEREST_LABELS),
  ...INTERESTS.map(interestLine),
  ...[true, false].map(statusLine),
  tableLabel('7'),
  tableConnectedDetail('7', 'Boteco'),
  enteredBar('Ana'),
  leftBar('Ana'),
  conversationWith('Ana'),
])

test.each(QUOTED)('the catalogue has, to the letter: %s', (text) => {
  expect(CATALOGUE).toContain(text)
})
