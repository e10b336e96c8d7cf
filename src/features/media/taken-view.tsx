// What the lists, forms and panels of photos and videos have in common.
import { msg } from '@lingui/core/macro'
import { ReviewBar } from './review-bar.tsx'
import { TakenBadges, TakenButtons, TakenPeek, type TakenRow, TakenThumb } from './taken-peek.tsx'

interface OfRow {
  row: TakenRow
}

export const previewColumn = {
  of: 'url',
  label: msg`Preview`,
  width: 92,
  render: (_: unknown, row: TakenRow) => <TakenThumb row={row} />,
} as const

/** Whether others see it, and how it was judged. */
export const judgedColumns = [
  { of: 'published', label: msg`Published`, type: 'yesNo', width: 100 },
  { of: 'pinned', label: msg`Pinned`, type: 'yesNo', width: 90 },
  { of: 'reason', label: msg`Reason`, width: 160, hidden: true },
  { of: 'judgedByName', label: msg`Reviewed by`, width: 120 },
  { of: 'judgedAt', label: msg`Reviewed`, type: 'age', width: 120, align: 'end', hidden: true },
  { of: 'departmentName', label: msg`Department`, width: 130, hidden: true },
  { of: 'deviceName', label: msg`Device`, width: 130, hidden: true },
] as const

export const lastColumns = [
  { of: 'note', label: msg`Note`, width: 180, quiet: true, hidden: true },
  { of: 'createdAt', label: msg`Arrived`, type: 'date', width: 160, quiet: true, hidden: true },
] as const

/** What a form asks of either behind its own fields. */
export const takenForm = [
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
] as const

export const takenSlots = (of: 'photo' | 'video') => ({
  listHeader: () => <ReviewBar of={of} />,
  badges: ({ row }: OfRow) => <TakenBadges row={row} />,
  peek: ({ row }: OfRow) => <TakenPeek row={row} />,
  actions: ({ row }: OfRow) => <TakenButtons row={row} />,
})
