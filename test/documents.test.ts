import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { inRoot, ROOT } from '#scripts/paths.ts'

const DOCUMENTS = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT })

/** A file or folder of the repository, from its root. */
const PATH = /`((?:bench|contract|docs|lint|migrations|public|scripts|test|web|worker)\/[\w./-]*)`/g
const LINK = /\]\((?!https?:|#)([^)#\s]+)/g

const missingIn = (document: string): string[] => {
  const text = readFileSync(inRoot(document), 'utf8')
  const paths = [...text.matchAll(PATH)].map(([, path = '']) => path)
  const links = [...text.matchAll(LINK)].map(([, link = '']) => join(dirname(document), link))
  return [...paths, ...links].filter((path) => !existsSync(inRoot(path)))
}

test('every file that README and docs name exists', () => {
  expect(DOCUMENTS).toContain('docs/architecture.md')
  expect(
    DOCUMENTS.flatMap((document) => missingIn(document).map((path) => [document, path])),
  ).toEqual([])
})
