// Words and looks of walls; the panel makes a screen one.
import { msg } from '@lingui/core/macro'
import { wall } from '../../domain/wall/wall.ts'
import { viewOf } from '../../resource/view.ts'
import { PairForm } from './pair-form.tsx'
import { SceneNames, ScenesField } from './scenes-field.tsx'

export const wallView = viewOf(wall, {
  title: msg({ context: 'page', message: 'Walls' }),
  titleOne: msg({ context: 'screen', message: 'Wall' }),
  icon: 'grid',
  add: msg`Add wall`,
  removeQuestion: msg`Delete the wall? Its screen goes dark at once.`,
  empty: { title: msg`No walls yet`, icon: 'grid' },
  columns: [
    { of: 'name', label: msg`Name`, type: 'name', icon: () => 'grid', width: 200, required: true },
    { of: 'state', label: msg`State`, width: 120 },
    { of: 'departmentName', label: msg`Department`, width: 160 },
    { of: 'scenes', label: msg`Scenes`, width: 260, render: names => <SceneNames names={names} /> },
    { of: 'boardNames', label: msg`Boards`, type: 'list', width: 180, quiet: true },
    { of: 'seconds', label: msg`Seconds a scene`, type: 'number', width: 120, align: 'end' },
    { of: 'seenAt', label: msg`Last heard of`, type: 'age', width: 140, align: 'end' },
    { of: 'pairedBy', label: msg`Paired by`, width: 140, quiet: true },
  ],
  card: { icon: () => 'grid', title: 'name', state: 'state', detail: ['scenes'], age: 'seenAt' },
  words: {
    state: {
      unpaired: { label: msg({ context: 'screen', message: 'No screen' }), tone: 'attention' },
      live: { label: msg({ context: 'screen', message: 'Live' }), tone: 'ok' },
      silent: { label: msg({ context: 'screen', message: 'Silent' }), tone: 'critical' },
      revoked: { label: msg({ context: 'screen', message: 'Revoked' }), tone: 'info' },
    },
  },
  filters: { name: msg`Name`, state: msg`State`, departmentId: msg`Department` },
  initial: { boardIds: [], seconds: 20, dimFrom: 0, dimUntil: 0, scenes: ['duty', 'city'] },
  form: [
    { of: 'name', label: msg`Name`, hint: msg`Where it hangs, such as “Control room, left”.` },
    {
      of: 'departmentId',
      label: msg`Department`,
      hint: msg`Figures, queue and SOS of this department and all below it, and nothing else. Empty: the whole tenant.`,
    },
    { of: 'scenes', label: msg`Scenes`, render: control => <ScenesField control={control} /> },
    {
      of: 'boardIds',
      label: msg`Boards`,
      hint: msg`Shown after the scenes. A board is offered here once it is for walls.`,
      within: { forWalls: true },
    },
    { of: 'seconds', label: msg`Seconds a scene` },
    { of: 'dimFrom', label: msg`Dim from (hour)`, hint: msg`It is never dim while an SOS waits.` },
    { of: 'dimUntil', label: msg`Dim until (hour)` },
  ],
  actions: {
    revoke: {
      label: msg({ context: 'screen', message: 'Revoke' }),
      icon: 'lock',
      bulk: false,
      confirm: msg`Revoke the screen? What it knows opens nothing any more, at once.`,
    },
  },
  slots: { peek: ({ row }) => <PairForm row={row} /> },
})
