import { address } from '#contract/address.ts'
import type { HelpRequest, OwnHelp } from '#contract/help.ts'
import { helpStateSchema } from '#contract/help.ts'
import { API } from '#contract/paths.ts'
import { request } from './request.ts'

/** Resolves to the call as it stands. A repeated one is the same call. */
export async function callHelp(
  barId: string,
  secret: string,
  call: HelpRequest,
): Promise<OwnHelp | null> {
  const options = { method: 'PUT', secret, json: call } as const
  return (await request(address(API.help, { barId }), helpStateSchema, options)).help
}

/** "Já estou bem"; of a resolved call, that it was read. */
export async function withdrawHelp(
  barId: string,
  secret: string,
  id: string,
): Promise<OwnHelp | null> {
  const options = { method: 'DELETE', secret, json: { id }, keepalive: true } as const
  return (await request(address(API.help, { barId }), helpStateSchema, options)).help
}
