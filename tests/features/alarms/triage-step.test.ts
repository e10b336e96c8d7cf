// Where J and K lead when alarms leave the list under the person who works them off.
import { expect, test } from 'vitest'
import { placeOf, stepTo } from '../../../src/features/alarms/triage-step.ts'

const rows = (...ids: number[]) => ids.map(id => ({ id }))
const at = (id: number) => placeOf(rows(1, 2, 3, 4), id)

test.each<[string, ReturnType<typeof at>, number[], number, number | undefined]>([
  ['nobody is chosen: down to the first', undefined, [1, 2], 1, 1],
  ['nobody is chosen: up leads nowhere', undefined, [1, 2], -1, undefined],
  ['down by one', at(2), [1, 2, 3, 4], 1, 3],
  ['no further than the end', at(4), [1, 2, 3, 4], 1, undefined],
  ['one that came in above does not move the place', at(2), [9, 1, 2, 3], -1, 1],
  ['handled: on to the next', at(2), [1, 3, 4], 1, 3],
  ['handled, and the next by somebody else', at(2), [1, 4], 1, 4],
  ['handled: back to the one before', at(3), [1, 2, 4], -1, 2],
  ['the last one handled: to what is left', at(4), [1, 2, 3], 1, 3],
  ['another list: its first', at(2), [7, 8], 1, 7],
])('%s', (_, from, left, step, to) => {
  expect(stepTo(rows(...left), from, step)?.id).toBe(to)
})
