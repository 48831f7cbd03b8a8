import type { StaffNotice } from '../notices.ts'

/** On the lock screen of owners and staff, above the bar's name: nobody else's. */
export const staffNoticeTitles: Record<StaffNotice['about'], string> = {
  help: 'Pedido de ajuda',
  report: 'Denúncia nova',
}
