import { ownScript } from '#web/own-script.ts'
import type { DecodedCode, Engine, WorkerEngineName } from './engine.ts'
import { toTransfer } from './frame.ts'
import { READY } from './serve-reader.ts'

/** Built workers are classic scripts, which older browsers run too; the development server has modules. */
const WORKER_TYPE = import.meta.env.DEV ? 'module' : 'classic'

/** Starts an engine in a thread of its own. Rejects where it cannot be loaded. */
export async function openWorkerEngine(name: WorkerEngineName, address: string): Promise<Engine> {
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
    read: (frame) => {
      const answer = last.then(() => {
        const codes = receive() as Promise<DecodedCode[]>
        worker.postMessage(frame, toTransfer(frame))
        return codes
      })
      last = answer.catch(() => undefined)
      return answer
    },
    close: () => worker.terminate(),
  }
}
