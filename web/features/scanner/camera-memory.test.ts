import { expect, test } from 'vitest'
import { orderCameras } from './camera-memory.ts'

const NAMES = ['wide', 'main', 'front']
const LISTED = NAMES.map((id) => ({ id, label: `camera ${id}` }))
const choose = (id: string, label = '') => ({ chosen: { id, label }, failed: [] })

const NOTHING = { chosen: null, failed: [] }

test.each([
  ['the rear camera is first', NOTHING, LISTED, ['rear', ...NAMES]],
  ['until another was chosen', choose('main'), LISTED, ['main', 'rear', 'wide', 'front']],
  [
    'a camera that did not open is tried last',
    { chosen: null, failed: ['rear', 'wide'] },
    LISTED,
    ['main', 'front', 'rear', 'wide'],
  ],
  [
    'behind a chosen camera that is unplugged the others wait',
    choose('gone', 'camera gone'),
    [],
    ['gone', 'rear'],
  ],
  [
    'a chosen camera is known by its label where the browser changed its id',
    choose('other', 'camera front'),
    LISTED,
    ['front', 'rear', 'wide', 'main'],
  ],
])('%s', (_, memory, listed, order) => {
  expect(orderCameras(memory, listed)).toEqual(order)
})
