// Words and looks of photos.
import { msg } from '@lingui/core/macro'
import { photo } from '../../domain/media/photo.ts'
import { viewOf } from '../../resource/view.ts'
import { reasonWords, reviewActions, reviewFilterWords, sourceWords, stateWords } from './review-words.ts'
import { judgedColumns, lastColumns, previewColumn, takenForm, takenSlots } from './taken-view.tsx'

export const photoView = viewOf(photo, {
  title: msg({ context: 'page', message: 'Photos' }),
  titleOne: msg`Photo`,
  icon: 'camera',
  add: msg`Add photo`,
  removeQuestion: msg`Delete the photo? It is kept for 30 days and can be restored until then.`,
  empty: {
    title: msg`No photos yet`,
    why: msg`What patrols photograph on their rounds and what is uploaded here is listed here.`,
    icon: 'camera',
  },
  columns: [
    previewColumn,
    { of: 'name', label: msg`Name`, type: 'name', icon: () => 'camera', width: 200, required: true },
    { of: 'state', label: msg`State`, width: 130 },
    { of: 'userName', label: msg`Photographed by`, width: 150 },
    { of: 'takenAt', label: msg`Photographed`, type: 'age', width: 140, align: 'end' },
    { of: 'place', label: msg`Place`, width: 170 },
    ...judgedColumns,
    { of: 'source', label: msg`Source`, width: 140, hidden: true },
    ...lastColumns,
  ],
  card: {
    icon: () => 'camera',
    title: 'name',
    state: 'state',
    detail: ['userName', 'place'],
    age: 'takenAt',
  },
  words: { state: stateWords, reason: reasonWords, source: sourceWords },
  filters: { ...reviewFilterWords, source: msg`Source` },
  form: [
    { of: 'url', label: msg`Image`, kind: 'image', on: 'create' },
    { of: 'name', label: msg`Name` },
    ...takenForm,
  ],
  actions: reviewActions,
  slots: takenSlots('photo'),
})
