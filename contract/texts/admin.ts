/** Login, password and the shared texts of the administration. */
export const adminTexts = {
  login: 'Login',
  loginHint: 'Entre com suas credenciais de administrador',
  email: 'Email',
  emailPlaceholder: 'voce@exemplo.com.br',
  password: 'Senha',
  showPassword: 'Mostrar senha',
  hidePassword: 'Ocultar senha',
  enter: 'Entrar',
  entering: 'Entrando...',

  authenticationError: 'Erro de autenticação',
  authenticationErrorDetail: 'Não foi possível entrar agora. Tente novamente.',
  invalidAnswer: 'Resposta inválida do servidor',
  wrongCredentials: 'Credenciais inválidas',
  wrongCredentialsDetail: 'Email ou senha incorretos',
  wrongCredentialsMark: 'Confira o email e a senha.',
  noUser: 'Não foi possível obter os dados do usuário',
  loginFailed: 'Ocorreu um erro ao tentar fazer login',
  loggedIn: 'Login realizado com sucesso',
  loggedOut: 'Logout realizado',
  loggedOutDetail: 'Você saiu do sistema',
  sessionEnded: 'Sua sessão terminou',
  sessionEndedDetail: 'Entre de novo para continuar.',
  enterAgain: 'Entrar de novo',
  logoutFailed: 'Não foi possível sair agora. Tente novamente.',

  setPassword: 'Crie sua senha',
  setPasswordHint:
    'Use pelo menos 12 caracteres, sem seu email, o nome do site ou do bar. Frases funcionam bem.',
  newPassword: 'Nova senha',
  newPasswordSubmit: 'Salvar senha',
  newPasswordSubmitting: 'Salvando...',
  newPasswordSaved: 'Senha salva',
  newPasswordSavedDetail: 'Agora entre com seu email e a nova senha.',
  passwordTooShort: 'Use pelo menos 12 caracteres',
  passwordTooLong: 'Esta senha é longa demais',
  passwordTooCommon: 'Esta senha é muito comum. Escolha outra.',
  passwordOfNames: 'Esta senha é feita do seu email, do nome do site ou do bar. Escolha outra.',
  passwordFailed: 'Não foi possível salvar a senha. Tente novamente.',
  linkExpired: 'Este link não vale mais. Peça outro a quem administra o sistema.',

  title: 'Área Administrativa',
  monitorBars: 'Monitorar Bares',
  logOut: 'Sair',
  account: 'Sua conta',
  health: 'Saúde do sistema',

  barGone: 'Este bar não existe mais.',
  barFailed: 'Não foi possível carregar o bar.',
  tryAgain: 'Tentar de novo',
  backToAdmin: 'Voltar à área administrativa',
  backToMonitor: 'Voltar ao monitoramento',
} as const

export function welcome(email: string): string {
  return `Bem-vindo, ${email}!`
}

export function tooManyTries(seconds: number): string {
  return `Muitas tentativas. Tente de novo em ${seconds} s.`
}
