// A request that is refused: what the wire says, and plain English for integrators.
import { codes, type ErrorId, type Refusal } from '../../src/contract/errors.ts'

type Params = Record<string, string | number>

/** Thrown by handlers; answered with HTTP 200 unless a transport status is given. */
export class Refused extends Error {
  readonly id: ErrorId
  readonly field: string | undefined
  readonly params: Params | undefined
  readonly status: number
  constructor(id: ErrorId, more: { field?: string; params?: Params; status?: number } = {}) {
    super(id)
    this.name = 'Refused'
    this.id = id
    this.field = more.field
    this.params = more.params
    this.status = more.status ?? 200
  }
}

const CONFLICTS = new Set<ErrorId>([
  'alarm.takenBy',
  'call.takenBy',
  'call.over',
  'call.busy',
  'conference.full',
  'door.writing',
  'command.underWay',
  'device.locked',
  'task.tooMany',
])

function codeOf(id: ErrorId): number {
  if (id === 'session.ended') return codes.sessionEnded
  if (id === 'session.throttled' || id === 'throttled' || id.startsWith('session.codeToo'))
    return codes.throttled
  if (id.startsWith('forbidden')) return codes.forbidden
  if (id === 'row.unknown' || id === 'route.unknown') return codes.unknown
  if (id.startsWith('row.') || id === 'state.transition' || CONFLICTS.has(id)) return codes.conflict
  if (id === 'failed' || id === 'unavailable') return codes.failed
  if (id === 'busy') return codes.busy
  return codes.invalid
}

