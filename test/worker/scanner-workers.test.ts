import { expect, inject, test } from 'vitest'
import { listClientFiles } from './built-files.ts'

const NO_PAGE = "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
const POLICIES = {
  'native-worker': `default-src 'none'; script-src 'self'; ${NO_PAGE}`,
  'jsqr-worker': `default-src 'none'; script-src 'self'; ${NO_PAGE}`,
  'zxing-worker': `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; ${NO_PAGE}`,
}

test.each(Object.entries(POLICIES))(
  'T36 %s may do nothing but read pictures',
  async (name, policy) => {
    const [path, ...others] = listClientFiles().filter((file) => file.startsWith(`assets/${name}-`))
    expect(others).toEqual([])
    const answer = await fetch(`${inject('origin')}/${path}`)
    await answer.arrayBuffer()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-security-policy')).toBe(policy)
  },
)
