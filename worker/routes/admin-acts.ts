import { Hono } from 'hono'
import * as v from 'valibot'
import type { ShownActs } from '#contract/acts.ts'
import { actKindSchema } from '#contract/acts.ts'
import { ADMIN_ENDPOINTS } from '#contract/admin-endpoints.ts'
import { barIdSchema } from '#contract/bar-id.ts'
import { toCsv, toCsvRows } from '#contract/csv.ts'
import { idSchema } from '#contract/id.ts'
import { LIMITS } from '#contract/limits.ts'
import { ACTS_FILE_HEAD, toActsFileRow } from '#contract/texts/acts.ts'
import type { AppEnv } from '#worker/app-env.ts'
import { listActs } from '#worker/db/acts.ts'
import { at } from '#worker/http/at.ts'
import { cursorSchema, parseInput } from '#worker/http/input.ts'
import { streamText } from '#worker/http/stream-text.ts'
import { accountOf, only } from '#worker/middleware/signed-in.ts'

const filterEntries = {
  bar: v.exactOptional(barIdSchema),
  kind: v.exactOptional(actKindSchema),
  account: v.exactOptional(idSchema),
  person: v.exactOptional(idSchema),
}
const fileSchema = v.strictObject(filterEntries)
const pageSchema = v.strictObject({ ...filterEntries, after: cursorSchema(1) })

export const adminActs = new Hono<AppEnv>()
  .on(...at(ADMIN_ENDPOINTS.listActs), only('seeActs'), async (c) => {
    const { after, ...filter } = parseInput(pageSchema, c.req.query())
    const page = { after, limit: LIMITS.actsPage }
    return c.json((await listActs(c.env.DB, accountOf(c), filter, page)) satisfies ShownActs)
  })
  .on(...at(ADMIN_ENDPOINTS.readActsFile), only('seeActs'), async (c) => {
    const filter = parseInput(fileSchema, c.req.query())
    const read = (after?: string) =>
      listActs(c.env.DB, accountOf(c), filter, { after, limit: LIMITS.actsFilePage })
    const first = await read()
    c.header('Content-Type', 'text/csv; charset=utf-8')
    c.header('Content-Disposition', 'attachment; filename="registro.csv"')
    return c.body(streamText(writeFile(first, read)))
  })

/** Memory never holds all of it. A page that fails breaks the download off. */
async function* writeFile(
  { acts, next }: ShownActs,
  read: (after: string) => Promise<ShownActs>,
): AsyncGenerator<string, void> {
  yield toCsv([ACTS_FILE_HEAD, ...acts.map(toActsFileRow)])
  while (next) {
    const page = await read(next)
    yield toCsvRows(page.acts.map(toActsFileRow))
    next = page.next
  }
}