const sentences: Record<ErrorId, string> = {
  'session.ended': 'There is no live session; log in again',
  'session.badCredentials': 'The account or the password is wrong',
  'session.badCode': 'The code is wrong or no longer valid',
  'session.codeTooSoon': 'A code was sent a moment ago',
  'session.codeTooMany': 'Too many codes were sent to this number',
  'session.noTexts': 'This installation has no carrier of text messages',
  'session.throttled': 'Too many attempts; wait a little',
  'session.disabled': 'The account is disabled',
  'session.visitorOff': 'Visitors may not enter',
  'session.wrongPassword': 'The password is wrong',
  'session.linkInvalid': 'The link is not valid',
  'session.temporaryPassword': 'The password is temporary; choose another with auth/firstPassword',
  'session.passwordExpired': 'The temporary password has expired',
  forbidden: 'The permission for this is missing',
  'forbidden.escalation': 'Nobody can give rights beyond their own',
  'forbidden.lastAdministrator': 'Somebody must be left who can let others in',
  'forbidden.self': 'This cannot be done to the own account',
  'field.required': 'A value is required',
  'field.type': 'The value is of the wrong type',
  'field.tooShort': 'The value is too short',
  'field.tooLong': 'The value is too long',
  'field.tooSmall': 'The value is too small',
  'field.tooBig': 'The value is too big',
  'field.format': 'The value does not have the right format',
  'field.choice': 'The value is none of the allowed ones',
  'field.unknownKey': 'There is no such field',
  'field.reference': 'There is no such row to refer to',
  'field.duplicate': 'The value is taken',
  'field.text': 'The text contains characters that cannot be stored',
  'field.phone': 'Not a mobile number',
  'field.imei': 'Not an IMEI',
  'field.imeiLength': 'An IMEI has 10 to 20 digits',
  'field.imsi': 'Not an IMSI',
  'field.iccid': 'Not an ICCID',
  'field.email': 'Not an e-mail address',
  'field.username': 'Only letters, digits, dot, dash and underscore',
  'field.passwordShort': 'At least 8 characters',
  'field.passwordSame': 'The new password is the old one',
  'field.limitOrder': 'The lower limit must be below the upper one',
  'field.payload': 'Not a payload of this form',
  'field.imageAddress': 'Not an address of an image',
  'field.imageEmpty': 'The image must not be empty',
  'field.uri': 'Not an address',
  'field.mark': 'Not a permission key',
  'field.cycle': 'The row would be its own ancestor',
  'field.json': 'The body is not valid JSON',
  'field.tooDeep': 'The body is nested too deeply',
  'field.serialPrefix': 'Only capital letters, digits and dashes',
  'field.digits': 'Only digits',
  'field.zone': 'Not the name of a time zone',
  'field.periodOrder': 'The end must be after the beginning',
  'field.testTooLong': 'A test window is at most 72 hours long',
  'field.audioAddress': 'Not the address of an MP3',
  'field.mustChooseOne': 'One of them must be chosen',
  'field.chosenTwice': 'The same item was chosen twice',
  'field.planSize': 'A drawing for positioning, or placed on the map, needs its real width and height',
  'field.outsidePlan': 'This lies outside the drawing',
  'field.selfCrossing': 'The outline crosses itself',
  'field.picture': 'The image must be one that was uploaded here',
  'row.unknown': 'There is no such row',
  'row.changed': 'The row has changed in the meantime',
  'row.overtaken': 'Somebody else changed this row since it was looked at',
  'row.inUse': 'The row is in use',
  'row.builtIn': 'The row was made with the tenant and stays',
  nothingSelected: 'Nothing is selected',
  'found.more': 'More rows match than were confirmed',
  'state.transition': 'No such state transition',
  'device.offline': 'The device is offline or was never online',
  'command.none': 'No command available',
  'alarm.takenBy': 'Somebody else has taken the alarm',
  'text.noCarrier': 'This installation has no carrier of text messages',
  'text.noPhone': 'The person has no phone number any more',
  'text.alarmHandled': 'The alarm is handled',
  'text.replaced': 'Another message was sent in its place already',
  'call.takenBy': 'Somebody else has answered the call',
  'call.over': 'The call is over',
  'call.none': 'There is no such call',
  'call.busy': 'A call is already in progress',
  'call.self': 'Nobody can call themselves',
  'call.notReachable': 'The person is not connected',
  'call.providerFailed': 'The call provider could not make a token',
  'conference.password': 'The room asks for its password',
  'conference.full': 'The room is full',
  'conference.unavailable': 'This server carries no conferences: the optional package node-datachannel is missing',
  'conference.guestCode': 'The link is not valid, or has ended',
  'door.codeInvalid': 'The code is wrong, used or too old',
  'door.notDoorUnit': 'The device is no door unit',
  'door.oneHolder': 'A right belongs to one card or one person',
  'door.cardNotIssued': 'The card has not been issued yet',
  'door.writing': 'The door unit is writing another card',
  'push.noChannel': 'The person has no channel of this kind',
  'tenant.disabled': 'The tenant is disabled',
  'command.notUnderstood': 'Devices of this kind do not understand the command',
  'command.underWay': 'A command to this device is still in progress',
  'device.locked': 'The breaker is locked: unlock it first',
  'device.recycled': 'The device was decommissioned',
  'place.swapped': 'The latitude is beyond 90 degrees: latitude and longitude are swapped',
  'place.nowhere': 'Latitude 0 with longitude 0 is no place: the position was not known',
  'place.photo': 'The photo is not one of the files that were uploaded here',
  'place.overtaken': 'The device has been put somewhere else since',
  'allocation.sameTarget': 'The devices are there already',
  'allocation.bound': 'The device has been bound since',
  'allocation.movedOn': 'The device has been handed on since',
  'batch.unjudged': 'Some records of the batch have not been judged',
  'batch.full': 'The batch has as many records as were planned',
  'batch.imeiTaken': 'A device with the IMEI of one of the records exists already',
  'file.empty': 'There is no file, or it is empty',
  'file.type': 'Files of this type are not accepted',
  'file.broken': 'The file cannot be read as what it claims to be',
  'file.imageTooLarge': 'The image is larger than 500 KB',
  'file.tooLarge': 'The file is larger than 5 MB',
  'file.videoTooLarge': 'The video is larger than 20 MB',
  'file.planTooLarge': 'The plan is larger than 10 MB',
  'file.planType': 'A plan must be a JPEG, PNG or WebP image; save a PDF as an image first',
  'file.planTooManyPixels': 'The plan has more than 40 megapixels',
  'file.tooManyPixels': 'The image has more than 25 megapixels',
  'file.quota': 'The storage of the tenant is full',
  'file.form': 'Send a form with one file in the field `file`',
  'import.columns': 'The sheet lacks columns that are needed',
  'import.doubledColumn': 'Two columns are for the same field',
  'import.tooManyRows': 'The sheet has too many rows',
  'import.unreadable': 'The file cannot be read as a spreadsheet',
  'import.noRows': 'The sheet has no rows under its headings',
  'import.skippedTime': 'The clocks skip this time on this day',
  'import.doubledTime': 'The clocks show this time twice on this day; write the distance from UTC after it',
  'import.ambiguous': 'Several rows have this name; use the id',
  'import.roundedNumber': 'The spreadsheet program has rounded the number; format the column as text',
  'import.exists': 'There is such a row already',
  'sim.noCard': 'No bound card number',
  'sim.alreadyBound': 'The card or the device is bound already',
  'sim.carrier': 'The carrier refused',
  'sim.ordered': 'An order to the carrier is on its way',
  'pay.notYet': 'The order has not been paid yet',
  'pay.wayNotChanged': 'The payment method was not changed',
  'pay.alreadyBought': 'The package was bought already',
  'pay.currentPackage': 'This is the current package already',
  'pay.wayOff': 'This payment method is not set up',
  'pay.provider': 'The payment provider refused',
  'pay.amount': 'An amount or a package is needed, not both',
  'report.grouping': 'This subject cannot be broken down so',
  'fence.fewCorners': 'A ring needs three corners in different places',
  'fence.tooManyCorners': 'The outline and its holes have too many corners',
  'fence.pole': 'Geofences end a degree before the poles',
  'fence.tooWide': 'A geofence spans half the earth at most',
  'fence.spike': 'The outline runs back over itself',
  'fence.crossing': 'The outline touches or crosses itself or a hole',
  'fence.holeOutside': 'A hole lies outside of the outline',
  'fence.holesOverlap': 'A hole lies inside another one',
  'fence.noArea': 'The shape encloses nothing',
  'fence.tooMany': 'The tenant has as many geofences as are allowed',
  'request.tooLarge': 'The request is too large',
  'request.timeout': 'The request took too long',
  'request.noData': 'The answer brings no data',
  'request.unsupported': 'Send JSON',
  'route.unknown': 'There is no such address',
  'task.tooMany': 'As many of your tasks wait as may; wait until some are done, or cancel them',
  throttled: 'Too many requests; wait a little',
  failed: 'Something went wrong in the server',
  busy: 'The server has too much to do just now; try again in a few seconds',
  unavailable: 'The server cannot answer just now',
}

/** Body of the answer to a refused request. */
export function bodyOf({ id, field, params }: Pick<Refused, 'id' | 'field' | 'params'>): Refusal {
  return {
    code: codeOf(id),
    msg: field ? `${field}: ${sentences[id]}` : sentences[id],
    id,
    ...(field === undefined ? {} : { field }),
    ...(params === undefined ? {} : { params }),
  }
}
