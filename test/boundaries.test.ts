import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inRoot } from '#scripts/paths.ts'
import { runTool } from '#scripts/run-tool.ts'

const imports = (address: string): string =>
  `import { x } from '${address}'\n\nexport const y = x\n`
const importsType = (address: string): string =>
  `import type { X } from '${address}'\n\nexport type Y = X\n`
const loads = (address: string): string => `export const y = () => import('${address}')\n`
const draws = (jsx: string): string => `export function Draft() {\n  return ${jsx}\n}\n`

const IMPORT = 'lint/style/noRestrictedImports'

type Sample = [claim: string, path: string, code: string, rule: string]

const REFUSED: Sample[] = [
  ['contract never imports worker', 'contract/a.ts', imports('#worker/db/bars.ts'), IMPORT],
  ['contract never imports web', 'contract/a.ts', imports('#web/api/bars.ts'), IMPORT],
  ['contract never imports a package but valibot', 'contract/a.ts', imports('hono'), IMPORT],
  ['contract never climbs out', 'contract/a.ts', imports('../worker/log.ts'), IMPORT],
  ['web never imports worker', 'web/api/a.ts', imports('#worker/db/bars.ts'), IMPORT],
  ['web never imports a worker’s type', 'web/a.ts', importsType('#worker/index.ts'), IMPORT],
  [
    'web never names a worker’s type in passing',
    'web/a.ts',
    "export type Y = import('#worker/index.ts').X\n",
    'plugin',
  ],
  ['web never loads worker lazily', 'web/pages/a.ts', loads('#worker/log.ts'), IMPORT],
  ['web never imports Node', 'web/socket/a.ts', imports('node:crypto'), IMPORT],
  ['web never climbs', 'web/pages/a.ts', imports('../../worker/log.ts'), IMPORT],
  ['worker never imports web', 'worker/routes/a.ts', imports('#web/main.tsx'), IMPORT],
  ['worker never climbs', 'worker/routes/a.ts', imports('../../web/main.tsx'), IMPORT],
  ['worker never imports Node', 'worker/room/a.ts', imports('node:fs'), IMPORT],
  ['worker/db never imports Node', 'worker/db/a.ts', imports('node:crypto'), IMPORT],
  ['worker/auth has no Node but node:crypto', 'worker/auth/a.ts', imports('node:fs'), IMPORT],
  ['worker/login has no Node but node:crypto', 'worker/login/a.ts', imports('node:fs'), IMPORT],
  ['only worker/db has drizzle', 'worker/routes/a.ts', imports('drizzle-orm/d1'), IMPORT],
  ['not even worker/login has drizzle', 'worker/login/a.ts', imports('drizzle-orm'), IMPORT],
  [
    'policy never imports the database',
    'worker/policy/a.ts',
    imports('#worker/db/bars.ts'),
    IMPORT,
  ],
  ['policy never imports a package', 'worker/policy/a.ts', imports('hono'), IMPORT],
  [
    'a feature never imports another',
    'web/features/chat/a.ts',
    imports('#web/features/qr/b.ts'),
    IMPORT,
  ],
  [
    'a feature never loads another',
    'web/features/chat/a.ts',
    loads('#web/features/qr/b.ts'),
    IMPORT,
  ],
  ['a feature never climbs to another', 'web/features/chat/a.ts', imports('../qr/b.ts'), IMPORT],
  ['a feature never imports a page', 'web/features/chat/a.ts', imports('#web/pages/b.tsx'), IMPORT],
  ['web/ui never imports contract', 'web/ui/a.ts', imports('#contract/limits.ts'), IMPORT],
  ['web/ui never imports a feature', 'web/ui/a.ts', imports('#web/features/qr/b.ts'), IMPORT],
  [
    'web/socket never imports a feature',
    'web/socket/a.ts',
    imports('#web/features/qr/b.ts'),
    IMPORT,
  ],
  [
    'web/pictures never imports a feature',
    'web/pictures/a.ts',
    imports('#web/features/qr/b.ts'),
    IMPORT,
  ],
  [
    'what is served never imports the gallery',
    'web/pages/a.ts',
    imports('#gallery/cast.ts'),
    IMPORT,
  ],
  [
    'the Worker never imports the gallery',
    'worker/routes/a.ts',
    imports('#gallery/cast.ts'),
    IMPORT,
  ],
  ['T21 innerHTML is refused', 'web/a.ts', "document.body.innerHTML = 'x'\n", 'plugin'],
  ['T21 outerHTML is refused', 'web/a.ts', "document.body['outerHTML'] = 'x'\n", 'plugin'],
  [
    'T21 insertAdjacentHTML is refused',
    'web/a.ts',
    "document.body.insertAdjacentHTML('beforeend', 'x')\n",
    'plugin',
  ],
  [
    'T21 dangerouslySetInnerHTML is refused',
    'web/a.tsx',
    draws("<p dangerouslySetInnerHTML={{ __html: 'x' }} />"),
    'lint/security/noDangerouslySetInnerHtml',
  ],
  [
    'T39 sql.raw is refused',
    'worker/db/a.ts',
    "import { sql } from 'drizzle-orm'\n\nexport const x = sql.raw('x')\n",
    'plugin',
  ],
  [
    'T39 SQL built by a template is refused',
    'worker/room/a.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the sample is source text.
    'export const x = (db: SqlStorage, y: string) => db.exec(`SELECT ${y}`)\n',
    'plugin',
  ],
  [
    'T39 SQL built by concatenation is refused',
    'worker/db/a.ts',
    "export const x = (db: D1Database, y: string) => db.prepare('SELECT ' + y)\n",
    'plugin',
  ],
  [
    'only worker/db asks D1',
    'worker/routes/a.ts',
    'export const x = (env: Env) => env.DB.batch([])\n',
    'plugin',
  ],
  [
    'only worker/db asks D1, whatever it is called',
    'worker/room/a.ts',
    "export const x = (db: D1Database) => db.prepare('SELECT 1')\n",
    'plugin',
  ],
  [
    'T26 only worker/media touches the bucket',
    'worker/routes/a.ts',
    "export const x = (env: Env) => env.MEDIA.get('x')\n",
    'plugin',
  ],
  [
    'text between tags is refused',
    'web/a.tsx',
    draws('<p>Boa noite</p>'),
    'lint/style/noJsxLiterals',
  ],
  ['a spoken label is refused', 'web/a.tsx', draws('<p aria-label="Boa noite" />'), 'plugin'],
  [
    'a string as child is refused',
    'web/a.tsx',
    draws("<p>{Math.random() > 1 ? 'Oi' : null}</p>"),
    'plugin',
  ],
  ['an accented string is refused', 'web/a.ts', "export const x = 'você'\n", 'plugin'],
  [
    'a test that asks for its size past test/support/runs.ts is refused',
    'worker/room/a.test.ts',
    "import { inject } from 'vitest'\n\nexport const x = inject('testSize') === 'full'\n",
    'plugin',
  ],
  ['console is refused', 'web/a.ts', 'console.log(1)\n', 'lint/suspicious/noConsole'],
  ['any is refused', 'worker/a.ts', 'export type X = any\n', 'lint/suspicious/noExplicitAny'],
  [
    'a barrel is refused',
    'web/ui/a.ts',
    "export * from './b.ts'\n",
    'lint/performance/noReExportAll',
  ],
  [
    'a camel-case file is refused',
    'web/ui/fileName.ts',
    'export const x = 1\n',
    'lint/style/useFilenamingConvention',
  ],
  [
    'a default export is refused',
    'web/ui/a.ts',
    'export default 1\n',
    'lint/style/noDefaultExport',
  ],
]

