import * as v from 'valibot'
import { onlineCountSchema, publicBarSchema } from './bar.ts'
import { blocksSchema } from './blocks.ts'
import { get, put, remove } from './endpoint.ts'
import { helpRequestSchema, helpStateSchema, helpWithdrawalSchema } from './help.ts'
import { subscriptionSchema } from './notices.ts'
import { API } from './paths.ts'
import { erasedSchema } from './protocol.ts'

/** The patrons' endpoints. `call` (web/api/call.ts) sends the requests, worker/routes/ answers them. */
export const ENDPOINTS = {
  /** Throws `bar_not_found` for an unknown bar. */
  readBar: get(API.bar, { answer: publicBarSchema }),
  /** The number of people online. Null for few people, or if it is unknown. */
  countOnline: get(API.online, { answer: onlineCountSchema }),
  /** The visit ends at once. Answers with the receipt. */
  leave: remove(API.visit, { answer: v.object({ erased: erasedSchema }) }),
  subscribe: put(API.notices, { body: subscriptionSchema }),
  unsubscribe: remove(API.notices),
  /** The own ones that still hold, newest first. */
  listBlocks: get(API.blocks, { answer: blocksSchema }),
  block: put(API.block),
  unblock: remove(API.block),
  /** Answers with the current call. Idempotent. */
  callHelp: put(API.help, { body: helpRequestSchema, answer: helpStateSchema }),
  /** "Já estou bem"; of a resolved call, that it was read. */
  withdrawHelp: remove(API.help, { body: helpWithdrawalSchema, answer: helpStateSchema }),
  openSocket: get(API.socket),
} as const
