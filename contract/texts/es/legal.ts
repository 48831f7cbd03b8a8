import type * as portuguese from '../legal.ts'
import type { Translated } from '../translated.ts'
import { siteTexts } from './site.ts'

export const legalTexts: Translated<typeof portuguese.legalTexts> = {
  back: 'Volver',
  pages: 'Otras páginas',
  accessibility: 'Accesibilidad',
  thirdParty: 'Licencias de terceros',
  responsible: 'Quién responde por este sitio',
  nobody:
    'Todavía no se nombró a nadie: esta dirección sirve solo para pruebas. No la uses con datos reales.',
  noContact: 'Quien opera este sitio todavía no dijo dónde atiende pedidos sobre datos.',
  date: 'Vale desde el 30 de noviembre de 2026. Esta es una traducción: el texto en portugués es el que obliga.',
}

export const responsibleLine: typeof portuguese.responsibleLine = ({ name, cnpj }) => {
  const number = cnpj && `, CNPJ ${cnpj}`
  return `${name}${number}. Es quien decide sobre tus datos (responsable del tratamiento).`
}

export const CONTACT_LABELS: Translated<typeof portuguese.CONTACT_LABELS> = {
  contact: 'Escríbenos:',
  privacyContact: 'Encargado de los datos personales:',
}

export const TERMS: typeof portuguese.TERMS = {
  title: siteTexts.terms,
  intro: 'Las reglas de la casa, en pocas líneas. Al crear un perfil, las aceptas.',
  sections: [
    {
      title: 'Quién puede usarlo',
      lines: [
        'Solo personas de 18 años o más. Quien parece menor de edad puede ser reportado y expulsado.',
        'No hay registro: tu perfil vale para un bar y termina cuando sales de él.',
      ],
    },
    {
      title: 'Cómo convivir',
      lines: [
        'Usa tu propia foto y el nombre con el que quieres que te llamen.',
        'Trata a las personas con respeto. Quien no responde no le debe nada a nadie.',
        'Quien no respondió recibe como máximo tres mensajes tuyos. No intentes esquivarlo.',
        '¿No quieres ver más a alguien? Bloquea: ustedes dejan de verse, y nadie recibe aviso.',
        '¿Alguien se pasó de la raya? Reporta. ¿Necesitas gente cerca? “Necesito ayuda” avisa al personal.',
        'Reportar de mala fe y pedir ayuda en broma también rompe las reglas.',
        'No ofendas, no amenaces, no persigas y no vendas nada. No mandes contenido ilegal.',
      ],
    },
    {
      title: 'Lo que puede hacer el bar',
      lines: [
        'El personal del bar ve quién está en él, recibe pedidos de ayuda y reportes, y se ocupa de lo que pasa ahí.',
        'De tu teléfono solo los responsables del bar ven algo, y es solo el final. Para ver el número entero tienen que pedirlo, y el pedido queda registrado.',
        'El personal puede terminar tu visita; el mismo dispositivo no entra entonces en ese bar por 16 horas. Si te parece injusto, habla con ellos: se puede deshacer.',
        'El bar cuida el lugar; este sitio solo lleva el aviso. Si nadie responde, ve a la barra. En peligro, llama al 190.',
      ],
    },
    {
      title: 'Lo que no prometemos',
      lines: [
        'No comprobamos quién es quién. Encuéntrate con las personas en lugares concurridos y confía en tu instinto.',
        'Los bloqueos y las expulsiones valen para el dispositivo. Quien cambia de dispositivo puede volver: avisa al personal.',
        'El servicio es gratuito para quien está en el bar y puede no estar disponible.',
      ],
    },
    {
      title: 'Cambios y ley',
      lines: [
        'Si estas reglas cambian, cambia la fecha de arriba. Vale el texto del día en que creaste tu perfil.',
        'Vale la ley de Brasil, y nada de esto quita derechos que ella te da como consumidor.',
      ],
    },
  ],
}

