// Words for every error the wire can carry.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type ErrorId, errorId } from '../contract/errors.ts'
import { CallError } from '../platform/call-error.ts'

const words: Record<ErrorId, MessageDescriptor> = {
  'session.ended': msg`Your session has ended. Please log in again.`,
  'session.badCredentials': msg`The account or the password is wrong`,
  'session.badCode': msg`The code is wrong or no longer valid`,
  'session.codeTooSoon': msg`A code was sent just now. Wait a moment before asking for another.`,
  'session.codeTooMany': msg`Too many codes were sent to this number. Try again later.`,
  'session.throttled': msg`Too many attempts. Wait a moment and try again.`,
  'session.disabled': msg`This account is disabled`,
  'session.visitorOff': msg`Visitors are not admitted here`,
  'session.wrongPassword': msg`The password is wrong`,
  'session.linkInvalid': msg`The link is no longer valid`,
  forbidden: msg`No viewing permission`,
  'forbidden.escalation': msg`You cannot give away a right that you do not hold yourself`,
  'forbidden.self': msg`You cannot do this to your own account`,
  'field.required': msg`Must not be empty`,
  'field.type': msg`This is not the right kind of value`,
  'field.tooShort': msg`Too short`,
  'field.tooLong': msg`Too long`,
  'field.tooSmall': msg`Too small`,
  'field.tooBig': msg`Too big`,
  'field.format': msg`This is not in the right form`,
  'field.choice': msg`Choose one of the values offered`,
  'field.unknownKey': msg`The server does not know this field`,
  'field.reference': msg`What was chosen no longer exists`,
  'field.duplicate': msg`This value is already in use`,
  'field.text': msg`Contains characters that cannot be stored`,
  'field.phone': msg`Enter a mobile number of 11 digits`,
  'field.imei': msg`Enter the IMEI in digits`,
  'field.imsi': msg`Enter the IMSI in 14 or 15 digits`,
  'field.iccid': msg`Enter the ICCID in 19 or 20 characters`,
  'field.email': msg`Enter an e-mail address`,
  'field.username': msg`Only letters, digits, dot, hyphen and underscore`,
  'field.passwordShort': msg`At least 8 characters`,
  'field.limitOrder': msg`The lower limit must be below the upper one`,
  'field.imageAddress': msg`Enter the address of a picture`,
  'field.uri': msg`Only letters, digits and the signs of an address`,
  'field.mark': msg`Only letters, digits, dot, hyphen and underscore`,
  'field.cycle': msg`This would put it inside itself`,
  'field.json': msg`The request could not be read`,
  'field.tooDeep': msg`The request is nested too deeply`,
  'field.serialPrefix': msg`Only capital letters, digits and dashes`,
  'field.digits': msg`Only digits`,
  'field.zone': msg`Choose a time zone`,
  'field.periodOrder': msg`The end must be after the beginning`,
  'field.testTooLong': msg`A test lasts at most 72 hours`,
  'field.audioAddress': msg`Enter the address of an MP3, or leave it empty`,
  'field.mustChooseOne': msg`You must choose one`,
  'row.unknown': msg`This entry does not exist or was removed`,
  'row.changed': msg`Somebody else changed this meanwhile. Reload and try again.`,
  'row.inUse': msg`It is still in use`,
  'row.builtIn': msg`It is built in and cannot be removed`,
  nothingSelected: msg`Nothing selected`,
  'state.transition': msg`No such state transition`,
  'device.offline': msg`Device not online`,
  'command.none': msg`No command available`,
  'alarm.takenBy': msg`Somebody else has taken this alarm`,
  'call.takenBy': msg`Somebody else has answered this call`,
  'call.over': msg`This call is over`,
  'call.none': msg`There is no such call`,
  'call.busy': msg`A call is going on already`,
  'call.self': msg`You cannot call yourself`,
  'call.notReachable': msg`This person is not connected right now`,
  'call.providerFailed': msg`The call service did not hand out a token. Check its settings.`,
  'door.codeInvalid': msg`The code is wrong, used or too old`,
  'door.notDoorUnit': msg`This device is not a door unit`,
  'door.oneHolder': msg`Choose either a card or a person`,
  'door.cardNotIssued': msg`This card has not been issued yet`,
  'door.writing': msg`The door unit is writing another card`,
  'push.noChannel': msg`This person has no such channel`,
  'tenant.disabled': msg`The company's access is disabled`,
  'command.notUnderstood': msg`Devices of this kind cannot do this`,
  'command.underWay': msg`An order to this device is still under way`,
  'device.locked': msg`The breaker is locked. Unlock it first.`,
  'device.recycled': msg`The device was recycled`,
  'allocation.sameTarget': msg`It is there already`,
  'allocation.bound': msg`It has been bound since`,
  'allocation.movedOn': msg`It has been handed on since`,
  'batch.unjudged': msg`Judge every record of the batch first`,
  'batch.full': msg`The batch has as many records as were planned`,
  'batch.imeiTaken': msg`A device with the IMEI of one of the records exists already`,
  'file.empty': msg`Choose a file that is not empty`,
  'file.type': msg`The file format is wrong`,
  'file.broken': msg`The file is damaged or is not what its name says`,
  'file.imageTooLarge': msg`Pictures must be smaller than 500 KB`,
  'file.tooLarge': msg`Files must be smaller than 5 MB`,
  'file.videoTooLarge': msg`Videos must be smaller than 20 MB`,
  'file.tooManyPixels': msg`The picture has more than 25 megapixels`,
  'file.quota': msg`The storage is full`,
  'file.form': msg`The upload was not understood`,
  'import.columns': msg`The sheet lacks columns that are needed`,
  'import.doubledColumn': msg`Two columns are meant for the same field`,
  'import.tooManyRows': msg`The sheet has too many rows`,
  'import.unreadable': msg`The file cannot be read as a spreadsheet`,
  'import.noRows': msg`There are no rows under the headings`,
  'import.ambiguous': msg`Several entries have this name. Write the number of the right one.`,
  'import.roundedNumber': msg`The spreadsheet program has rounded this number. Format the column as text and enter it anew.`,
  'import.exists': msg`It is there already`,
  'sim.noCard': msg`No bound card number`,
  'sim.alreadyBound': msg`The card or the device is bound already`,
  'sim.carrier': msg`The carrier refused`,
  'sim.ordered': msg`The carrier is still working on the last order`,
  'pay.notYet': msg`The order has not been paid yet`,
  'pay.wayNotChanged': msg`The payment method was not changed`,
  'pay.alreadyBought': msg`The package has been bought already`,
  'pay.currentPackage': msg`This is the current package already`,
  'pay.wayOff': msg`This way to pay is not available`,
  'pay.provider': msg`The payment provider refused`,
  'pay.amount': msg`Enter an amount or choose a package`,
  'report.grouping': msg`This cannot be broken down so`,
  'request.tooLarge': msg`This is too large to send`,
  'request.timeout': msg`The server did not answer in time`,
  'request.unsupported': msg`The server does not accept this kind of request`,
  'route.unknown': msg`The server does not know this address`,
  throttled: msg`Too many requests. Wait a moment and try again.`,
  failed: msg`Something went wrong in the server`,
  unavailable: msg`The server is busy. Try again in a moment.`,
}

