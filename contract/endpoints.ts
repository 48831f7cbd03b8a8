import * as v from 'valibot'
import { onlineCountSchema, publicBarSchema } from './bar.ts'
import { get, remove } from './endpoint.ts'
import { erasedSchema } from './erased.ts'
import { API } from './paths.ts'

/** The patrons' endpoints. `call` (web/api/call.ts) sends the requests, worker/routes/ answers them. */
export const ENDPOINTS = {
  /** Throws `bar_not_found` for an unknown bar. */
  readBar: get(API.bar, { answer: publicBarSchema }),
  /** The number of people online. Null for few people, or if it is unknown. */
  countOnline: get(API.online, { answer: onlineCountSchema }),
  /** The visit ends at once. Answers with the receipt. */
  leave: remove(API.visit, { answer: v.object({ erased: erasedSchema }) }),
  openSocket: get(API.socket),
} as const
