import { completeLockfile } from './lockfile.ts'

completeLockfile()
