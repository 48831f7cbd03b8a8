import * as v from 'valibot'

/** An administrator can stop entrances to all bars. People who are inside stay. */
export const siteStateSchema = v.strictObject({ isStopped: v.boolean() })
export type SiteState = v.InferOutput<typeof siteStateSchema>
