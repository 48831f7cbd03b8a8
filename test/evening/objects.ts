/** The Worker of the test: this tree's objects under their own names, the earlier ones beside them. */
import * as earlier from '#earlier/worker/index.ts'
import * as tree from '#worker/index.ts'
import { adopt, countHeard } from './activity.ts'
import { toBindings } from './bindings.ts'

export class BarRoom extends tree.BarRoom {
  constructor(ctx: DurableObjectState, env: Env) {
    const own = toBindings('tree', env)
    super(adopt(ctx, tree, own), own)
  }
}

export class Monitor extends tree.Monitor {
  constructor(ctx: DurableObjectState, env: Env) {
    const own = toBindings('tree', env)
    super(adopt(ctx, tree, own), own)
  }
}

export class EarlierRoom extends earlier.BarRoom {
  constructor(ctx: DurableObjectState, env: Env) {
    const own = toBindings('earlier', env)
    super(adopt(ctx, earlier, own), own)
  }
}

export class EarlierMonitor extends earlier.Monitor {
  constructor(ctx: DurableObjectState, env: Env) {
    const own = toBindings('earlier', env)
    super(adopt(ctx, earlier, own), own)
  }
}

for (const { prototype } of [BarRoom, Monitor, EarlierRoom, EarlierMonitor]) countHeard(prototype)

export class LoginGate extends tree.LoginGate {}

export default tree.default
