import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NearParts } from './near-parts.tsx'

function draw(count: number): string {
  const items = Array.from({ length: count }, (_, index) => index)
  const children = (part: readonly number[]) => `${part[0]}-${part.at(-1)}`
  return renderToStaticMarkup(createElement(NearParts<number>, { items, rowPx: 10, children }))
}

const elementsIn = (markup: string) => markup.split('<div').length - 1

test('B8 a list of 20,000 draws its first part and few elements for the others', () => {
  const markup = draw(20_000)
  expect(elementsIn(markup)).toBeLessThan(100)
  expect(markup.match(/\d+-\d+(?=<)/g)).toEqual(['0-23'])
})

test.each([100, 1_000, 20_000])(
  'a list of %i is as high as all of its rows before it is drawn',
  (count) => {
    const heights = [...draw(count).matchAll(/block-size:(\d+)px/g)].map(([, px]) => Number(px))
    const drawn = 24
    expect(heights.reduce((sum, px) => sum + px, 0)).toBe((count - drawn) * 10)
  },
)
