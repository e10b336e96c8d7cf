// Words and looks of residents' faces that are reviewed.
import { msg } from '@lingui/core/macro'
import { residentFace } from '../../domain/living/resident-face.ts'
import { viewOf } from '../../resource/view.ts'
import { FacePeek } from './face-peek.tsx'
import { deliveryWords, faceStateWords } from './living-words.ts'

export const residentFaceView = viewOf(residentFace, {
  title: msg({ context: 'page', message: 'Face verification' }),
  titleOne: msg({ context: 'one', message: 'Face' }),
  icon: 'eye',
  nameOf: 'residentName',
  empty: {
    title: msg`No faces to review`,
    why: msg`Residents send a picture with their consent from their page.`,
    icon: 'eye',
  },
  columns: [
    {
      of: 'residentName',
      label: msg`Resident`,
      type: 'name',
      icon: () => 'user',
      width: 140,
      fixed: 'left',
      required: true,
    },
    { of: 'state', label: msg`State`, width: 130 },
    { of: 'delivery', label: msg`At the doors`, width: 140 },
    { of: 'roomNo', label: msg({ context: 'community', message: 'Room' }), width: 90 },
    { of: 'place', label: msg`Place`, width: 150 },
    { of: 'quality', label: msg`Quality`, type: 'number', align: 'end', width: 100 },
    { of: 'consentAt', label: msg`Consent given`, type: 'date', width: 160 },
    { of: 'waitingAt', label: msg`Not confirmed by`, type: 'list', width: 180, quiet: true },
    { of: 'decidedBy', label: msg`Decided by`, width: 120, quiet: true },
    { of: 'createdAt', label: msg`Sent at`, type: 'date', width: 160, quiet: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: {
    icon: () => 'user',
    title: 'residentName',
    state: 'state',
    detail: ['roomNo', 'place', 'delivery'],
  },
  words: { state: faceStateWords, delivery: deliveryWords },
  filters: {
    state: msg`State`,
    delivery: msg`At the doors`,
    residentName: msg`Resident`,
    roomNo: msg({ context: 'community', message: 'Room' }),
  },
  actions: {
    approve: {
      label: msg({ context: 'face', message: 'Approve' }),
      icon: 'check',
      primary: true,
      done: msg`Approved: it is on its way to the doors`,
    },
    reject: {
      label: msg({ context: 'face', message: 'Reject' }),
      icon: 'close',
      primary: true,
      input: [{ of: 'reason', label: msg`Reason`, kind: 'textarea', hint: msg`The resident reads it` }],
      done: msg({ context: 'face', message: 'Rejected: the picture is erased' }),
    },
    erase: {
      label: msg({ context: 'face', message: 'Erase' }),
      icon: 'trash',
      critical: true,
      confirm: msg`Erase the face? Picture and sample go for good, and the doors forget it.`,
      done: msg({ context: 'face', message: 'Erased' }),
    },
  },
  slots: { peek: ({ row }) => <FacePeek face={row} /> },
})
