import * as earlierTokens from '#earlier/worker/auth/tokens.ts'
import earlierApp from '#earlier/worker/index.ts'
import * as treeTokens from '#worker/auth/tokens.ts'
import treeApp from '#worker/index.ts'
import type { WorldName } from './bindings.ts'
import type { Wire } from './wire.ts'
import { WIRES } from './wire.ts'

/** A Worker, with what the test needs to speak to it. */
export interface Version {
  name: WorldName
  app: Pick<typeof treeApp, 'fetch' | 'scheduled'>
  tokens: Pick<typeof treeTokens, 'mintSessionToken' | 'hashSecret'>
  wire: Wire
}

export const EARLIER: Version = {
  name: 'earlier',
  app: earlierApp,
  tokens: earlierTokens,
  wire: WIRES.earlier,
}

export const TREE: Version = {
  name: 'tree',
  app: treeApp,
  tokens: treeTokens,
  wire: WIRES.tree,
}