const ALLOWED: [claim: string, path: string, code: string][] = [
  [
    'a test asks test/support/runs.ts for its size',
    'worker/room/a.test.ts',
    "import { isFullSize } from '#test/support/runs.ts'\n\nexport const x = isFullSize()\n",
  ],
  ['contract imports contract and valibot', 'contract/a.ts', imports('#contract/limits.ts')],
  ['contract imports valibot', 'contract/a.ts', imports('valibot')],
  ['a contract text imports contract', 'contract/texts/a.ts', imports('../interest.ts')],
  ['worker/login has node:crypto', 'worker/login/a.ts', imports('node:crypto')],
  ['worker/auth has node:crypto', 'worker/auth/a.ts', imports('node:crypto')],
  ['worker/db has drizzle', 'worker/db/a.ts', imports('drizzle-orm/d1')],
  ['a route imports db, policy and contract', 'worker/routes/a.ts', imports('#worker/policy/b.ts')],
  ['policy imports contract', 'worker/policy/a.ts', imports('#contract/person.ts')],
  ['a feature imports its own files', 'web/features/chat/a.ts', imports('./b.ts')],
  ['a feature imports ui', 'web/features/chat/a.ts', imports('#web/ui/button.tsx')],
  ['a feature imports contract', 'web/features/chat/a.ts', imports('#contract/texts/chat.ts')],
  ['a page composes features', 'web/pages/a.ts', imports('#web/features/chat/b.ts')],
  [
    'worker/media touches the bucket',
    'worker/media/a.ts',
    "export const x = (env: Env) => env.MEDIA.get('x')\n",
  ],
  [
    'a route hands the database on',
    'worker/routes/a.ts',
    'export const x = (env: Env, ask: (db: D1Database) => void) => ask(env.DB)\n',
  ],
  [
    'worker/db asks D1',
    'worker/db/a.ts',
    "export const x = (env: Env) => env.DB.prepare('SELECT 1')\n",
  ],
  [
    'SQL with bindings is welcome',
    'worker/room/a.ts',
    'export const x = (db: SqlStorage, y: string) => db.exec(`SELECT ?`, y)\n',
  ],
  [
    'a text from the catalogue is welcome',
    'web/a.tsx',
    draws('<p className="m-2">{String(1)} · {2}</p>'),
  ],
]

