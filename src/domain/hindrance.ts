// Why a command does not run on a row: one answer for the button, the tray of waiting actions and the server.

/** Refusals that a row's own facts decide; the wire has words for each. */
export const hindranceIds = [
  'state.transition',
  'forbidden.self',
  'forbidden.escalation',
  'alarm.takenBy',
  'batch.full',
  'command.notUnderstood',
  'row.overtaken',
  'device.offline',
  'device.recycled',
  'sim.ordered',
  'text.alarmHandled',
  'text.replaced',
  'recording.held',
  'recording.running',
  'log.own',
  'log.notOwn',
  'meter.noDevice',
  'bill.ofRoom',
] as const
export type HindranceId = (typeof hindranceIds)[number]

/** It would change nothing: it is not offered, and no error where it comes all the same, such as from a tablet that was offline. */
export const NEEDLESS = { is: 'needless' } as const

/** The server refuses it with the id; `of` names the field whose value is the reason. */
export interface Refusing {
  is: 'refused'
  id: HindranceId
  of?: string
  params?: Readonly<Record<string, string>>
}

export type Hindrance = typeof NEEDLESS | Refusing

/** Who gives a command. */
export interface Giver {
  id: number
  tenantId: number
  /** Holds the highest authorization. */
  highest: boolean
}

export const refusing = (id: HindranceId, more: Pick<Refusing, 'of' | 'params'> = {}): Refusing => ({
  is: 'refused',
  id,
  ...more,
})

/** There is no such step from where the row stands. */
export const stepUnless = (holds: boolean, of?: string): Refusing | undefined =>
  holds ? undefined : refusing('state.transition', of === undefined ? {} : { of })

export const needlessUnless = (holds: boolean): typeof NEEDLESS | undefined => (holds ? undefined : NEEDLESS)
