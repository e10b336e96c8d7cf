// Words and looks of videos.
import { msg } from '@lingui/core/macro'
import { video } from '../../domain/media/video.ts'
import { viewOf } from '../../resource/view.ts'
import { ReviewBar } from './review-bar.tsx'
import { kindWords, reasonWords, reviewActions, reviewFilterWords, stateWords } from './review-words.ts'
import { TakenBadges, TakenButtons, TakenPeek, TakenThumb } from './taken-peek.tsx'

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
    { of: 'url', label: msg`Preview`, width: 92, render: (_, row) => <TakenThumb row={row} /> },
    { of: 'name', label: msg`Name`, type: 'name', icon: () => 'video', width: 200, required: true },
    { of: 'kind', label: msg`Kind`, width: 150 },
    { of: 'state', label: msg`State`, width: 130 },
    { of: 'userName', label: msg`Published by`, width: 120 },
    { of: 'takenAt', label: msg`Recorded`, type: 'age', width: 120, align: 'end' },
    { of: 'place', label: msg`Place`, width: 170, hidden: true },
    { of: 'published', label: msg`Published`, type: 'yesNo', width: 100 },
    { of: 'pinned', label: msg`Pinned`, type: 'yesNo', width: 90 },
    { of: 'reason', label: msg`Reason`, width: 160, hidden: true },
    { of: 'judgedByName', label: msg`Reviewed by`, width: 120 },
    { of: 'judgedAt', label: msg`Reviewed`, type: 'age', width: 120, align: 'end', hidden: true },
    { of: 'departmentName', label: msg`Department`, width: 130, hidden: true },
    { of: 'deviceName', label: msg`Device`, width: 130, hidden: true },
    { of: 'note', label: msg`Note`, width: 180, quiet: true, hidden: true },
    { of: 'createdAt', label: msg`Arrived`, type: 'date', width: 160, quiet: true, hidden: true },
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
    { of: 'place', label: msg`Place` },
    { of: 'note', label: msg`Note`, kind: 'textarea' },
    { of: 'deviceId', label: msg`Device` },
    { of: 'departmentId', label: msg`Department` },
    {
      title: msg`Place on the map`,
      folded: true,
      fields: [
        { of: 'latitude', label: msg`Latitude`, kind: 'coordinate' },
        { of: 'longitude', label: msg`Longitude`, kind: 'coordinate' },
      ],
    },
  ],
  initial: { kind: 'local' },
  actions: reviewActions,
  slots: {
    listHeader: () => <ReviewBar of="video" />,
    badges: ({ row }) => <TakenBadges row={row} />,
    peek: ({ row }) => <TakenPeek row={row} />,
    actions: ({ row }) => <TakenButtons row={row} />,
  },
})
