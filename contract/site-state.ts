import * as v from 'valibot'

/** Set by an administrator for all bars: nobody new comes in; people who are inside go on. */
export const siteStateSchema = v.strictObject({ isStopped: v.boolean() })
export type SiteState = v.InferOutput<typeof siteStateSchema>
