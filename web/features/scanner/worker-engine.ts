import { ownScript } from '#web/own-script.ts'
import type { DecodedCode, Engine } from './engine.ts'
import { toTransfer } from './frame.ts'
import type { ReadRequest } from './serve-reader.ts'
import { FAILED, READY } from './serve-reader.ts'

/** Built workers are classic scripts for older browsers; the development server has modules. */
const WORKER_TYPE = import.meta.env.DEV ? 'module' : 'classic'

/** Rejects if the worker cannot be loaded. */
export async function openWorkerEngine(name: Engine['name'], address: string): Promise<Engine> {
  const worker = new Worker(ownScript(address), { type: WORKER_TYPE })
  const receive = () =>
    new Promise<unknown>((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = (event) => {
        event.preventDefault()
        reject(new Error(`The ${name} engine does not run.`))
      }
    })
  try {
    if ((await receive()) !== READY) throw new Error(`The ${name} engine did not load.`)
  } catch (error) {
    worker.terminate()
    throw error
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    name,
    read: (frame, isInverted) => {
      const answer = last.then(async () => {
        const received = receive()
        const request: ReadRequest = { frame, isInverted }
        worker.postMessage(request, toTransfer(frame))
        const codes = await received
        if (codes === FAILED) throw new Error(`The ${name} engine reads no more.`)
        return codes as DecodedCode[]
      })
      last = answer.catch(() => undefined)
      return answer
    },
    close: () => worker.terminate(),
  }
}
