// Words and looks of commands to many devices, and of each device's part in one.
import { msg } from '@lingui/core/macro'
import { commandBatch, deviceCommand } from '../../../domain/device/command.ts'
import type { RowOf } from '../../../domain/entity.ts'
import { viewOf } from '../../../resource/view.ts'
import { commandStateWords, commandWords } from '../device-words.ts'

export type Batch = RowOf<typeof commandBatch>

export const batchView = viewOf(commandBatch, {
  title: msg`Commands`,
  titleOne: msg`Command`,
  nameOf: 'target',
  card: { title: 'kind', detail: ['target', 'userName'], age: 'createdAt' },
  columns: [
    { of: 'kind', label: msg`Command` },
    { of: 'target', label: msg`Devices` },
    { of: 'total', label: msg`In total`, type: 'number' },
    { of: 'done', label: msg`Carried out`, type: 'number' },
    { of: 'failed', label: msg`Failed`, type: 'number' },
    { of: 'userName', label: msg`By` },
    { of: 'createdAt', label: msg`Created`, type: 'date' },
  ],
  words: { kind: commandWords },
  actions: {
    cancel: {
      label: msg`Cancel waiting commands`,
      icon: 'close',
      confirm: msg`Cancel the waiting commands? Devices that already have theirs may still carry it out.`,
      done: msg`Cancelled`,
    },
  },
})

export const deviceCommandView = viewOf(deviceCommand, {
  title: msg`Results`,
  titleOne: msg`Result`,
  nameOf: 'deviceName',
  card: { title: 'deviceName', state: 'state', detail: ['imei'], age: 'createdAt' },
  columns: [
    { of: 'deviceName', label: msg`Name` },
    { of: 'imei', label: msg`IMEI` },
    { of: 'kind', label: msg`Command` },
    { of: 'state', label: msg`State` },
    { of: 'reason', label: msg`Reason` },
    { of: 'userName', label: msg`By` },
    { of: 'createdAt', label: msg`Created`, type: 'date' },
    { of: 'sentAt', label: msg`Sent`, type: 'date' },
    { of: 'finishedAt', label: msg`Finished`, type: 'date' },
    { of: 'attempts', label: msg`Attempts`, type: 'number' },
  ],
  words: { kind: commandWords, state: commandStateWords },
  actions: {
    cancel: {
      label: msg`Cancel the command`,
      icon: 'close',
      confirm: msg`Cancel the command? A device that has it already may still carry it out.`,
      done: msg`Cancelled`,
    },
  },
})
