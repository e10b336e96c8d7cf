// How devices name an alarm: the numbers 1 to 34, or the older set of texts. '04' is a call for help, 4 is wearing.
import * as z from 'zod/mini'
import { type AlarmType, alarmType, alarmTypes } from '../domain/alarm/alarm-types.ts'
import { wireOf } from './codecs.ts'

const byText = { '01': 'lowVoltage', '02': 'offline', '03': 'deviceFault', '04': 'sos' } as const

/** The type of a 3001: a text of the older set, or a number (as a text too, where it is none of that set). */
export const reportedType = z.union([
  z.pipe(
    z.enum(['01', '02', '03', '04']),
    z.transform((code): AlarmType => byText[code]),
  ),
  wireOf(alarmType),
])

/** The type that something sent can be read as: either set, a number in whatever form, the word itself. */
export function typeSaid(sent: unknown): AlarmType | undefined {
  const text = typeof sent === 'string' ? sent.trim() : sent
  const strict = z.safeParse(reportedType, text)
  if (strict.success) return strict.data
  if (typeof text !== 'string') return undefined
  const word = alarmTypes.find(type => type.toLowerCase() === text.toLowerCase())
  if (word) return word
  return /^\d{1,3}(\.0+)?$/.test(text) ? alarmTypes[Number(text) - 1] : undefined
}
