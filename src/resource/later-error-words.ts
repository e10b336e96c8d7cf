// Words for the errors that only somebody with a session meets; fetched with the rest of the language.
import { msg } from '@lingui/core/macro'
import { addErrorWords } from './error-words.ts'

/** Latitude first, as maps write it. */
const placeText = ({ latitude, longitude }: Record<string, string | number>) => `${latitude}, ${longitude}`

addErrorWords({
  'forbidden.escalation': msg`You cannot give away a right that you do not hold yourself`,
  'forbidden.self': msg`You cannot do this to your own account`,
  'forbidden.lastAdministrator': msg`This is the last administrator. Somebody who can manage accounts must remain.`,
  'field.reference': msg`What was chosen no longer exists`,
  'field.duplicate': msg`This value is already in use`,
  'field.imei': msg`Enter the IMEI in digits`,
  'field.imeiLength': msg`An IMEI has 10 to 20 digits, usually 15`,
  'field.imsi': msg`Enter the IMSI in 14 or 15 digits`,
  'field.iccid': msg`Enter the ICCID in 19 or 20 characters`,
  'field.email': msg`Enter an e-mail address`,
  'field.username': msg`Only letters, digits, dot, hyphen and underscore`,
  'field.limitOrder': msg`The lower limit must be below the upper one`,
  'field.payload': msg`The payload does not fit its format: hex needs two digits per byte, JSON must be complete`,
  'field.imageAddress': msg`Enter the address of an image`,
  'field.imageEmpty': msg`The image must not be empty`,
  'field.uri': msg`Only letters, digits and the signs of an address`,
  'field.mark': msg`Only letters, digits, dot, hyphen and underscore`,
  'field.cycle': msg`This would put it inside itself`,
  'field.serialPrefix': msg`Only capital letters, digits and dashes`,
  'field.digits': msg`Only digits`,
  'field.zone': msg`Choose a time zone`,
  'field.periodOrder': msg`The end must be after the beginning`,
  'field.testTooLong': msg`A test lasts at most 72 hours`,
  'field.audioAddress': msg`Enter the address of an MP3, or leave it empty`,
  'field.mustChooseOne': msg`You must choose one`,
  'field.chosenTwice': msg`The same item was chosen twice`,
  'field.planSize': msg`Enter the real width and height in metres`,
  'field.outsidePlan': msg`This lies outside the drawing`,
  'field.selfCrossing': msg`The outline crosses itself`,
  'field.picture': msg`Upload the image here`,
  'row.unknown': msg`This entry does not exist or was deleted`,
  'row.changed': msg`Somebody else changed this meanwhile. Reload and try again.`,
  'row.overtaken': ({ name }) =>
    name === undefined
      ? msg`Somebody else was first. Look at it again.`
      : msg`${name} was first. Look at it again.`,
  'row.inUse': ({ names }) =>
    names === undefined ? msg`It is still in use` : msg`It is still in use by: ${names}`,
  'row.builtIn': msg`It is built in and cannot be deleted`,
  'state.transition': msg`No such state transition`,
  'device.offline': msg`Device not online`,
  'command.none': msg`No command available`,
  'alarm.takenBy': ({ name }) =>
    name === undefined ? msg`Somebody else has taken this alarm` : msg`${name} has taken this alarm`,
  'text.noCarrier': msg`This installation has no carrier for text messages`,
  'text.noPhone': msg`This person has no phone number any more`,
  'text.alarmHandled': msg`The alarm is handled already`,
  'text.replaced': msg`The message was sent again already`,
  'call.takenBy': msg`Somebody else has answered this call`,
  'call.over': msg`This call is over`,
  'call.none': msg`There is no such call`,
  'call.busy': msg`A call is already in progress`,
  'call.self': msg`You cannot call yourself`,
  'call.notReachable': msg`This person is not connected right now`,
  'call.providerFailed': msg`The call service did not hand out a token. Check its settings.`,
  'conference.password': msg`Enter the password of the conference room`,
  'conference.full': msg`The conference room is full`,
  'conference.unavailable': msg`This installation carries no conferences: its server lacks the optional package node-datachannel`,
  'conference.guestCode': msg`The link is not valid, or it has ended`,
  'door.codeInvalid': msg`The code is wrong, used or too old`,
  'door.notDoorUnit': msg`This device is not a door unit`,
  'door.oneHolder': msg`Choose either a card or a person`,
  'door.cardNotIssued': msg`This card has not been issued yet`,
  'door.writing': msg`The door unit is writing another card`,
  'push.noChannel': msg`This person has no such channel`,
  'command.notUnderstood': msg`Devices of this kind cannot do this`,
  'command.underWay': msg`A command to this device is still in progress`,
  'device.locked': msg`The breaker is locked. Unlock it first.`,
  'device.recycled': msg`The device was decommissioned`,
  'place.swapped': msg`Latitude and longitude are swapped`,
  'place.nowhere': msg`0, 0 is not a place: the position was not known`,
  'place.photo': msg`The photo is not one of your company's files. Upload it again.`,
  'place.overtaken': msg`The device has been put somewhere else since`,
  'allocation.sameTarget': msg`It is there already`,
  'allocation.bound': msg`It is already bound`,
  'allocation.movedOn': msg`It is already reallocated`,
  'batch.unjudged': msg`Inspect every record of the batch first`,
  'batch.full': msg`The batch has as many records as were planned`,
  'batch.imeiTaken': ({ name }) =>
    name === undefined
      ? msg`A device with the IMEI of one of the records exists already`
      : msg`A device with the IMEI of ${name} exists already`,
  'file.empty': msg`Choose a file that is not empty`,
  'file.type': msg`The file format is wrong`,
  'file.broken': msg`The file is damaged or is not what its name says`,
  'file.imageTooLarge': msg`Images must be smaller than 500 KB`,
  'file.tooLarge': msg`Files must be smaller than 5 MB`,
  'file.videoTooLarge': msg`Videos must be smaller than 20 MB`,
  'file.planTooLarge': msg`Plans must be smaller than 10 MB`,
  'file.planType': msg`A plan must be a JPEG, PNG or WebP image. Save a PDF as an image first.`,
  'file.planTooManyPixels': msg`The plan has more than 40 megapixels`,
  'file.tooManyPixels': msg`The image has more than 25 megapixels`,
  'file.quota': msg`The storage is full`,
  'file.form': msg`The upload was not understood`,
  'import.columns': msg`The sheet lacks columns that are needed`,
  'import.doubledColumn': msg`Two columns are meant for the same field`,
  'import.tooManyRows': msg`The sheet has too many rows`,
  'import.unreadable': msg`The file cannot be read as a spreadsheet`,
  'import.noRows': msg`There are no rows under the headings`,
  'import.skippedTime': msg`The clocks are set forward on this day: there is no such time. Write another one.`,
  'import.doubledTime': msg`The clocks are set back on this day: there are two such times. Write which one is meant, like 02:30:00 +01:00.`,
  'import.ambiguous': msg`Several entries have this name. Write the number of the right one.`,
  'import.roundedNumber': msg`The spreadsheet program has rounded this number. Format the column as text and enter it again.`,
  'import.exists': msg`It is there already`,
  'sim.noCard': msg`No bound card number`,
  'sim.alreadyBound': ({ name }) =>
    name === undefined ? msg`The card or the device is bound already` : msg`Already bound to ${name}`,
  'sim.carrier': msg`The carrier refused`,
  'sim.ordered': msg`The carrier is still working on the last order`,
  'pay.notYet': msg`The order has not been paid yet`,
  'pay.wayNotChanged': msg`The payment method was not changed`,
  'pay.alreadyBought': msg`The package has been bought already`,
  'pay.currentPackage': msg`This is the current package already`,
  'pay.wayOff': msg`This payment method is not available`,
  'pay.provider': msg`The payment provider refused`,
  'pay.amount': msg`Enter an amount or choose a package`,
  'report.grouping': msg`This cannot be broken down so`,
  'task.tooMany': ({ max = 0 }) =>
    msg`${max} of your downloads and imports are waiting already. Wait until some are done, or cancel them.`,
  'fence.fewCorners': msg`Three different corners are needed`,
  'fence.tooManyCorners': ({ max }) => msg`There may be ${max ?? ''} corners at most`,
  'fence.pole': msg`It is too near a pole`,
  'fence.tooWide': msg`It is wider than half the earth`,
  'fence.spike': place =>
    place.latitude === undefined
      ? msg`The outline runs back over itself`
      : msg`The outline runs back over itself at ${placeText(place)}`,
  'fence.crossing': place =>
    place.latitude === undefined
      ? msg`The outline crosses itself`
      : msg`The outline crosses itself at ${placeText(place)}`,
  'fence.holeOutside': place =>
    place.latitude === undefined
      ? msg`A hole lies outside of the outline`
      : msg`The hole at ${placeText(place)} lies outside of the outline`,
  'fence.holesOverlap': place =>
    place.latitude === undefined
      ? msg`A hole lies inside another one`
      : msg`The hole at ${placeText(place)} lies inside another one`,
  'fence.noArea': msg`It encloses nothing`,
  'fence.tooMany': ({ max }) => msg`There are ${max ?? ''} geofences already, more are not possible`,
})
