import type * as portuguese from '../help.ts'
import type { Translated } from '../translated.ts'

export const helpTexts: Translated<typeof portuguese.helpTexts> = {
  item: 'Necesito ayuda',
  title: 'Ayuda',
  question: '¿Qué está pasando?',
  whoReads: 'Solo lo recibe el personal del bar, con tu nombre y tu mesa.',
  ifStaff: 'Si es alguien del personal, llama al 190.',

  sending: 'Avisando al personal...',
  told: 'Avisamos al personal.',
  unanswered: 'El personal lo vio, pero nadie respondió todavía. Ve a la barra.',
  unansweredDetail: 'Tu solicitud sigue abierta.',
  unseen: 'Nadie del personal lo ha visto todavía.',
  unseenDetail: 'No esperes: habla con alguien del personal. Tu solicitud sigue abierta.',
  unsent: 'Tu solicitud todavía no salió de este celular.',
  unsentDetail: 'Lo estamos intentando de nuevo. No esperes por eso.',
  coming: 'En camino',
  comingDetail: 'Alguien del personal respondió que va hacia ti.',
  resolved: 'Resuelto',
  resolvedDetail: 'El personal marcó tu solicitud como resuelta.',
  openShort: 'Solicitud abierta',

  counter: 'Ve a la barra',
  orCall: 'o llama:',
  callIfWorse: '¿Miedo o peligro? Llama:',
  fine: 'Ya estoy bien',
  fineFailed: 'No se pudo avisar al personal ahora. Inténtalo de nuevo.',
  still: 'Todavía necesito ayuda',
}

export const helpKinds: typeof portuguese.helpKinds = {
  harassed: 'Alguien me está molestando',
  unwell: 'Me siento mal',
  leaving: 'Quiero irme sin riesgos',
}

export const helpMeanwhile: typeof portuguese.helpMeanwhile = {
  harassed:
    'Si puedes, quédate cerca de otras personas. ¿Dejaste la mesa? Habla con alguien en la barra.',
  unwell: 'Quédate donde estás, mejor con alguien a tu lado.',
  leaving:
    'Si puedes, espera cerca de otras personas. ¿Dejaste la mesa? Habla con alguien en la barra.',
}

export const emergencyNames: typeof portuguese.emergencyNames = {
  190: 'Policía',
  180: 'Atención a la Mujer',
  192: 'Ambulancia',
}

export const withNews: typeof portuguese.withNews = (label) => `${label}, con novedades`