/** A second or two; more beside everything else that a whole run does. */
const LINTED_WITHIN_MS = 120_000

let house: string
/** Rules broken, by file. */
let broken: Map<string, string[]>

// Each sample is a file of its own in a copy of the house's rules, so that one run judges them all.
const toFile = (path: string, index: number): string =>
  path.replace(/([ab])((?:\.test)?\.tsx?)$/, `sample-${index}$2`)
const SAMPLES = [...REFUSED, ...ALLOWED].map(([, path, code], index) => ({
  file: toFile(path, index),
  code,
}))

beforeAll(async () => {
  house = mkdtempSync(join(tmpdir(), 'brinde-boundaries-'))
  for (const rules of ['biome.json', 'lint', 'package.json']) {
    cpSync(inRoot(rules), join(house, rules), { recursive: true })
  }
  for (const { file, code } of SAMPLES) {
    mkdirSync(dirname(join(house, file)), { recursive: true })
    writeFileSync(join(house, file), code)
  }
  const { stdout } = await runTool('biome', [
    ...['lint', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none'],
    ...[`--config-path=${house}`, house],
  ])
  const { diagnostics }: { diagnostics: { category: string; location: { path: string } }[] } =
    JSON.parse(stdout)
  broken = new Map(SAMPLES.map(({ file }) => [file, []]))
  for (const { category, location } of diagnostics) {
    broken.get(relative(house, resolve(house, location.path)))?.push(category)
  }
}, LINTED_WITHIN_MS)

afterAll(() => rmSync(house, { recursive: true }))

test.each(
  REFUSED.map(([claim, path, , rule], index) => ({ claim, file: toFile(path, index), rule })),
)('$claim', ({ file, rule }) => {
  expect(broken.get(file)).toContain(rule)
})

test.each(
  ALLOWED.map(([claim, path], index) => ({ claim, file: toFile(path, REFUSED.length + index) })),
)('$claim', ({ file }) => {
  expect(broken.get(file)).toEqual([])
})
