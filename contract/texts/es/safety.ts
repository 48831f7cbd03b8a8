import type * as portuguese from '../safety.ts'
import type { Translated } from '../translated.ts'
import { sharedTexts } from './shared.ts'

export const safetyTexts: Translated<typeof portuguese.safetyTexts> = {
  title: sharedTexts.safety,
  intro: 'Cuatro herramientas tuyas, lo que ve el personal del bar y a quién llamar.',
  now: '¿En peligro ahora?',
  nowHint:
    'Ve a la barra y habla con alguien del personal. Si es alguien del personal, o si lo prefieres, llama. Es gratis:',
  tools: 'Lo que puedes hacer',
  where: 'Dónde',
  who: 'Quién lo sabe',
  kept: 'Qué se guarda',
  barSees: 'Lo que ve el bar',
  meeting: 'Antes de levantarte de la mesa',
  more: 'Todo lo que guardamos, y por cuánto tiempo:',
}

export const EMERGENCY_NUMBERS: Translated<typeof portuguese.EMERGENCY_NUMBERS> = [
  { number: '190', name: 'Policía', use: 'Amenazas, violencia, persecución' },
  {
    number: '180',
    name: 'Línea de Atención a la Mujer',
    use: 'Orientación y denuncias, 24 horas',
  },
  { number: '192', name: 'Ambulancia (SAMU)', use: 'Alguien se siente mal' },
]

export const SAFETY_TOOLS: Translated<typeof portuguese.SAFETY_TOOLS> = {
  help: {
    name: 'Necesito ayuda',
    does: 'Suena en la pantalla del personal: alguien me está molestando, me siento mal o quiero irme sin riesgos. Solo decimos “Avisamos al personal” cuando su pantalla respondió; si nadie lo vio en 5 segundos, también lo decimos.',
    where: 'En el menú de la lista y de la conversación.',
    who: 'Solo el personal del bar. Puedes cancelarlo con “Ya estoy bien”.',
    kept: 'En la sala del bar, hasta que se resuelva o termine tu visita.',
  },
  block: {
    name: 'Bloquear',
    does: 'Ustedes dejan de verse al instante, en la lista, en la búsqueda y en la conversación, aunque la persona haga otro perfil en el mismo dispositivo.',
    where: 'En el menú al lado de la persona, en la lista, en la foto y en la conversación.',
    who: 'Nadie recibe aviso.',
    kept: 'Por 16 horas, o hasta que lo deshagas en “Tu perfil”.',
  },
  report: {
    name: 'Reportar',
    does: 'Le cuenta al personal lo que pasó: acoso, perfil falso, foto inapropiada, insulto, parece menor de edad u otro motivo. También bloquea.',
    where: 'En el mismo menú de “Bloquear”.',
    who: 'El personal ve el motivo, lo que cuentas, los nombres, las mesas y la foto. Los últimos 50 mensajes entre ustedes solo van si lo permites, y solo los responsables del bar pueden abrirlos; queda registrado quién los abrió. La persona no se entera.',
    kept: 'Por 90 días, como prueba. Después se borra.',
  },
  notNow: {
    name: 'Ahora no',
    does: 'Guarda una conversación que no empezaste tú. Y quien no recibió respuesta solo puede mandar tres mensajes.',
    where: 'En la conversación, arriba del campo para escribir.',
    who: 'Nadie. Para la otra persona no cambia nada.',
    kept: 'Hasta que termine tu visita.',
  },
}

export const BAR_SEES: typeof portuguese.BAR_SEES = [
  'Quién está en el bar: nombre, mesa, foto, el interés que muestras y cuándo estuviste en línea.',
  'Tus mensajes, nunca. Solo los que alguien mandó junto con un reporte.',
  'De tu teléfono, solo los responsables del bar ven el final. El número entero, con un toque que queda registrado.',
  'El personal puede terminar la visita de alguien, y el dispositivo queda 16 horas fuera de ese bar. Con otro dispositivo la persona puede volver: si la ves, avisa.',
]

export const BEFORE_MEETING: typeof portuguese.BEFORE_MEETING = [
  'Nadie comprueba quién es quién: nombre, edad y foto son lo que la persona dijo.',
  'Quédate donde haya gente y cuéntale a alguien con quién estás.',
  'Cuida tu bebida, y no des tu teléfono ni tu dirección antes de querer hacerlo.',
  'No es no, a cualquier hora.',
]
