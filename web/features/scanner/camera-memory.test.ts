import { expect, test } from 'vitest'
import { orderCameras } from './camera-memory.ts'

const LISTED = ['wide', 'main', 'front']

test('the rear camera is first until another was chosen', () => {
  expect(orderCameras({ chosen: null, failed: [] }, LISTED)).toEqual(['rear', ...LISTED])
  expect(orderCameras({ chosen: 'main', failed: [] }, LISTED)).toEqual([
    'main',
    'rear',
    'wide',
    'front',
  ])
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
  expect(orderCameras({ chosen: 'gone', failed: [] }, [])).toEqual(['gone', 'rear'])
})
