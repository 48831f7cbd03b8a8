import type * as portuguese from '../service-worker.ts'

export const wroteToYou: typeof portuguese.wroteToYou = (name) => `${name} wrote to you`
