import { log } from '#worker/log.ts'
import { monitorOf } from './stub.ts'

/**
 * Has whoever watches read the bars anew. Where the monitor cannot be reached the change is made all
 * the same, and pages show it when they next load.
 */
export async function tellRegisterChanged(env: Env): Promise<void> {
  try {
    await monitorOf(env).noteRegister()
  } catch (error) {
    log('register_not_told', { error })
  }
}
