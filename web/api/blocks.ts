import * as v from 'valibot'
import { address } from '#contract/address.ts'
import type { Block } from '#contract/blocks.ts'
import { blocksSchema } from '#contract/blocks.ts'
import { API } from '#contract/paths.ts'
import { request } from './request.ts'

/** The own ones that still hold, newest first. */
export function fetchBlocks(barId: string, secret: string): Promise<Block[]> {
  return request(address(API.blocks, { barId }), blocksSchema, { secret })
}

export async function blockPerson(barId: string, secret: string, personId: string): Promise<void> {
  await request(address(API.block, { barId, personId }), v.unknown(), { method: 'PUT', secret })
}

export async function unblockPerson(
  barId: string,
  secret: string,
  personId: string,
): Promise<void> {
  await request(address(API.block, { barId, personId }), v.unknown(), { method: 'DELETE', secret })
}
