import { BAR_ID_ALPHABET } from '#contract/bar-id.ts'
import type { BarRow } from '#scripts/bar-rows.ts'
import { DEMO_BAR } from '#scripts/bar-rows.ts'

/** Name, street, number, neighbourhood and what one finds there. */
const PLACES = [
  ['Bar da Esquina', 'Rua Aspicuelta', '388', 'Vila Madalena', 'Limão no copo, vinil na vitrola.'],
  ['Cantina Luar', 'Rua Treze de Maio', '571', 'Bixiga', 'Massa da nona e lua no quintal.'],
  ['Empório Santa Cerva', 'Rua Canuto do Val', '190', 'Santa Cecília', 'Doze torneiras.'],
  ['Casa do Samba', 'Rua Barra Funda', '76', 'Barra Funda', 'Roda de samba toda sexta.'],
  ['Quintal da Vila', 'Rua Girassol', '215', 'Vila Madalena', 'Mesas debaixo da mangueira.'],
  ['Sinuca do Tonho', 'Rua Augusta', '1420', 'Consolação', 'Seis mesas, giz novo e torresmo.'],
  ['Bar Maré Alta', 'Avenida Pompeia', '902', 'Pompeia', 'Peixe frito e caipirinha de caju.'],
  ['Choperia Central', 'Largo do Arouche', '33', 'República', 'Chope gelado desde 1974.'],
  ['Beco do Jazz', 'Rua Bento Freitas', '284', 'República', 'Trio ao vivo, luz baixa e negroni.'],
] as const

/** The bar that every local database has, and others that are made for the demo. */
export function toDemoBars(count: number): BarRow[] {
  const others = PLACES.map(([name, address, number, neighborhood, description], index) => ({
    id: `DEMX2${BAR_ID_ALPHABET.charAt(index + 1)}`,
    name,
    address,
    number,
    neighborhood,
    city: 'São Paulo',
    state: 'SP',
    phone: `+551130${String(310_000 + index * 7_919).padStart(6, '0')}`,
    description,
  }))
  return [DEMO_BAR, ...others].slice(0, count)
}
