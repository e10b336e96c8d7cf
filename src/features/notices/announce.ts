// An SOS said beyond the dialog, in the reader's language.
import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Sos } from '../../domain/notice/sos-queue.ts'
import { notifySystem } from '../../platform/attention.ts'

/** Title of the SOS dialog, of the flashing page title and of the system's notification. */
export const sosTitle = msg`SOS emergency`

/** Who and where, in one line. */
export const whoAndWhere = ({ name, deviceName, building, unit, roomNo, place }: Sos): string =>
  [name ?? deviceName, building, unit, roomNo, building ? null : place].filter(Boolean).join(' · ')

/** Shows the system's notification where nobody looks at the page. */
export function announceSos(i18n: I18n, sos: Sos): void {
  const name = i18n._(sosTitle)
  notifySystem(sos.trial ? i18n._(msg`Test: ${name}`) : name, whoAndWhere(sos), `sos-${sos.alarmId}`)
}
