// Which approval nodes may be kept.
import { expect, test } from 'vitest'
import { flowFault, levelsInUse } from '../../../src/domain/approval/flow-rule.ts'
import type { Level } from '../../../src/domain/approval/standing.ts'

const [ANN, BEN, CAT] = [1, 2, 3]
const ROLE = 7
const NONE: Level = { userIds: [], roleIds: [], need: 'any' }
const any = (...userIds: number[]): Level => ({ ...NONE, userIds })
const all = (...userIds: number[]): Level => ({ userIds, roleIds: [], need: 'all' })
const role = (...roleIds: number[]): Level => ({ ...NONE, roleIds })

test.each<[name: string, levels: Level[], want: ReturnType<typeof flowFault>]>([
  ['nobody', [NONE, NONE, NONE], { fault: 'tooFew', level: 1 }],
  ['one person', [any(ANN)], { fault: 'tooFew', level: 1 }],
  ['one role alone', [role(ROLE)], { fault: 'tooFew', level: 1 }],
  ['one person as both approvers', [any(ANN), any(ANN)], { fault: 'tooFew', level: 1 }],
  ['two of whom any one decides', [any(ANN, BEN)], undefined],
  ['two people on two levels', [any(ANN), any(BEN)], undefined],
  ['a person and a role', [any(ANN), role(ROLE)], undefined],
  ['the same role twice: two of its people', [role(ROLE), role(ROLE)], undefined],
  ['one who is asked again beside another', [any(ANN), any(ANN, BEN)], undefined],
  ['one whom no other can replace', [any(ANN), any(BEN), any(ANN)], { fault: 'sameTwice', level: 3 }],
  ['two for three levels', [any(ANN, BEN), any(ANN, BEN), any(ANN, BEN)], { fault: 'sameTwice', level: 3 }],
  ['all of a level with one of an earlier', [any(ANN), all(ANN, BEN)], { fault: 'sameTwice', level: 2 }],
  ['all of a level with one who can be spared', [any(ANN, CAT), all(ANN, BEN)], undefined],
  ['a level left out', [any(ANN, BEN), NONE, any(CAT)], { fault: 'gap', level: 2 }],
  ['nobody on the first level', [NONE, any(ANN, BEN), NONE], { fault: 'gap', level: 1 }],
])('%s', (_, levels, want) => {
  expect(flowFault(levels)).toEqual(want)
})

test('levels without anybody are not gone through', () => {
  expect(levelsInUse([any(ANN, BEN), NONE, NONE])).toEqual([any(ANN, BEN)])
})
