import type { Sql } from './database.ts'
import { quoteSql } from './database.ts'

export type BarRow = {
  id: string
  name: string
  address: string
  city: string
  [column: string]: string | null
}

/** The bar that a fresh local database offers. */
export const DEMO_BAR: BarRow = {
  id: 'BRNDE2',
  name: 'Boteco do Brinde',
  owner_name: 'Helena Duarte',
  address: 'Rua dos Pinheiros',
  number: '1042',
  neighborhood: 'Pinheiros',
  city: 'São Paulo',
  state: 'SP',
  phone: '+5511987654321',
  email: 'oi@boteco.example',
  login: 'boteco-do-brinde',
  subscription_plan: 'trial',
  description: 'Chope gelado, mesas na calçada e samba às quintas.',
}

/** SQL that inserts a bundled bar if it is missing. An existing bar keeps its edits. */
export function toInsertBar(bar: BarRow): Sql {
  const values = Object.values(bar).map(quoteSql)
  return `INSERT INTO bars (${Object.keys(bar).join(', ')}) VALUES (${values.join(', ')})
  ON CONFLICT (id) DO NOTHING` as Sql
}

export function toInsertBars(bars: readonly BarRow[]): string {
  return bars.map((bar) => `${toInsertBar(bar)};`).join('\n')
}