export const PRIVACY: typeof portuguese.PRIVACY = {
  title: siteTexts.privacy,
  intro: 'Qué guardamos, dónde y por cuánto tiempo. Es poco, y desaparece cuando te vas.',
  sections: [
    {
      title: 'Qué guardamos',
      lines: [
        'Lo que escribes en el perfil: nombre, mesa, interés, foto y, si quieres, teléfono.',
        'El interés puede decir algo de tu vida sexual. Por eso es un dato sensible: queda en “Todos” hasta que lo cambies, y las personas solo lo ven si lo activas.',
        'Los mensajes que intercambias y cuándo estuviste en línea por última vez.',
        'Un código de la red desde la que entraste, contra abusos: durante la visita; por una hora si entras con un teléfono, por diez minutos si te equivocas con el código de la noche, por 16 horas si haces un reporte.',
        'En tu dispositivo, las claves que prueban que el perfil es tuyo y lo que todavía no enviaste. La clave del dispositivo vale hasta 32 horas después de entrar.',
        'Si activas los avisos, la dirección que tu navegador da para ellos, hasta que salgas o los desactives. El aviso dice quién escribió, nunca qué.',
        'En tu dispositivo y junto a tu perfil, una marca sin nombre, por hasta 48 horas. Todo dispositivo tiene una; solo une el próximo perfil del mismo dispositivo en ese bar a los límites, los bloqueos y una expulsión.',
        'Si reportas o te reportan: el motivo, el relato, los dos perfiles con foto y, si quien reporta lo permite, los últimos 50 mensajes entre ustedes.',
        'Si pides ayuda: el pedido, y lo que respondió el personal.',
      ],
    },
    {
      title: 'Para qué, y con qué base en la ley',
      lines: [
        'Perfil, foto, mesa y mensajes: para hacer lo que pediste al entrar (LGPD, artículo 7, V).',
        'Interés, teléfono y avisos: solo porque quisiste (artículo 7, I; el interés, artículo 11, I). Puedes echarte atrás cuando quieras: los dos primeros en “Tu perfil”, los avisos en el navegador.',
        'Límites, marcas, bloqueos, expulsiones y el registro de lo que hace el personal: para proteger a las personas del bar, lo que es un interés legítimo (artículo 7, IX).',
        'Reportes: para que quien fue ofendido pueda ejercer sus derechos (artículo 7, VI; artículo 11, II, “d”).',
        'Pedidos de ayuda: para proteger la vida y la integridad de quien la pide (artículo 7, VII; artículo 11, II, “e”).',
      ],
    },
    {
      title: 'Quién ve qué',
      lines: [
        'Las personas del bar ven tu nombre, tu mesa, tu foto y si estás en línea. El interés, solo si lo permites. El teléfono, nunca.',
        'El personal del bar ve quién está en él. Del teléfono, solo los responsables del bar ven el final; el número entero aparece cuando uno de ellos pide verlo, y eso queda registrado. Los mensajes, no.',
        'En un reporte, el personal ve el motivo, el relato, los nombres, las mesas y la foto. Los mensajes enviados como prueba, solo los responsables del bar, y cada lectura queda registrada.',
        'Cada conversación la ven solo las dos personas que son parte de ella.',
      ],
    },
    {
      title: 'Por cuánto tiempo',
      lines: [
        'Al salir del bar, borramos tu perfil, tu foto y tus conversaciones, para los dos lados.',
        'Si no sales, los borramos después de 4 horas sin conexión y siempre dentro de las 16 horas después de entrar.',
        'Si el bar termina tu visita, guardamos por 16 horas la marca del dispositivo, para que no vuelva la misma noche, y también tu nombre, tu mesa, el motivo y la hora, para que el personal pueda dejarte volver.',
        'Cuando alguien bloquea a alguien, guardamos por 16 horas, o hasta que la persona desbloquee, las marcas de los dos dispositivos, los dos nombres y la hora, también después de que los dos salgan. Solo quien bloqueó ve su lista.',
        'Un reporte, con lo que se mostró o se escribió, se borra después de 90 días.',
        'Un pedido de ayuda queda en la sala del bar hasta que se resuelva o termine tu visita. La dirección de los avisos desaparece con la visita.',
        'Cuántas personas vinieron en cada hora lo guardamos por cinco semanas, como número y sin nada de nadie.',
        'Lo que hace el personal, como expulsar a alguien o ver un teléfono, queda registrado por un año: quién lo hizo, qué, dónde y cuándo, y el motivo de una expulsión. De ti queda solo un número de identificación, sin nombre.',
        'Aparte de los reportes, tu perfil y tus conversaciones están solo en la sala del bar; en la base de datos central no hay nombre, teléfono, foto ni mensaje tuyo.',
        'Por hasta 30 días la plataforma todavía podría restaurar una sala borrada, o la base de datos como era. Nosotros nunca lo hacemos con una sala, y de la foto no hay otra copia.',
        'No guardamos la dirección de tu red (IP). Si la ley obliga a quien opera este sitio a guardar registros de acceso, esta página lo dirá.',
      ],
    },
    {
      title: 'Dónde y con quién',
      lines: [
        'Todo está en Cloudflare, que aloja el servicio, en servidores fuera de Brasil (LGPD, artículo 33).',
        'Si activas los avisos, pasan cifrados por el servicio de tu navegador (Google, Apple, Mozilla o Microsoft), que no lee quién escribió ni qué.',
        'No vendemos ni pasamos tus datos a nadie más. No hay anuncios ni rastreo.',
      ],
    },
    {
      title: 'Tus derechos',
      lines: [
        'En “Tu perfil” ves y cambias tus datos, desactivas lo que habías activado y descargas tu perfil, tus conversaciones, tus bloqueos y tu pedido de ayuda.',
        'Los reportes que hiciste no vienen en ese archivo. Pídelos al contacto de arriba: di el bar, el día y la hora.',
        'Con “Salir del bar” borras todo al instante, y mostramos cuánto se borró.',
        'La ley (LGPD, artículo 18) también te da el derecho de saber si tratamos tus datos y con quién los compartimos, de corregirlos, borrarlos y llevártelos, y de echarte atrás. Pídelo al contacto de arriba, sin costo.',
        'Después de que sales no hay registro ni nombre que buscar. Si es por un reporte, di el bar, el día y la hora.',
        'Si la respuesta no basta, puedes reclamar a la ANPD, la autoridad de protección de datos de Brasil (gov.br/anpd).',
      ],
    },
  ],
}

