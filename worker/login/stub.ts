import { BESIDE_DATABASE } from '#worker/rim/place.ts'
import type { LoginGate } from './login-gate.ts'

/** One of the two gates, the same for the same keyed hash. Two because scrypt holds an object's thread. */
export function gateOf(env: Env, keyedHash: string): DurableObjectStub<LoginGate> {
  const half = keyedHash.charCodeAt(0) % 2
  return env.LOGIN_GATE.getByName(`gate-${half}`, BESIDE_DATABASE)
}
