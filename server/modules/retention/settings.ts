// The operator's part in what is forgotten: how many days records are kept that would otherwise grow for ever.
import { FOR_EVER } from '../../../src/domain/retention/kinds.ts'
import { type Read, row, whole } from '../../settings/setting.ts'

/** What proves a payment is kept as long as statements of banks have to be: ten years. */
const LEAST_MONEY_DAYS = 3_653
const days = (least: number) => whole(least, FOR_EVER)

/** Rows of the table of settings. Least days: whoever looks into something that happened must still find it. */
export const retentionTable = {
  alarms: row(
    'KEEP_ALARMS_DAYS',
    'Days that alarms which were handled are kept; without a word of anybody a hundred years, which is as long as the installation',
    days(1_096),
    String(FOR_EVER),
  ),
  // A device may send what it measured a month ago, and the day that it belongs to must still be there.
  readings: row(
    'KEEP_READINGS_DAYS',
    'Days that readings are kept; a tenant may choose fewer',
    days(31),
    '90',
  ),
  positions: row(
    'KEEP_POSITIONS_DAYS',
    'Days that positions are kept; a tenant may choose fewer',
    days(31),
    '90',
  ),
  fenceEvents: row('KEEP_FENCE_EVENTS_DAYS', 'Days that crossings of geofences are kept', days(30), '36500'),
  recordings: row('KEEP_RECORDINGS_DAYS', 'Days that recordings are kept which nobody holds', days(1), '30'),
  exports: row(
    'KEEP_EXPORTS_DAYS',
    'Days that files of exports, imports and reports can be downloaded',
    whole(1, 365),
    '30',
  ),
  orders: row('KEEP_ORDERS_DAYS', 'Days that orders to devices which have ended are kept', days(7), '365'),
  steps: row(
    'KEEP_DEVICE_STEPS_DAYS',
    'Days that a device’s steps through its life are kept; its last one stays in any case',
    days(30),
    '1825',
  ),
  callbacks: row(
    'KEEP_PAYMENT_CALLBACKS_DAYS',
    'Days that callbacks which changed a payment are kept: they prove the books, so never under ten years',
    days(LEAST_MONEY_DAYS),
    String(LEAST_MONEY_DAYS),
  ),
  refusedCallbacks: row(
    'KEEP_REFUSED_CALLBACKS_DAYS',
    'Days that callbacks are kept which changed nothing: repeated, forged, or about no payment',
    days(30),
    '180',
  ),
  calls: row('KEEP_CALLS_DAYS', 'Days that calls which have ended stay in the call log', days(30), '365'),
  doorEvents: row('KEEP_DOOR_EVENTS_DAYS', 'Days that what happened at doors is kept', days(30), '365'),
  payloads: row(
    'KEEP_PAYLOADS_DAYS',
    'Days that payloads of transparent devices are kept, the newest 1,000 of each device at most',
    days(7),
    '90',
  ),
  cardNotices: row(
    'KEEP_CARD_NOTICES_DAYS',
    'Days that notices of issued cards are kept; they wait to be confirmed for the first of them only',
    days(30),
    '180',
  ),
  notices: row(
    'KEEP_NOTICES_DAYS',
    'Days that what was read or removed stays in the message centre',
    days(7),
    '90',
  ),
  unsentWork: row(
    'KEEP_UNSENT_WORK_DAYS',
    'Days that it stands with a person how much waits unsent on a browser that has not told anything since',
    days(60),
    '180',
  ),
  unreadNotices: row(
    'KEEP_UNREAD_NOTICES_DAYS',
    'Days that what nobody has read stays in the message centre',
    days(90),
    '365',
  ),
} as const

/** Days by what they are for. */
export type RetentionConfig = Record<keyof typeof retentionTable, number>

export function readRetention(read: Read): RetentionConfig {
  const daysOf = (kind: keyof RetentionConfig) =>
    read(retentionTable[kind]) ?? Number(retentionTable[kind].fallback)
  return {
    alarms: daysOf('alarms'),
    readings: daysOf('readings'),
    positions: daysOf('positions'),
    fenceEvents: daysOf('fenceEvents'),
    recordings: daysOf('recordings'),
    exports: daysOf('exports'),
    orders: daysOf('orders'),
    steps: daysOf('steps'),
    callbacks: daysOf('callbacks'),
    refusedCallbacks: daysOf('refusedCallbacks'),
    calls: daysOf('calls'),
    doorEvents: daysOf('doorEvents'),
    payloads: daysOf('payloads'),
    cardNotices: daysOf('cardNotices'),
    notices: daysOf('notices'),
    unsentWork: daysOf('unsentWork'),
    unreadNotices: daysOf('unreadNotices'),
  }
}
