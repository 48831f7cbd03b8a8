import type { BarAddress, OwnSite } from '#contract/bar-address.ts'
import { readBarAddress } from '#contract/bar-address.ts'
import type { DecodedCode } from './formats.ts'
import { isProductFormat } from './formats.ts'

export type Verdict =
  | { kind: 'bar'; text: string; address: BarAddress }
  | { kind: 'refused'; text: string }
  | { kind: 'product'; text: string }

/** A sticker over the bar's code must lead nowhere (T36). A barcode on a bottle is ignored. */
export function judgeCode({ text, format }: DecodedCode, site: OwnSite): Verdict {
  if (isProductFormat(format)) return { kind: 'product', text }
  const address = readCode(text, site)
  return address ? { kind: 'bar', text, address } : { kind: 'refused', text }
}

/** A code is one address, in which a table's name may hold spaces. Otherwise it is read as a sentence. */
function readCode(text: string, site: OwnSite): BarAddress | null {
  const whole = readBarAddress(text.trim().replaceAll(' ', '%20'), site)
  return whole?.table ? whole : readBarAddress(text, site)
}

/** Precedence: a bar's code, a refusal, a retail barcode. */
export function judgeCodes(codes: DecodedCode[], site: OwnSite): Verdict | null {
  const verdicts = codes.map((code) => judgeCode(code, site))
  const find = (kind: Verdict['kind']) => verdicts.find((verdict) => verdict.kind === kind)
  return find('bar') ?? find('refused') ?? find('product') ?? null
}

export const REPORT_AGAIN_AFTER_MS = 5_000

export class ReportedCodes {
  #reportedAt = new Map<string, number>()

  /** True the first time, and again after `REPORT_AGAIN_AFTER_MS`. */
  mayReport(text: string, nowMs: number): boolean {
    const reportedAt = this.#reportedAt.get(text)
    if (reportedAt !== undefined && nowMs - reportedAt < REPORT_AGAIN_AFTER_MS) return false
    this.#reportedAt.set(text, nowMs)
    return true
  }
}
