// Words and looks of boards.
import { msg } from '@lingui/core/macro'
import { board } from '../../domain/board/board.ts'
import { viewOf } from '../../resource/view.ts'
import { boardPath } from './addresses.ts'
import { BoardPeek } from './board-peek.tsx'

export const boardView = viewOf(board, {
  title: msg({ context: 'page', message: 'Boards' }),
  titleOne: msg`Board`,
  icon: 'grid',
  add: msg`Add board`,
  removeQuestion: msg`Delete the board?`,
  empty: {
    title: msg`No boards yet`,
    why: msg`A board shows figures, lists, charts and pictures that you choose, to the roles and walls that you choose.`,
    icon: 'grid',
  },
  columns: [
    { of: 'name', label: msg`Name`, type: 'name', icon: () => 'grid', width: 220, required: true },
    { of: 'roleNames', label: msg`For roles`, type: 'list', width: 220 },
    { of: 'landing', label: msg`First page`, width: 100 },
    { of: 'forWalls', label: msg`For walls`, width: 100 },
    { of: 'tileCount', label: msg`Tiles`, type: 'number', width: 80, align: 'end' },
    { of: 'versionNumber', label: msg`Version`, type: 'number', width: 90, align: 'end' },
    { of: 'updatedAt', label: msg`Last changed`, type: 'date', width: 160, quiet: true },
  ],
  card: { icon: () => 'grid', title: 'name', detail: ['roleNames'], age: 'updatedAt' },
  filters: { name: msg`Name`, forWalls: msg`For walls` },
  initial: { roleIds: [], landing: false, forWalls: false },
  form: [
    { of: 'name', label: msg`Name` },
    {
      of: 'roleIds',
      label: msg`For roles`,
      hint: msg`Who has one of these roles finds the board under Boards. Each sees only what their role may read.`,
    },
    {
      of: 'landing',
      label: msg`First page`,
      hint: msg`These roles begin with this board after they log in.`,
    },
    {
      of: 'forWalls',
      label: msg`For walls`,
      hint: msg`Names are masked there; floor plans and video are not shown.`,
    },
  ],
  actions: {
    restoreVersion: { label: msg`Restore version`, bulk: false, done: msg`Restored as a further version` },
  },
  fullPage: row => boardPath(row.id),
  slots: { peek: ({ row }) => <BoardPeek id={row.id} /> },
})
