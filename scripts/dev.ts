import { spawn } from 'node:child_process'
import { findPort, readAddress, toOrigin } from './address.ts'
import { endOnSignal } from './end-on-signal.ts'
import { ROOT, TOOLS } from './paths.ts'
import { describeAddresses, prepareLocal } from './prepare-local.ts'
import { runScript } from './refusal.ts'
import { QUIET_ENV } from './run-tool.ts'
import { markRunning, unmarkRunning } from './running.ts'

await runScript(async () => {
  const address = readAddress(process.env)
  const origin = toOrigin(address)
  markRunning(origin)
  try {
    await findPort(address)
    await prepareLocal(origin)
    const vite = spawn(
      process.execPath,
      [TOOLS.vite, `--host=${address.host}`, `--port=${address.port}`, '--strictPort'],
      { cwd: ROOT, env: { ...process.env, ...QUIET_ENV }, stdio: ['ignore', 'inherit', 'inherit'] },
    )
    const ended = new Promise<number>((resolve) => {
      vite.once('close', (code) => resolve(code ?? 0))
    })
    endOnSignal(async () => {
      vite.kill('SIGTERM')
    })
    process.stdout.write(describeAddresses(origin))
    process.exitCode = await ended
  } finally {
    unmarkRunning()
  }
})
