import * as v from 'valibot'
import { toIdentifier } from './identifier.ts'

const CPF = /^\d{11}$/
const CNPJ = /^[0-9A-Z]{12}\d{2}$/
/** "111.111.111-11" has valid check digits but is never issued. */
const ONE_DIGIT_REPEATED = /^(.)\1+$/

/**
 * The digits, or letters and digits, with any signs between. Words without digits stand around, as in
 * "CNPJ nº 12.ABC.345/01DE-35 (matriz)". A sign or a space parts them from it, as an identifier has letters too.
 */
const DOCUMENT =
  /^(?:\D*(?:[^\p{L}\d]|CPF|CNPJ))?((?:\d[^\p{L}\d]*){11}|(?:[\dA-Z][^\p{L}\d]*){14})(?:[^\p{L}\d]\D*)?$/u

/** The first 12 places of a CNPJ may be letters (Instrução Normativa RFB 2.229/2024). */
export function toDocument(text: string): string | null {
  const [, found = ''] = DOCUMENT.exec(toIdentifier(text).toUpperCase()) ?? []
  const dense = found.replace(/[^\dA-Z]/g, '')
  return isCpf(dense) || isCnpj(dense) ? dense : null
}

export function formatDocument(document: string): string {
  return CPF.test(document)
    ? document.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')
    : document.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5')
}

export const documentSchema = v.pipe(
  v.string(),
  v.check((document) => toDocument(document) === document),
)

function isCpf(text: string): boolean {
  return CPF.test(text) && !ONE_DIGIT_REPEATED.test(text) && hasCheckDigits(text, 11)
}

function isCnpj(text: string): boolean {
  return CNPJ.test(text) && !ONE_DIGIT_REPEATED.test(text) && hasCheckDigits(text, 9)
}

function hasCheckDigits(text: string, heaviest: number): boolean {
  const body = text.slice(0, -2)
  const first = checkDigit(body, heaviest)
  return text === `${body}${first}${checkDigit(`${body}${first}`, heaviest)}`
}

/** Modulo 11. Weights are 2, 3 … `heaviest` from the right, repeated; `A` is worth 17. */
function checkDigit(text: string, heaviest: number): number {
  const sum = [...text].reverse().reduce((total, character, place) => {
    return total + (character.charCodeAt(0) - 48) * (2 + (place % (heaviest - 1)))
  }, 0)
  return sum % 11 < 2 ? 0 : 11 - (sum % 11)
}
