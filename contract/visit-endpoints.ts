import { blocksSchema } from './blocks.ts'
import { get, put, remove } from './endpoint.ts'
import { helpRequestSchema, helpStateSchema, helpWithdrawalSchema } from './help.ts'
import { subscriptionSchema } from './notices.ts'
import { API } from './paths.ts'

/** The endpoints that a visit needs after its first screen. They are apart so that list and chat do not load their schemas (B1). */
export const VISIT_ENDPOINTS = {
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
} as const
