import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '#scripts/paths.ts'

const read = (path: string): string => readFileSync(inRoot(path), 'utf8')
const operations = read('docs/operations.md')
const config = read('wrangler.toml')

/** What stands in a column of names, the first of a table's row. */
const named = new Set(
  [...operations.matchAll(/^\| ((?:`[^`]+`(?:, )?)+) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  ),
)

test('every event that is logged has its row in docs/operations.md, and no row is of another', () => {
  const [, union = ''] = /type LogEvent =([^/]*)/.exec(read('worker/log.ts')) ?? []
  const events = [...union.matchAll(/'(\w+)'/g)].map(([, event = '']) => event)
  expect(events).toContain('request_failed')
  expect([...named].filter((name) => /^[a-z]+(?:_[a-z]+)+$/.test(name)).sort()).toEqual(
    events.sort(),
  )
})

test('every variable of wrangler.toml has its row in docs/operations.md', () => {
  const [, table = ''] = /^\[vars\]\n([^[]*)/m.exec(config) ?? []
  const variables = [...table.matchAll(/^([A-Z_]+) =/gm)].map(([, name = '']) => name)
  expect(variables).toContain('PUBLIC_URL')
  expect(variables.filter((name) => !named.has(name))).toEqual([])
})

test('T43 the platform is told to keep no line of its own, which would hold a patron’s secret', () => {
  expect(config).toMatch(/^\[observability\.logs\]\n[^[]*^invocation_logs = false/m)
  expect(config).not.toMatch(/^\[observability(?:\.traces)?\]/m)
})
