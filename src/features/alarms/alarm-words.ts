// Words and icons of alarms: the 34 types, severities, states.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AlarmStatus } from '../../domain/alarm/alarm-step.ts'

export { iconOf, severityWords, typeWords } from '../../resource/alarm-type-words.ts'

export const statusWords: Record<AlarmStatus, MessageDescriptor> = {
  open: msg`Open`,
  taken: msg`Taken`,
  handled: msg`Handled`,
}
