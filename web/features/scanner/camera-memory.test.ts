import { expect, test } from 'vitest'
import { orderCameras } from './camera-memory.ts'

const NAMES = ['wide', 'main', 'front']
const LISTED = NAMES.map((id) => ({ id, label: `camera ${id}` }))
const choose = (id: string, label = '') => ({ chosen: { id, label }, failed: [] })

test('the rear camera is first until another was chosen', () => {
  expect(orderCameras({ chosen: null, failed: [] }, LISTED)).toEqual(['rear', ...NAMES])
  expect(orderCameras(choose('main'), LISTED)).toEqual(['main', 'rear', 'wide', 'front'])
})

test('a camera that did not open is tried last', () => {
  expect(orderCameras({ chosen: null, failed: ['rear', 'wide'] }, LISTED)).toEqual([
    'main',
    'front',
    'rear',
    'wide',
  ])
})

test('behind a chosen camera that is unplugged the others wait', () => {
  expect(orderCameras(choose('gone', 'camera gone'), [])).toEqual(['gone', 'rear'])
})

test('a chosen camera is known by its label where the browser changed its id', () => {
  expect(orderCameras(choose('other', 'camera front'), LISTED)[0]).toBe('front')
})
