import { expect, test } from 'vitest'
import type { Translation } from '#contract/languages.ts'
import { TRANSLATIONS } from '#contract/languages.ts'

type Area = Record<string, unknown>

const code = import.meta.glob<string>('./**/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const modules = import.meta.glob<Area>(['./**/*.ts', '!./**/*.test.ts'], { eager: true })

/** The texts for administrators, owners and staff are in Portuguese only. */
const OF_STAFF = [
  'account',
  'acts',
  'admin',
  'bar-form',
  'for-bars',
  'health',
  'help-desk',
  'monitor',
  'new-device',
  'numbers',
  'passkeys',
  'removals',
  'reports-board',
  'service-worker-staff',
  'sheets',
  'staff',
  'team',
]
/** These texts are the same in every language. */
const SAME = ['chat-errors', 'language-names', 'translated']

const areas = Object.keys(modules)
  .filter((path) => /^\.\/[\w-]+\.ts$/.test(path))
  .map((path) => path.slice(2, -3))
const translated = areas.filter((area) => ![...OF_STAFF, ...SAME].includes(area))
const pairs = TRANSLATIONS.flatMap((language) =>
  translated.map((area) => [language, area] as const),
)

/** Words that both languages share. */
const EQUAL: Record<Translation, readonly string[]> = {
  en: ['Menu', 'Offline', 'Online', 'online', 'Status:', 'Zoom'],
  es: [
    'Avisar',
    'Avisos',
    'Avisos bloqueados',
    'Bloquear',
    'Cancelar',
    'Conectando...',
    'Continuar como',
    'Conversar',
    'Copiar',
    'Desbloquear',
    'Descartar',
    'Desde',
    'Enviando…',
    'Enviar',
    'Foto',
    'Foto de',
    'Idioma',
    'Mesa',
    'Perfil de',
    'Perfil falso',
    'Perfil recuperado',
    'Pista',
    'Todos',
    'Usar foto',
    'Verificando...',
    'Zoom',
    'caracteres',
    'como',
    'foto',
    'fotos',
    'perfil',
    'mesa',
    'Cargando...',
  ],
}
/** Texts that stay in English, and words of the code. */
const NO_WORDS = [
  'Oops! Page not found',
  'Return to Home',
  'No barcode or QR code detected.',
  'profiles',
  'photos',
  'messages',
  'conjunction',
  'unanswered',
]

test.each(pairs)(
  'the %s translation of “%s” is complete, has no Portuguese text and keeps the numbers',
  (language, area) => {
    const [ours, theirs] = [`./${area}.ts`, `./${language}/${area}.ts`]
    expect(shapeOf(modules[theirs] ?? {})).toEqual(shapeOf(modules[ours] ?? {}))
    expect(numbersOf(modules[theirs])).toEqual(numbersOf(modules[ours]))
    const [inPortuguese, translated] = [wordsIn(code[ours]), wordsIn(code[theirs])]
    expect(translated.length).toBeGreaterThan(0)
    const left = translated.filter((words) => inPortuguese.includes(words))
    expect(left.filter((words) => ![...EQUAL[language], ...NO_WORDS].includes(words))).toEqual([])
  },
)

test('each area that is only in Portuguese exists', () => {
  expect(areas).toEqual(expect.arrayContaining([...OF_STAFF, ...SAME]))
})

/** Replaces each text by its type. */
function shapeOf(texts: unknown): unknown {
  if (typeof texts !== 'object' || texts === null) return typeof texts
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, shapeOf(text)]))
}

/** Returns the texts of all literals. The parts of a template count separately. */
function wordsIn(source = ''): string[] {
  const literals = Array.from(source.matchAll(/(?<!from )'([^'\n]*)'|`([^`]*)`/g))
  return literals
    .flatMap(([, plain, template]) => plain ?? template?.split(/\$\{[^}]*\}/) ?? [])
    .map((words) => words.trim())
    .filter((words) => /\p{L}{3}/u.test(words))
}

const numbersOf = (texts: unknown): unknown =>
  JSON.parse(
    JSON.stringify(texts, (name, text) => {
      if (name === 'phonePlaceholder') return ''
      return typeof text === 'string' ? (text.match(/\d+/g) ?? []).join() : text
    }) ?? 'null',
  )
