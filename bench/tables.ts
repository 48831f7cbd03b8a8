import type { Figure } from './runs.ts'

type Cell = string | number

/** A table of Markdown: a column of names, then columns of figures. */
export function toTable(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const [names = '', ...figures] = head
  const rule = `|---|${figures.map(() => '---:|').join('')}`
  return [toRow([names, ...figures]), rule, ...rows.map(toRow)].join('\n')
}

const toRow = (cells: readonly Cell[]) => `| ${cells.join(' | ')} |`

export function toText(value: number, digits = 0): string {
  return value.toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}

/** From the least to the most, or one figure where the runs do not differ. */
export function toSpread({ least, most }: Figure, digits = 0): string {
  const [from, to] = [toText(least, digits), toText(most, digits)]
  return from === to ? from : `${from}-${to}`
}

/** Two cells: the median, and between what the runs lay. */
export function toCells(figure: Figure, digits = 0): [string, string] {
  return [toText(figure.median, digits), toSpread(figure, digits)]
}

/** The same in one cell, the runs in brackets. */
export function toOneCell(figure: Figure, digits = 0): string {
  return `${toText(figure.median, digits)} (${toSpread(figure, digits)})`
}
