// Words and looks of test windows: what is silenced, how long still, how many alarms it kept from people.

import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { alarmTest } from '../../domain/alarm/alarm-rule.ts'
import { HOUR_MS, MINUTE_MS } from '../../domain/durations.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { MomentControl } from '../../resource/date-fields.tsx'
import { type View, viewOf } from '../../resource/view.ts'
import { TestAbout, TestPeek, TestTime } from './test-cells.tsx'
import { TestDeviceField } from './test-device-field.tsx'
import { TestEndField } from './test-end-field.tsx'
import { TestTypesField } from './test-types-field.tsx'

const toMinute = (at: number) => Math.floor(at / MINUTE_MS) * MINUTE_MS

export const alarmTestView: View = viewOf(alarmTest, {
  title: msg`On test`,
  titleOne: msg`Test window`,
  icon: 'tool',
  add: msg`New test`,
  nameOf: 'reason',
  editable: row => row.state !== 'ended',
  empty: {
    title: msg`Nothing is on test`,
    why: msg`While somebody works on an installation, its alarms are only counted. A test ends by itself.`,
    icon: 'tool',
  },
  columns: [
    { of: 'reason', label: msg`Reason`, type: 'name', width: 180, fixed: 'left', required: true },
    { of: 'state', label: msg`State`, width: 110 },
    { of: 'deviceName', label: msg`What`, width: 170, render: (_, row) => <TestAbout row={row} /> },
    { of: 'endsAt', label: msg`Time left`, width: 130, render: (_, row) => <TestTime row={row} /> },
    { of: 'hidden', label: msg`Hidden alarms`, type: 'number', width: 144, align: 'end' },
    { of: 'startsAt', label: msg`From`, type: 'date', width: 160, quiet: true },
    { of: 'userName', label: msg`Set by`, width: 100, quiet: true },
    { of: 'endedBy', label: msg`Ended by`, width: 100, quiet: true },
  ],
  card: { icon: () => 'tool', title: 'reason', state: 'state', detail: ['deviceName', 'userName'] },
  words: {
    state: {
      running: { label: msg`Running`, tone: 'new' },
      planned: { label: msg`Planned`, tone: 'info' },
      ended: { label: msg`Ended`, tone: 'off' },
    },
  },
  filters: { state: msg`State`, deviceId: msg`Device`, groupId: msg`Group`, startsAt: msg`Period` },
  form: [
    { of: 'reason', label: msg`Reason`, hint: msg`Everybody who views the device can read it` },
    {
      title: msg`What is on test`,
      fields: [
        {
          of: 'deviceId',
          label: msg`Device`,
          when: values => !values.groupId,
          render: control => <TestDeviceField {...control} />,
        },
        { of: 'groupId', label: msg`Or all devices of a group`, when: values => !values.deviceId },
        {
          of: 'types',
          label: msg`Alarm types`,
          render: control => <TestTypesField control={control} />,
        },
      ],
    },
    {
      title: msg`How long`,
      fields: [
        { of: 'startsAt', label: msg`From`, render: control => <MomentControl required control={control} /> },
        { of: 'endsAt', label: msg`Until`, render: control => <TestEndField control={control} /> },
      ],
    },
  ],
  // Asked when the form opens: a page may stay open for days.
  initial: {
    types: [],
    get startsAt() {
      return toMinute(serverNow())
    },
    get endsAt() {
      return toMinute(serverNow()) + HOUR_MS
    },
  },
  actions: {
    end: {
      label: msg`End now`,
      icon: 'check',
      primary: true,
      confirm: msg`End the test? Alarms reach people again from now on.`,
      done: msg`The test has ended`,
    },
  },
  slots: {
    peek: ({ row }) => <TestPeek row={row} />,
    badges: ({ row }) => row.state === 'running' && <TestTime row={row} />,
    formExtra: () => (
      <p>
        <Trans>SOS still reaches people unless it is named here. A test lasts at most 72 hours.</Trans>
      </p>
    ),
  },
})
