import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ADMIN_API } from '#contract/admin-paths.ts'
import { PAGES } from '#contract/pages.ts'
import { API, HEALTH, MANIFEST, MEDIA_PREFIX, OFFLINE_PAGE, TEMPLATES } from '#contract/paths.ts'
import { inRoot } from '#scripts/paths.ts'

const config = readFileSync(inRoot('wrangler.toml'), 'utf8')
const [, list = ''] = /^run_worker_first = \[([^\]]*)\]/m.exec(config) ?? []
const rules = Array.from(list.matchAll(/"([^"]+)"/g), ([, rule = '']) => rule)

const ANSWERED = [
  ...[PAGES, TEMPLATES, API, ADMIN_API].flatMap((paths) => Object.values<string>(paths)),
  OFFLINE_PAGE,
  MANIFEST,
  HEALTH,
  `${MEDIA_PREFIX}logos/x.png`,
]

const covers = (rule: string, path: string): boolean =>
  rule.endsWith('*') ? path.startsWith(rule.slice(0, -1)) : path === rule

test('run_worker_first names every page and address of the API', () => {
  expect(rules).toContain('/')
  expect(ANSWERED.filter((path) => !rules.some((rule) => covers(rule, path)))).toEqual([])
})

test('run_worker_first names nothing that the Worker leaves to the files', () => {
  expect(rules.filter((rule) => !ANSWERED.some((path) => covers(rule, path)))).toEqual([])
})
