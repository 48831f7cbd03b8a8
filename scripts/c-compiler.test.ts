import { expect, test } from 'vitest'
import { findCompiler } from './c-compiler.ts'

test('CC names the compiler, and one that does not run is none', () => {
  expect(findCompiler({ CC: process.execPath })).toBe(process.execPath)
  expect(findCompiler({ CC: '/none' })).toBeUndefined()
  expect(findCompiler({ CC: 'false' })).toBeUndefined()
})
