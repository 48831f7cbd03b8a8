import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export const NO_COMPILER =
  'The test of the host’s clock needs a C compiler: install one (Debian’s packages are gcc and libc6-dev), or name it in CC.'

/** CC, else the system's `cc`; undefined where it does not run. */
export function findCompiler(
  { CC = 'cc' }: { CC?: string | undefined } = process.env,
): string | undefined {
  return spawnSync(CC, ['--version']).status === 0 ? CC : undefined
}

/** Installs Debian's compiler where there is none and we are root on Debian. Elsewhere its test says what it needs. */
export function provideCompiler(): void {
  const mayInstall = process.getuid?.() === 0 && existsSync('/etc/debian_version')
  if (findCompiler() || process.env.CC !== undefined || !mayInstall) return
  console.log('No C compiler here: installing Debian’s …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'gcc', 'libc6-dev'],
  ]) {
    spawnSync('apt-get', args, { env, stdio: 'inherit' })
  }
}