export const ACCESSIBILITY: typeof portuguese.ACCESSIBILITY = {
  title: legalTexts.accessibility,
  intro: 'Qué hicimos para que todos puedan usarlo, qué probamos y qué todavía no.',
  sections: [
    {
      title: 'Lo que queremos',
      lines: [
        'Seguir las WCAG 2.2, nivel AA. La Ley Brasileña de Inclusión (Ley 13.146/2015, artículo 63) pide sitios accesibles.',
        'Es nuestra propia evaluación. Nadie de afuera la revisó todavía.',
      ],
    },
    {
      title: 'Lo que probamos',
      lines: [
        'Cada pantalla en casi todos sus estados, en claro y en oscuro, en el celular y en la computadora, con las reglas automáticas de axe para los niveles A y AA.',
        'Texto al doble del tamaño y pantallas de 320 píxeles de ancho: nada desaparece y nada queda cortado.',
        'Contraste de cada color de texto, botones de 44 píxeles, foco visible y uso solo con el teclado.',
        'Quien pide menos movimiento en su dispositivo no ve animaciones.',
        'Los mensajes y avisos nuevos están marcados para lectores de pantalla.',
        'Todo en Chromium. La noche entera, de entrar a salir, también en Firefox y en WebKit, el motor de Safari.',
      ],
    },
    {
      title: 'Lo que todavía no probamos',
      lines: [
        'Con personas con discapacidad, y con lectores de pantalla reales, como TalkBack, VoiceOver y NVDA.',
        'Con control por voz, la lupa del sistema y pulsadores.',
        'Las reglas automáticas encuentran solo una parte de los problemas.',
      ],
    },
    {
      title: 'Lo que sabemos que falta',
      lines: [
        'Las fotos de las personas no tienen descripción: nombre, mesa e interés están escritos al lado.',
        'Leer el código QR pide una cámara. El ID del bar, que se puede escribir, lleva al mismo lugar.',
        'No hay versión en Libras, la lengua de señas brasileña.',
      ],
    },
    {
      title: '¿Algo no te funciona?',
      lines: [
        'Cuenta qué pasó, en qué pantalla y con qué dispositivo. El personal del bar también ayuda.',
      ],
    },
  ],
}
