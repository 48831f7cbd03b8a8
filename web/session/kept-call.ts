import * as v from 'valibot'
import { ownHelpSchema } from '#contract/help.ts'
import { idSchema } from '#contract/id.ts'
import { storedItem } from './stored-item.ts'

const { kind } = ownHelpSchema.entries

/** A call for help that the server has not answered yet. One id, so that its repeats are one call. */
export const keptCallItem = storedItem(
  'helpCall',
  v.object({ barId: v.string(), id: idSchema, kind }),
)
