import * as v from 'valibot'
import { mintId } from './mint-id.ts'
import { storedItem } from './stored-item.ts'

/** The texts of the bar's form, for a tab that the phone discards. */
export const barFormItem = storedItem(
  'barForm',
  v.object({
    /** Null for a new bar. */
    barId: v.nullable(v.string()),
    /** The bar's revision when the edit began. */
    revision: v.number(),
    /** Creates one bar, however often it is sent. An older page kept none. */
    creationKey: v.optional(v.string(), mintId),
    draft: v.record(v.string(), v.string()),
  }),
)
