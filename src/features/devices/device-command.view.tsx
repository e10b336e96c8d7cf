// Words and looks of the commands to devices.
import { msg } from '@lingui/core/macro'
import { deviceCommand } from '../../domain/device/command.ts'
import { viewOf } from '../../resource/view.ts'
import { commandStateWords, commandWords } from './device-words.ts'

export const deviceCommandView = viewOf(deviceCommand, {
  title: msg`Commands`,
  titleOne: msg`Command`,
  nameOf: 'kind',
  card: { title: 'kind', state: 'state', detail: ['userName'], age: 'createdAt' },
  columns: [
    { of: 'kind', label: msg`Command`, type: 'text' },
    { of: 'state', label: msg`State` },
    { of: 'userName', label: msg`By` },
    { of: 'createdAt', label: msg`Created`, type: 'age' },
    { of: 'reason', label: msg`Reason` },
  ],
  words: {
    kind: commandWords,
    state: commandStateWords,
  },
  actions: {
    cancel: {
      label: msg`Cancel the command`,
      icon: 'close',
      confirm: msg`Cancel the command? A device that has it already may still carry it out.`,
      done: msg`Cancelled`,
    },
  },
})
