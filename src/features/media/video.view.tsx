// Words and looks of videos.
import { msg } from '@lingui/core/macro'
import { video } from '../../domain/media/video.ts'
import { viewOf } from '../../resource/view.ts'
import { kindWords, reasonWords, reviewActions, reviewFilterWords, stateWords } from './review-words.ts'
import { judgedColumns, lastColumns, previewColumn, takenForm, takenSlots } from './taken-view.tsx'

export const videoView = viewOf(video, {
  title: msg({ context: 'page', message: 'Videos' }),
  titleOne: msg`Video`,
  icon: 'video',
  add: msg`Add video`,
  removeQuestion: msg`Delete the video? It is kept for 30 days and can be restored until then.`,
  empty: {
    title: msg`No videos yet`,
    why: msg`What is recorded or uploaded is reviewed here before others see it.`,
    icon: 'video',
  },
  columns: [
    previewColumn,
    { of: 'name', label: msg`Name`, type: 'name', icon: () => 'video', width: 200, required: true },
    { of: 'kind', label: msg`Kind`, width: 150 },
    { of: 'state', label: msg`State`, width: 130 },
    { of: 'userName', label: msg`Published by`, width: 120 },
    { of: 'takenAt', label: msg`Recorded`, type: 'age', width: 120, align: 'end' },
    { of: 'place', label: msg`Place`, width: 170, hidden: true },
    ...judgedColumns,
    ...lastColumns,
  ],
  card: {
    icon: () => 'video',
    title: 'name',
    state: 'state',
    detail: ['kind', 'userName'],
    age: 'takenAt',
  },
  words: { state: stateWords, reason: reasonWords, kind: kindWords },
  filters: { ...reviewFilterWords, userName: msg`Published by`, takenAt: msg`Recorded`, kind: msg`Kind` },
  form: [
    { of: 'url', label: msg`Video`, kind: 'video', on: 'create' },
    { of: 'name', label: msg`Name` },
    { of: 'kind', label: msg`Kind` },
    { of: 'cover', label: msg`Cover image`, kind: 'image' },
    ...takenForm,
  ],
  initial: { kind: 'local' },
  actions: reviewActions,
  slots: takenSlots('video'),
})
