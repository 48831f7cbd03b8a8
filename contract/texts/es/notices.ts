import type * as portuguese from '../notices.ts'
import type { Translated } from '../translated.ts'

export const noticesTexts: Translated<typeof portuguese.noticesTexts> = {
  title: 'Avisos con la pantalla apagada',
  detail:
    'El celular te avisa que alguien escribió, sin mostrar el mensaje. Solo hasta que salgas del bar.',
  turnOn: 'Avisar',
  later: 'Ahora no',
  install: 'Instalar la app',
  offFailed: 'No se pudieron desactivar los avisos ahora. Inténtalo en un rato.',
}

export const NOTICES_STATES: Translated<typeof portuguese.NOTICES_STATES> = {
  on: {
    title: 'Avisos activados',
    detail: 'Puedes guardar el celular. Para desactivarlos, abre el menú de la lista.',
  },
  denied: {
    title: 'Avisos bloqueados',
    detail:
      'Este navegador bloquea los avisos de este sitio. Puedes permitirlos en el candado, al lado de la dirección.',
  },
  unsupported: {
    title: 'Sin avisos aquí',
    detail: 'Este navegador no avisa con la pantalla apagada. Échale un vistazo de vez en cuando.',
  },
  uninstalled: {
    title: 'Avisos en el iPhone',
    detail:
      'En el iPhone, los avisos vienen con la app: toca Compartir y luego “Agregar a Inicio”.',
  },
  failed: {
    title: 'Todavía sin avisos',
    detail:
      'No se pudieron activar los avisos ahora. Inténtalo en un rato, en el menú de la lista.',
  },
}

export const whenTheyAnswer: typeof portuguese.whenTheyAnswer = (name) =>
  `¿Te avisamos cuando ${name} responda?`
