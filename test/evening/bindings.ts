import { tracked } from './activity.ts'

export type WorldName = 'earlier' | 'tree'

type OwnBindings = Pick<Env, 'DB' | 'MEDIA' | 'BAR_ROOM' | 'MONITOR'>

/** Each world has its own database, bucket, rooms and monitor. */
export function ownBindings(world: WorldName, env: Env): OwnBindings {
  if (world === 'tree') return env
  const find = (name: keyof OwnBindings) => Reflect.get(env, `EARLIER_${name}`)
  return {
    DB: find('DB'),
    MEDIA: find('MEDIA'),
    BAR_ROOM: find('BAR_ROOM'),
    MONITOR: find('MONITOR'),
  }
}

/** The bindings of a world's Worker and objects. The test sees when they are used. */
export function toBindings(world: WorldName, env: Env): Env {
  const { DB, MEDIA, BAR_ROOM, MONITOR } = ownBindings(world, env)
  return {
    ...env,
    DB: tracked(DB),
    MEDIA: tracked(MEDIA),
    BAR_ROOM: tracked(BAR_ROOM),
    MONITOR: tracked(MONITOR),
  }
}
