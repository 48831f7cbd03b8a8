import type { AdminBar } from '#contract/admin-bar.ts'
import { ADMIN_API } from '#contract/admin-paths.ts'
import type { MonitoredPerson } from '#contract/monitor.ts'
import { aPerson, NOW } from './cast.ts'
import type { Scene } from './scenes.ts'
import type { Stage } from './stage.ts'

const NAMES = [
  'Boteco da Ana',
  'Bar do Zé Pinheiros',
  'Adega Santa Cecília e Companhia Limitada',
  'Samba & Chope',
  'Botequim 22',
]

const bars = (count: number): AdminBar[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `GARDN${index + 2}`,
    name: NAMES[index % NAMES.length] ?? '',
    city: 'São Paulo',
    logoUrl: index % 2 === 0 ? `/media/logos/logo-${index}.webp` : null,
    photoUrls: [],
    description: null,
    ownerName: 'Helena Duarte',
    document: null,
    address: 'Rua dos Pinheiros',
    number: String(100 + index),
    neighborhood: 'Pinheiros',
    state: 'SP',
    phone: '+5511987654321',
    email: null,
    login: null,
    subscriptionPlan: 'trial',
    qrCode: `https://brinde.example/bar/GARDN${index + 2}`,
    createdAt: NOW,
    paused: false,
    revision: 1,
  }))

const customers = (count: number): MonitoredPerson[] =>
  Array.from({ length: count }, (_, index) => ({
    ...aPerson(index),
    phone: index % 2 === 0 ? '+5511987654321' : null,
    lastSeen: NOW - 600_000,
    revision: 1,
  }))

const rooms = [14, 3, 0, 1].map((count, index) => ({
  barId: `GARDN${index + 2}`,
  people: customers(count),
}))

const press = ({ page }: Stage, name: string) => page.getByRole('button', { name }).first().click()

export const adminScenes: Record<string, Scene> = {
  login: {
    title: 'Login',
    sample: true,
    play: async (stage) => {
      await stage.refuse(ADMIN_API.session, 'unauthenticated')
      await stage.open('/admin-login')
      await stage.page.getByRole('button', { name: 'Entrar' }).waitFor()
    },
  },
  'login-refused': {
    title: 'Login, refused',
    play: async (stage) => {
      await stage.page.route(`**${ADMIN_API.session}`, (route) => {
        const isTry = route.request().method() === 'POST'
        const code = isTry ? 'wrong_credentials' : 'unauthenticated'
        return route.fulfill({ status: 401, json: { error: { code, message: code } } })
      })
      await stage.open('/admin-login')
      await stage.page.getByRole('textbox', { name: 'Email' }).fill('oi@boteco.example')
      await stage.page.locator('input[type=password]').fill('errada')
      await press(stage, 'Entrar')
      await stage.page.getByText('Email ou senha incorretos').first().waitFor()
    },
  },
  'bar-form': {
    title: 'Bar form',
    sample: true,
    play: async (stage) => {
      await stage.signIn({ bars: [] })
      await stage.open('/admin')
      await stage.page.getByRole('button', { name: 'Cadastrar Bar' }).waitFor()
    },
  },
  'bar-form-missing': {
    title: 'Bar form, nothing typed',
    play: async (stage) => {
      await stage.signIn({ bars: [] })
      await stage.open('/admin')
      await press(stage, 'Cadastrar Bar')
    },
  },
  'monitor-empty': {
    title: 'Monitor without a bar',
    sample: true,
    play: async (stage) => {
      await stage.signIn({ bars: [] })
      await stage.open('/barmonitor')
      await stage.page.getByText('Nenhum bar cadastrado ainda.').first().waitFor()
    },
  },
  monitor: {
    title: 'Monitor',
    sample: true,
    play: async (stage) => {
      await stage.signIn({ bars: bars(4), board: { rooms } })
      await stage.open('/barmonitor')
      await stage.page.getByText('11 online').first().waitFor()
    },
  },
  'monitor-away': {
    title: 'Monitor without a connection',
    play: async (stage) => {
      await stage.signIn({ bars: bars(4), board: 'away' })
      await stage.open('/barmonitor')
      await stage.page.getByText('Boteco da Ana').first().waitFor()
      await stage.page.waitForTimeout(1_500)
    },
  },
  'monitor-qr': {
    title: 'QR code',
    play: async (stage) => {
      await stage.signIn({ bars: bars(4), board: { rooms } })
      await stage.open('/barmonitor')
      await press(stage, 'QR Code')
      await stage.page.getByRole('dialog').waitFor()
      await stage.page.waitForTimeout(400)
    },
  },
}
