// Words and looks of captures: whom they may show, and what somebody said of it.
import { msg } from '@lingui/core/macro'
import { faceCapture } from '../../domain/face/face.ts'
import { FacePicture } from '../../resource/face-picture.tsx'
import { viewOf } from '../../resource/view.ts'
import { CapturePeek } from './capture-peek.tsx'
import { CaptureUpload } from './capture-upload.tsx'
import { FaceSwitch } from './face-switch.tsx'
import { captureWords } from './face-words.ts'

export const faceCaptureView = viewOf(faceCapture, {
  title: msg({ context: 'page', message: 'Face captures' }),
  titleOne: msg`Face capture`,
  icon: 'camera',
  nameOf: 'personName',
  empty: {
    title: msg`No face captures`,
    why: msg`Images that are compared with the face libraries are listed here.`,
    icon: 'camera',
  },
  columns: [
    {
      of: 'id',
      label: msg`Capture`,
      width: 88,
      required: true,
      render: (id, { version }) => <FacePicture what={{ of: 'captured', id, version }} alt="" size="thumb" />,
    },
    { of: 'personName', label: msg`Person`, type: 'name', icon: () => 'user', width: 150 },
    { of: 'state', label: msg`State`, width: 170 },
    { of: 'similarity', label: msg`Similarity`, type: 'number', width: 120, align: 'end' },
    { of: 'libraryName', label: msg`Face library`, width: 150 },
    { of: 'labels', label: msg`Labels`, width: 150, quiet: true },
    { of: 'place', label: msg`Place`, width: 160 },
    { of: 'deviceName', label: msg`Device`, width: 150 },
    { of: 'at', label: msg({ context: 'picture', message: 'Taken' }), type: 'date', width: 160 },
    { of: 'judgedBy', label: msg`Decided by`, width: 120, quiet: true },
    { of: 'judgedAt', label: msg`Decided at`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'expiresAt', label: msg`Kept until`, type: 'date', width: 160, quiet: true, hidden: true },
  ],
  card: {
    icon: () => 'camera',
    title: 'personName',
    state: 'state',
    detail: ['place', 'deviceName', 'similarity'],
    age: 'at',
  },
  words: { state: captureWords },
  filters: {
    state: msg`State`,
    personName: msg`Person`,
    place: msg`Place`,
    deviceId: msg`Device`,
    at: msg({ context: 'picture', message: 'Taken' }),
  },
  actions: {
    confirm: {
      label: msg`Confirm`,
      icon: 'check',
      primary: true,
      done: msg`Confirmed`,
    },
    refuse: { label: msg`Refuse`, icon: 'close', primary: true, done: msg`Refused` },
    reopen: { label: msg`Take the decision back`, icon: 'undo' },
    erase: {
      label: msg`Erase for good`,
      icon: 'trash',
      critical: true,
      confirm: msg`Erase the capture? Its image is gone at once and cannot be brought back.`,
      done: msg`Erased`,
    },
  },
  slots: {
    listHeader: () => (
      <FaceSwitch>
        <CaptureUpload />
      </FaceSwitch>
    ),
    peek: ({ row }) => <CapturePeek capture={row} />,
  },
})
