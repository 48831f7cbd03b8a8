import { readWithJsqr } from './read-with-jsqr.ts'
import { serveReader } from './serve-reader.ts'

serveReader(readWithJsqr)
