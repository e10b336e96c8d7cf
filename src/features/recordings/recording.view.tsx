// Words and looks of recordings.
import { msg } from '@lingui/core/macro'
import { recording } from '../../domain/recordings/recording.ts'
import { ByteSize } from '../../resource/byte-size.tsx'
import { viewOf } from '../../resource/view.ts'
import { formatSpan } from '../../ui/locale.ts'
import { CallSetting } from './call-setting.tsx'
import { RecordingPeek } from './recording-peek.tsx'
import { sourceWords, troubleWords, typeWords } from './recording-words.ts'

export const recordingView = viewOf(recording, {
  title: msg({ context: 'page', message: 'Recordings' }),
  titleOne: msg`Recording`,
  icon: 'record',
  removeQuestion: msg`Delete the recording? It is kept for 30 days and can be restored until then.`,
  empty: {
    title: msg`No recordings yet`,
    why: msg`Recordings of conferences, calls, cameras and body-worn recorders are listed here.`,
    icon: 'record',
  },
  columns: [
    { of: 'name', label: msg`Name`, type: 'name', icon: () => 'record', width: 200, required: true },
    { of: 'source', label: msg({ context: 'recording', message: 'Recorded from' }), width: 150 },
    { of: 'type', label: msg`Type`, width: 140, hidden: true },
    { of: 'state', label: msg`State`, width: 130 },
    { of: 'startedAt', label: msg`Started`, type: 'date', width: 160 },
    {
      of: 'endedAt',
      label: msg`Length`,
      width: 100,
      align: 'end',
      render: (endedAt, { startedAt }) =>
        endedAt === null ? '' : formatSpan(Math.round((Number(endedAt) - Number(startedAt)) / 1000)),
    },
    {
      of: 'bytes',
      label: msg`Size`,
      width: 100,
      align: 'end',
      render: bytes => <ByteSize bytes={Number(bytes)} />,
    },
    { of: 'held', label: msg`Held`, width: 90 },
    { of: 'userName', label: msg`Recorded by`, width: 130 },
    { of: 'roomId', label: msg`Room number`, width: 120, hidden: true },
    { of: 'deviceName', label: msg`Device`, width: 150, hidden: true },
    { of: 'trouble', label: msg`Problem`, width: 220, quiet: true },
    { of: 'expiresAt', label: msg`Kept until`, type: 'date', width: 160, quiet: true },
    { of: 'place', label: msg`Place`, width: 160, quiet: true, hidden: true },
    { of: 'note', label: msg`Note`, width: 200, quiet: true, hidden: true },
  ],
  card: {
    icon: () => 'record',
    title: 'name',
    state: 'state',
    detail: ['source', 'userName', 'trouble'],
    age: 'startedAt',
  },
  words: {
    source: sourceWords,
    type: typeWords,
    trouble: troubleWords,
    state: {
      recording: { label: msg({ context: 'recording', message: 'Recording' }), tone: 'critical' },
      closing: { label: msg({ context: 'recording', message: 'Being completed' }), tone: 'attention' },
      ready: { label: msg({ context: 'recording', message: 'Ready' }), tone: 'ok' },
      failed: { label: msg`Failed`, tone: 'critical' },
    },
  },
  filters: {
    name: msg`Name`,
    source: msg({ context: 'recording', message: 'Recorded from' }),
    type: msg`Type`,
    state: msg`State`,
    held: msg`Held`,
    startedAt: msg`Started`,
    deviceId: msg`Device`,
    userName: msg`Recorded by`,
  },
  form: [
    { of: 'name', label: msg`Name` },
    { of: 'note', label: msg`Note`, kind: 'textarea' },
  ],
  actions: {
    hold: {
      label: msg({ context: 'recording', message: 'Hold' }),
      icon: 'lock',
      input: [{ of: 'reason', label: msg`Why it must not be deleted`, kind: 'textarea' }],
      done: msg({ context: 'recording', message: 'Held' }),
    },
    release: { label: msg({ context: 'recording', message: 'Release' }), icon: 'unlock' },
    retry: { label: msg`Try again`, icon: 'refresh' },
  },
  slots: { listHeader: () => <CallSetting />, peek: ({ row }) => <RecordingPeek recording={row} /> },
})
