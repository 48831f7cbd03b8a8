import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { inRoot, ROOT } from './paths.ts'

const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))

const runNode = (args: string[]) => promisify(execFile)(process.execPath, args, { cwd: ROOT })

// A module that is loaded and does nothing exits 0 as well.
test.concurrent.each<[string, string]>(Object.entries(scripts))(
  'the command %s says how it is used',
  async (name, command) => {
    const [program, ...args] = command.split(' ')
    expect(program).toBe('node')
    const { stdout } = await runNode([...args, '--help'])
    expect(stdout).toMatch(/^npm (run )?\S/)
    expect(stdout.split(/[ \n]/)).toContain(name)
  },
)

test('a Node that cannot run TypeScript is refused in one sentence', async () => {
  const [, ...args] = scripts.check.split(' ')
  const refusal = await runNode(['--no-experimental-strip-types', ...args, '--help']).catch(
    (error: unknown) => error,
  )
  expect(refusal).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^[^\n]+\n$/),
  })
})
