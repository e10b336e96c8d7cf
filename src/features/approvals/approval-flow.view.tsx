// Words and looks of approval nodes: what is approved, and who decides on each of up to three levels.
import { msg } from '@lingui/core/macro'
import { approvalFlow } from '../../domain/approval/approval-flow.ts'
import { viewOf } from '../../resource/view.ts'
import { kindWords, needWords } from './approval-words.ts'

export const approvalFlowView = viewOf(approvalFlow, {
  title: msg({ context: 'page', message: 'Approval nodes' }),
  titleOne: msg`Approval node`,
  icon: 'users',
  add: msg`Add approval node`,
  nameOf: 'name',
  removeQuestion: msg`Delete the approval node? What is being approved goes on by it; later things are approved by whoever may view approval nodes.`,
  empty: {
    title: msg`No approval nodes yet`,
    why: msg`Until you say who approves what, anybody who may view approval nodes decides, one person a case.`,
    icon: 'users',
  },
  columns: [
    { of: 'kind', label: msg`What is approved`, width: 170, required: true },
    { of: 'name', label: msg`Name`, type: 'name', icon: () => 'users', width: 180 },
    { of: 'levels', label: msg`Levels`, type: 'number', width: 90, align: 'end' },
    { of: 'userNames1', label: msg`People of level 1`, type: 'list', width: 160 },
    { of: 'roleNames1', label: msg`Roles of level 1`, type: 'list', width: 150 },
    { of: 'userNames2', label: msg`People of level 2`, type: 'list', width: 160 },
    { of: 'roleNames2', label: msg`Roles of level 2`, type: 'list', width: 150 },
    { of: 'userNames3', label: msg`People of level 3`, type: 'list', width: 160, hidden: true },
    { of: 'roleNames3', label: msg`Roles of level 3`, type: 'list', width: 150, hidden: true },
    { of: 'changedByName', label: msg`Changed by`, width: 120, quiet: true },
    { of: 'updatedAt', label: msg`Changed`, type: 'age', width: 120, align: 'end' },
  ],
  card: { icon: () => 'users', title: 'name', state: 'kind', detail: ['userNames1', 'roleNames1'] },
  words: { kind: kindWords, need1: needWords, need2: needWords, need3: needWords },
  filters: { kind: msg`What is approved`, name: msg`Name` },
  initial: {
    kind: 'announcement',
    userIds1: [],
    roleIds1: [],
    need1: 'any',
    userIds2: [],
    roleIds2: [],
    need2: 'any',
    userIds3: [],
    roleIds3: [],
    need3: 'any',
  },
  form: [
    { of: 'kind', label: msg`What is approved` },
    { of: 'name', label: msg`Name` },
    {
      title: msg`Level 1`,
      fields: [
        {
          of: 'userIds1',
          label: msg`People`,
          hint: msg`Two different approvers are needed at least, over all levels`,
        },
        { of: 'roleIds1', label: msg`Roles`, hint: msg`Whoever holds the role at that time` },
        { of: 'need1', label: msg`Who has to approve` },
      ],
    },
    {
      title: msg`Level 2`,
      fields: [
        { of: 'userIds2', label: msg`People` },
        { of: 'roleIds2', label: msg`Roles` },
        { of: 'need2', label: msg`Who has to approve` },
      ],
    },
    {
      title: msg`Level 3`,
      folded: true,
      fields: [
        { of: 'userIds3', label: msg`People` },
        { of: 'roleIds3', label: msg`Roles` },
        { of: 'need3', label: msg`Who has to approve` },
      ],
    },
  ],
})