/** The message for an error id with its parameters; undefined for an id nobody knows. */
export function wordsForId(
  id: string | undefined,
  params: Readonly<Record<string, string | number>> = {},
): MessageDescriptor | undefined {
  const known = errorId.safeParse(id)
  if (!known.success) return undefined
  // Where the server names who or what, the sentence does too.
  const { name, names, min, max, seconds } = params
  switch (known.data) {
    case 'alarm.takenBy':
      return name === undefined ? words[known.data] : msg`${name} has taken this alarm`
    case 'row.inUse':
      return names === undefined ? words[known.data] : msg`It is still in use by: ${names}`
    case 'sim.alreadyBound':
      return name === undefined ? words[known.data] : msg`Already bound to ${name}`
    case 'batch.imeiTaken':
      return name === undefined ? words[known.data] : msg`A device with the IMEI of ${name} exists already`
    case 'field.tooShort':
      return min === undefined ? words[known.data] : msg`At least ${min} characters`
    case 'field.tooLong':
      return max === undefined ? words[known.data] : msg`At most ${max} characters`
    case 'field.tooSmall':
      return min === undefined ? words[known.data] : msg`Not below ${min}`
    case 'field.tooBig':
      return max === undefined ? words[known.data] : msg`Not above ${max}`
    case 'session.codeTooSoon':
    case 'session.throttled':
      return seconds === undefined ? words[known.data] : msg`Try again in ${seconds} s`
    default:
      return words[known.data]
  }
}

/** The message for whatever was thrown. Names of fields belong to the form, so they are not repeated here. */
export function wordsForError(error: unknown): MessageDescriptor {
  if (!(error instanceof CallError)) return msg`Something went wrong on this page`
  const named = wordsForId(error.id, error.params)
  if (named) return named
  const { status, msg: text } = error
  switch (error.kind) {
    case 'network':
      return msg`No connection to the server`
    case 'timeout':
      return msg`The server did not answer in time`
    case 'badAnswer':
      return msg`The server answered in a way this version does not understand`
    case 'aborted':
      return msg`Cancelled`
    case 'http':
      return msg`The server answered ${status ?? 0}: ${text ?? ''}`
    default:
      return text ? { id: text, message: text } : msg`The server refused this`
  }
}
