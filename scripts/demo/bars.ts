import { BAR_ID_ALPHABET } from '#contract/bar-id.ts'
import type { BarRow } from '#scripts/bar-rows.ts'
import { DEMO_BAR } from '#scripts/bar-rows.ts'
import type { Emblem, Palette } from './scenes.ts'

interface DemoBar {
  row: BarRow
  emblem: Emblem
  palette: Palette
}

const PALETTES: readonly Palette[] = [
  { night: '#16223a', wall: '#22473b', wood: '#6d2718', light: '#ffd27a' },
  { night: '#2a1f3d', wall: '#5a2f1d', wood: '#2f5a55', light: '#ffc765' },
  { night: '#0f2530', wall: '#3a2f55', wood: '#8a4a2a', light: '#ffe0a0' },
  { night: '#1d1a2e', wall: '#2c4a5e', wood: '#7a3320', light: '#ffcf85' },
  { night: '#14261f', wall: '#6a4517', wood: '#22473b', light: '#ffdf9a' },
]
const EMBLEMS: readonly Emblem[] = ['glass', 'lemon', 'moon', 'cup', 'drum']

/** Name, street, number, neighbourhood and what one finds there. */
const PLACES: readonly (readonly string[])[] = [
  ['Bar da Esquina', 'Rua Aspicuelta', '388', 'Vila Madalena', 'Limão no copo, vinil na vitrola.'],
  [
    'Cantina Luar',
    'Rua Treze de Maio',
    '571',
    'Bixiga',
    'Massa da nona, vinho da casa e lua no quintal.',
  ],
  [
    'Empório Santa Cerva',
    'Rua Canuto do Val',
    '190',
    'Santa Cecília',
    'Doze torneiras e um sofá disputado.',
  ],
  [
    'Casa do Samba',
    'Rua Barra Funda',
    '76',
    'Barra Funda',
    'Roda toda sexta. Quem canta não paga o couvert.',
  ],
  ['Quintal da Vila', 'Rua Girassol', '215', 'Vila Madalena', 'Mesas debaixo da mangueira.'],
  ['Sinuca do Tonho', 'Rua Augusta', '1420', 'Consolação', 'Seis mesas, giz novo e torresmo.'],
  ['Bar Maré Alta', 'Avenida Pompeia', '902', 'Pompeia', 'Peixe frito e caipirinha de caju.'],
  [
    'Choperia Central',
    'Largo do Arouche',
    '33',
    'República',
    'Chope de colarinho alto desde 1974.',
  ],
  ['Beco do Jazz', 'Rua Bento Freitas', '284', 'República', 'Trio ao vivo, luz baixa e negroni.'],
]

/** The bar that every local database has, and others that are made for the demo. */
export function toDemoBars(count: number): DemoBar[] {
  const others = PLACES.map(
    ([name = '', address = '', number = '', neighborhood = '', text = ''], index) => ({
      id: `DEMX2${BAR_ID_ALPHABET.charAt(index + 1)}`,
      ...{ name, address, number, neighborhood, city: 'São Paulo', state: 'SP' },
      phone: `+551130${String(310_000 + index * 7_919).padStart(6, '0')}`,
      description: text,
    }),
  )
  return [DEMO_BAR, ...others].slice(0, count).map((row, index) => ({
    row,
    emblem: EMBLEMS[index % EMBLEMS.length] ?? 'glass',
    palette: PALETTES[index % PALETTES.length] ?? (PALETTES[0] as Palette),
  }))
}
