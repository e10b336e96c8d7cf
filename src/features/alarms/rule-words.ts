// Words of alarm rules: channels.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AlarmChannel } from '../../domain/alarm/alarm-rule.ts'

export const channelWords: Record<AlarmChannel, MessageDescriptor> = {
  console: msg`Message centre`,
  spoken: msg`Spoken aloud`,
  push: msg`Push`,
  sms: msg`Text message`,
}
