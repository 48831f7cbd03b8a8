import * as v from 'valibot'

const triesSchema = v.pipe(v.string(), v.digits(), v.transform(Number), v.minValue(1))

/**
 * How many logins one network may try in ten minutes, as `LOGIN_TRIES_PER_NETWORK` says. Throws where it
 * is no whole number from 1: a typo must neither shut everybody out nor let everybody try.
 */
export function readTriesPerNetwork(env: Pick<Env, 'LOGIN_TRIES_PER_NETWORK'>): number {
  return v.parse(triesSchema, env.LOGIN_TRIES_PER_NETWORK)
}
