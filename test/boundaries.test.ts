import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inRoot } from '#scripts/paths.ts'
import { runTool } from '#scripts/run-tool.ts'

const imports = (address: string): string =>
  `import { x } from '${address}'\n\nexport const y = x\n`

const IMPORT = 'lint/style/noRestrictedImports'

type Sample = [claim: string, path: string, code: string, rule: string]

/** One of each kind. What the rules allow is proved by `biome check` on the product itself. */
const SAMPLES: Sample[] = [
  [
    'an object literal is not spread into another',
    'contract/spread-object.ts',
    'export const x = (y: number) => ({ ...{ y }, z: 1 })\n',
    'plugin',
  ],
  [
    'an array literal is not spread into arguments',
    'scripts/spread-array.ts',
    'export const x = (y: number) => Math.max(...[y, 1])\n',
    'plugin',
  ],
  [
    'an object literal is not spread into an element',
    'web/spread-attributes.tsx',
    'export const X = (props: { id: string }) => <i {...{ id: props.id }} />\n',
    'plugin',
  ],
  [
    'O10 a text never stands beside an element',
    'web/text-beside-element.tsx',
    'export const X = (props: { name: string }) => (\n  <p>\n    {props.name}\n    <b />\n  </p>\n)\n',
    'plugin',
  ],
  ['web never imports worker', 'web/api/a.ts', imports('#worker/db/bars.ts'), IMPORT],
  [
    'a feature never imports another',
    'web/features/chat/c.ts',
    imports('#web/features/qr/b.ts'),
    IMPORT,
  ],
  [
    'only worker/db asks D1',
    'worker/routes/d.ts',
    "export const x = (db: D1Database) => db.prepare('SELECT 1')\n",
    'plugin',
  ],
  [
    'T26 only worker/media touches the bucket',
    'worker/routes/e.ts',
    "export const x = (env: Env) => env.MEDIA.get('x')\n",
    'plugin',
  ],
  [
    'T39 sql.raw is refused',
    'worker/db/f.ts',
    "import { sql } from 'drizzle-orm'\n\nexport const x = sql.raw('x')\n",
    'plugin',
  ],
  [
    'T39 SQL built by a template is refused',
    'worker/room/g.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the sample is source text.
    'export const x = (db: SqlStorage, y: string) => db.exec(`SELECT ${y}`)\n',
    'plugin',
  ],
  ['T21 innerHTML is refused', 'web/h.ts', "document.body.innerHTML = 'x'\n", 'plugin'],
  [
    'the room’s internals are not imported from outside',
    'worker/routes/i.ts',
    imports('#worker/room/people/people.ts'),
    IMPORT,
  ],
  [
    'a room is called through worker/durable-objects.ts alone',
    'worker/routes/j.ts',
    "export const x = (env: Env) => env.BAR_ROOM.getByName('x')\n",
    'plugin',
  ],
  [
    'a cycle of types is refused',
    'worker/auth/k.ts',
    "import type { L } from './l.ts'\n\nexport type K = L\n",
    'lint/suspicious/noImportCycles',
  ],
]

/** The file that closes the import cycle. */
const OTHER_HALF = [
  'worker/auth/l.ts',
  "import type { K } from './k.ts'\n\nexport type L = K | null\n",
] as const

let house: string
/** Rules broken, by file. */
let broken: Map<string, string[]>

beforeAll(async () => {
  house = mkdtempSync(join(tmpdir(), 'brinde-boundaries-'))
  for (const rules of ['biome.json', 'lint', 'package.json']) {
    cpSync(inRoot(rules), join(house, rules), { recursive: true })
  }
  for (const [file, code] of [OTHER_HALF, ...SAMPLES.map(([, ...sample]) => sample)]) {
    mkdirSync(dirname(join(house, file)), { recursive: true })
    writeFileSync(join(house, file), code)
  }
  const { stdout } = await runTool('biome', [
    'lint',
    '--vcs-enabled=false',
    '--reporter=json',
    '--max-diagnostics=none',
    `--config-path=${house}`,
    house,
  ])
  const { diagnostics }: { diagnostics: { category: string; location: { path: string } }[] } =
    JSON.parse(stdout)
  broken = new Map(SAMPLES.map(([, file]) => [file, []]))
  for (const { category, location } of diagnostics) {
    broken.get(relative(house, resolve(house, location.path)))?.push(category)
  }
})

afterAll(() => rmSync(house, { recursive: true }))

test.each(SAMPLES)('%s', (_claim, file, _code, rule) => {
  expect(broken.get(file)).toContain(rule)
})
