import type { StaffNotice } from '../notices.ts'

/** The titles of notices on the lock screens of owners and staff, above the bar's name. */
export const staffNoticeTitles: Record<StaffNotice['about'], string> = {
  help: 'Pedido de ajuda',
  report: 'Denúncia nova',
}

/** The button of a notice of one call for help. */
export const comingButton = 'A caminho'
