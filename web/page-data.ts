import * as v from 'valibot'
import type { OwnSite } from '#contract/bar-address.ts'
import type { PageData } from '#contract/page-data.ts'
import { PAGE_DATA_ELEMENT_ID, pageDataSchema } from '#contract/page-data.ts'

let read: PageData | undefined

/** Prerendering has no document to read from. */
export function givePageData(data: PageData): void {
  read = data
}

/** Data that the Worker sent with this page. */
export function pageData(): PageData {
  read ??= readPageData()
  return read
}

/** The hosts that a bar's address may have. */
export function ownSite(): OwnSite {
  return { origin: location.origin, otherHosts: pageData().otherHosts }
}

function readPageData(): PageData {
  try {
    const block = document.getElementById(PAGE_DATA_ELEMENT_ID)?.textContent ?? ''
    return v.parse(pageDataSchema, JSON.parse(block))
  } catch {
    return { productName: readApplicationName(), bar: null, otherHosts: [] } // not served by the Worker
  }
}

function readApplicationName(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')
  return meta?.content || 'Brinde'
}
