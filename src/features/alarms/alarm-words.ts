// Words and icons of alarms: the 34 types, severities, states.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AlarmStatus } from '../../domain/alarm/alarm-step.ts'
import type { Severity } from '../../domain/alarm/alarm-types.ts'

export { iconOf, typeWords } from '../../resource/alarm-type-words.ts'

export const severityWords: Record<Severity, MessageDescriptor> = {
  critical: msg`Critical`,
  warning: msg`Warning`,
  attention: msg`Attention`,
  info: msg`Info`,
}

export const statusWords: Record<AlarmStatus, MessageDescriptor> = {
  open: msg`Open`,
  taken: msg`Taken`,
  handled: msg`Handled`,
}
