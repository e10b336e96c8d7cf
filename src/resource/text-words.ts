// Words of text messages: what became of one, by which carrier, why it did not come.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { TextFailure, TextState, TextWay } from '../domain/alarm/alarm-text.ts'
import type { Word } from './view.ts'

export const textStateWords: Record<TextState, Word> = {
  queued: { label: msg`Waiting to be sent`, tone: 'attention' },
  sent: { label: msg`Sent, no receipt yet`, tone: 'info' },
  delivered: { label: msg`Delivered`, tone: 'ok' },
  failed: { label: msg`Not delivered`, tone: 'critical' },
}

export const textWayWords: Record<TextWay, MessageDescriptor> = {
  outbox: msg`Demo outbox`,
  aliyun: msg`Aliyun`,
  tencent: msg`Tencent Cloud`,
  http: msg`Own carrier`,
}

export const textFailureWords: Record<TextFailure, MessageDescriptor> = {
  unreachable: msg`The carrier could not be reached`,
  overloaded: msg`The carrier was overloaded`,
  unreadable: msg`The carrier's answer could not be read`,
  account: msg`The carrier does not accept this installation: check its key and its balance`,
  form: msg`The carrier has not approved the template or the signature`,
  number: msg`The phone number is not valid`,
  phoneOff: msg`The phone was off or out of reach`,
  blocked: msg`The number does not accept such messages`,
  tooMany: msg`Too many messages to this number`,
  tooLate: msg`It could not be sent in time`,
  refused: msg`The carrier did not deliver it`,
}
