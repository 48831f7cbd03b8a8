import { expect, test } from 'vitest'
import { aMessage, aSnapshot } from '#test/fakes/room.ts'
import { readFrame } from './frame.ts'

const said = { type: 'message', message: aMessage(1), unread: 1 }
const stored = { type: 'stored', message: aMessage(2) }

test('a frame is one message, or several in their order', () => {
  expect(readFrame(JSON.stringify(aSnapshot()))).toEqual([aSnapshot()])
  expect(readFrame(JSON.stringify([stored, said]))).toEqual([stored, said])
})

test('R6 what a page does not know takes nothing with it that shares the frame', () => {
  const unknown = [{ type: 'dança' }, null, 7, [said], { type: 'read' }]
  expect(readFrame(JSON.stringify([...unknown, stored, ...unknown]))).toEqual([stored])
  for (const data of ['', '[', '[]', 'null', new ArrayBuffer(2)])
    expect(readFrame(data)).toEqual([])
})
