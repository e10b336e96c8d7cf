// Words and looks of photos.
import { msg } from '@lingui/core/macro'
import { photo } from '../../domain/media/photo.ts'
import { viewOf } from '../../resource/view.ts'
import { ReviewBar } from './review-bar.tsx'
import { reasonWords, reviewActions, reviewFilterWords, sourceWords, stateWords } from './review-words.ts'
import { TakenBadges, TakenButtons, TakenPeek, TakenThumb } from './taken-peek.tsx'

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
    { of: 'url', label: msg`Preview`, width: 92, render: (_, row) => <TakenThumb row={row} /> },
    { of: 'name', label: msg`Name`, type: 'name', icon: () => 'camera', width: 200, required: true },
    { of: 'state', label: msg`State`, width: 130 },
    { of: 'userName', label: msg`Photographed by`, width: 150 },
    { of: 'takenAt', label: msg`Photographed`, type: 'age', width: 140, align: 'end' },
    { of: 'place', label: msg`Place`, width: 170 },
    { of: 'published', label: msg`Published`, type: 'yesNo', width: 100 },
    { of: 'pinned', label: msg`Pinned`, type: 'yesNo', width: 90 },
    { of: 'reason', label: msg`Reason`, width: 160, hidden: true },
    { of: 'judgedByName', label: msg`Reviewed by`, width: 120 },
    { of: 'judgedAt', label: msg`Reviewed`, type: 'age', width: 120, align: 'end', hidden: true },
    { of: 'departmentName', label: msg`Department`, width: 130, hidden: true },
    { of: 'deviceName', label: msg`Device`, width: 130, hidden: true },
    { of: 'source', label: msg`Source`, width: 140, hidden: true },
    { of: 'note', label: msg`Note`, width: 180, quiet: true, hidden: true },
    { of: 'createdAt', label: msg`Arrived`, type: 'date', width: 160, quiet: true, hidden: true },
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
  actions: reviewActions,
  slots: {
    listHeader: () => <ReviewBar of="photo" />,
    badges: ({ row }) => <TakenBadges row={row} />,
    peek: ({ row }) => <TakenPeek row={row} />,
    actions: ({ row }) => <TakenButtons row={row} />,
  },
})
