// Why something did not work, in the words of who lives there.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { RequestError } from '../platform/request-error.ts'

const words: Readonly<Record<string, MessageDescriptor>> = {
  'session.badCode': msg`The code is wrong or too old`,
  'session.codeTooSoon': msg`Wait a minute before you ask for another code`,
  'session.codeTooMany': msg`Too many codes have been asked for. Try again later.`,
  'session.tooMany': msg`Too many tries. Try again later.`,
  'field.phone': msg`This is no mobile number`,
  'field.limitOrder': msg`It ends before it begins`,
  'field.duplicate': msg`You live there already, or have asked for it`,
  'field.birthDate': msg`This is no birthday`,
  'face.off': msg`The property management does not use faces`,
  'face.guardian': msg`A guardian has to agree`,
  'occupancy.over': msg`The last day of the stay has passed`,
  'occupancy.tooMany': msg`Wait for the answers to what you have asked for`,
  'pay.settled': msg`This bill is paid or closed already`,
  'pay.amountChanged': msg`The amount has changed. Look at the bills again.`,
  'pay.underWay': msg`Somebody else is paying this bill right now`,
  'pay.wayOff': msg`This payment method is not available`,
  'pay.provider': msg`The payment provider refused`,
  'state.transition': msg`That cannot be done any more`,
  throttled: msg`Too many tries. Try again later.`,
  'call.none': msg`The visitor has gone.`,
  'call.over': msg`The visitor has gone.`,
  'call.busy': msg`You are speaking already`,
  'call.takenBy': msg`Somebody else has answered already`,
  'guest.tooLong': msg`A guest code is good for three days at most`,
  'guest.tooMany': msg`The home has ten guest codes already`,
}

export function problemOf(error: unknown): MessageDescriptor {
  if (!(error instanceof RequestError)) return msg`That did not work. Try again.`
  const known = error.id === undefined ? undefined : words[error.id]
  if (known) return known
  return error.kind === 'refused'
    ? msg`That did not work. Try again.`
    : msg`The server cannot be reached. Try again.`
}
