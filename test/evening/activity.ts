import { toTestTime } from './moments.ts'

/**
 * What the world that plays is doing, as the test sees it from outside: it waits until nothing is
 * under way before it looks, moves the clock or lets the other world play.
 */
export const activity = { underWay: 0, done: 0, sent: 0, messages: 0, closes: 0 }

/** The names of objects that something has asked since they were last found at rest. */
export const asked = new Set<string>()
/** Stands for every object. */
export const ALL = 'all'

/** Counts work until it has ended. */
export async function track<T>(work: PromiseLike<T> | T): Promise<T> {
  activity.underWay += 1
  try {
    return await work
  } finally {
    activity.underWay -= 1
    activity.done += 1
  }
}

type Method = (...values: unknown[]) => unknown

/** These calls return an object at once; only that object's own calls take time. */
const AT_ONCE = ['prepare', 'bind', 'jurisdiction', 'getByName']

/** A binding whose calls are counted while they are under way. */
export function tracked<T extends object>(binding: T): T {
  return new Proxy(binding, {
    get: (_, name) => {
      const value: unknown = Reflect.get(binding, name, binding)
      if (typeof value !== 'function' || name === 'then') return value
      const isNamespace = name === 'getByName'
      // Called on the object itself: a binding's methods know their own.
      const call = (...values: unknown[]) =>
        (binding as Record<PropertyKey, Method>)[name]?.(...values)
      return AT_ONCE.includes(String(name))
        ? (...values: unknown[]) => {
            if (isNamespace) asked.add(String(values[0]))
            return tracked(call(...values) as object)
          }
        : (...values: unknown[]) => track(call(...values))
    },
  })
}

/** Counts what an object's sockets bring it, once it has dealt with it. */
export function countHeard(prototype: object): void {
  const counts = {
    webSocketMessage: 'messages',
    webSocketClose: 'closes',
    webSocketError: 'closes',
  } as const
  for (const [name, count] of Object.entries(counts)) {
    const hear: unknown = Reflect.get(prototype, name)
    if (typeof hear !== 'function') continue
    const value = function (this: object, ...values: unknown[]) {
      const heard = hear.apply(this, values)
      activity[count] += 1
      activity.done += 1
      return heard && track(heard)
    }
    Object.defineProperty(prototype, name, { value })
  }
}

interface Senders {
  NoticeSender: new (ctx: ExecutionContext, env: Env) => object
}

/** An object's state, by which the test sees what it does, and which has its own world's clock and senders. */
export function adopt(
  ctx: DurableObjectState,
  { NoticeSender }: Senders,
  env: Env,
): DurableObjectState {
  const { storage } = ctx
  const waitUntil = ctx.waitUntil.bind(ctx)
  const sync = storage.sync.bind(storage)
  const pingedAt = ctx.getWebSocketAutoResponseTimestamp.bind(ctx)
  const sender = new NoticeSender({ waitUntil } as ExecutionContext, env)
  Object.defineProperties(ctx, {
    waitUntil: { value: (work: Promise<unknown>) => waitUntil(track(work)) },
    getWebSocketAutoResponseTimestamp: {
      value: (socket: WebSocket) => toTestTime(pingedAt(socket)),
    },
    exports: { value: { NoticeSender: tracked(sender) } },
  })
  Object.defineProperty(storage, 'sync', { value: () => track(sync()) })
  return ctx
}
