import * as v from 'valibot'
import { storedItem } from './stored-item.ts'

/** The texts of the bar's form, for a tab that the phone discards. */
export const barFormItem = storedItem(
  'barForm',
  v.object({
    /** Null for a new bar. */
    barId: v.nullable(v.string()),
    /** The bar's revision when the edit began. */
    revision: v.number(),
    /** Creates one bar, however often it is sent. */
    creationKey: v.string(),
    draft: v.record(v.string(), v.string()),
  }),
)
