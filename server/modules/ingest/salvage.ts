// Reads an emergency out of a message that is not as it should be: keeps what is good and says what was wrong. Everything
// else is left to the strict reading.
import * as z from 'zod/mini'
import { typeSaid } from '../../../src/contract/alarm-codes.ts'
import { type DeviceMessage, deviceAlarm, deviceStatus } from '../../../src/contract/device-messages.ts'
import { isEmergency } from '../../../src/domain/alarm/emergency.ts'
import { flawOf, type MessageFlaw } from '../../../src/domain/alarm/message-flaw.ts'
import { lastingStates, stateFacts } from '../../../src/domain/device/state-fields.ts'

export interface Salvaged {
  message: DeviceMessage
  flaws: MessageFlaw[]
}

type Fields = Readonly<Record<string, unknown>>

/** A number as it should be, or one that can be made out of a text. */
function numberSaid(sent: unknown): number | undefined {
  if (typeof sent === 'number') return Number.isFinite(sent) ? sent : undefined
  if (typeof sent !== 'string' || !/^\s*[-+]?\d{1,20}(\.\d{1,20})?\s*$/.test(sent)) return undefined
  return Number(sent)
}

/** Fields by their own schemas: what fits is kept, what can be read as a number of the right range too. */
function createPicker(fields: Fields, flaws: MessageFlaw[]) {
  return <Schema extends z.core.$ZodType>(
    name: string,
    schema: Schema,
    flaw: MessageFlaw['field'],
    mend = numberSaid,
  ): z.output<Schema> | undefined => {
    if (!Object.hasOwn(fields, name)) return undefined
    const strict = z.safeParse(schema, fields[name])
    if (strict.success) return strict.data
    flaws.push(flawOf(flaw, flaw === 'other' ? { [name]: fields[name] } : fields[name]))
    const read = mend(fields[name])
    if (read === undefined) return undefined
    const mended = z.safeParse(schema, read)
    return mended.success ? mended.data : undefined
  }
}

/** Fractions of a millisecond, and of a second where it is in seconds. */
function timeSaid(sent: unknown): number | undefined {
  const read = numberSaid(sent)
  if (read === undefined) return undefined
  return Math.round(read < 1e12 && !Number.isInteger(read) ? read * 1000 : read)
}

function codeSaid(sent: unknown, flaws: MessageFlaw[]): string | undefined {
  const code = typeof sent === 'number' || typeof sent === 'string' ? String(sent).trim() : undefined
  if (code !== sent && code !== undefined) flaws.push(flawOf('code', sent))
  return code
}

/** The emergency that such fields tell of, however badly; undefined where they tell of none. */
export function salvage(fields: Fields): Salvaged | undefined {
  const flaws: MessageFlaw[] = []
  const code = codeSaid(fields.code, flaws)
  if (code === '3001') return salvageAlarm(fields, flaws)
  return code === '2003' ? salvageStatus(fields, flaws) : undefined
}

function salvageAlarm(fields: Fields, flaws: MessageFlaw[]): Salvaged | undefined {
  const type = typeSaid(fields.type)
  if (type === undefined || !isEmergency(type)) return undefined
  const { shape } = deviceAlarm
  if (!z.safeParse(shape.type, fields.type).success) flaws.push(flawOf('type', fields.type))
  const pick = createPicker(fields, flaws)
  const time = pick('time', shape.time, 'time', timeSaid)
  const seq = pick('seq', shape.seq, 'seq')
  const value = pick('value', shape.value, 'value')
  // One flaw for both: a place is one thing to who reads of it.
  const wrongPlace: MessageFlaw[] = []
  const pickPlace = createPicker(fields, wrongPlace)
  const lat = pickPlace('lat', shape.lat, 'place')
  const lon = pickPlace('lon', shape.lon, 'place')
  const placed = lat !== undefined && lon !== undefined
  if (wrongPlace.length > 0) flaws.push(flawOf('place', `${say(fields.lat)}, ${say(fields.lon)}`))
  return {
    message: {
      code: '3001',
      type,
      ...(time !== undefined && { time }),
      ...(seq !== undefined && { seq }),
      ...(value !== undefined && { value }),
      ...(placed && { lat, lon }),
    },
    flaws,
  }
}

const say = (sent: unknown) => (typeof sent === 'string' ? sent : (JSON.stringify(sent) ?? '–'))

const numberOrWord = (one: string, number: number) => (sent: unknown) =>
  sent === one ? number : numberSaid(sent)

function salvageStatus(fields: Fields, flaws: MessageFlaw[]): Salvaged | undefined {
  const { shape } = deviceStatus
  const pick = createPicker(fields, flaws)
  const states = stateFacts.map(({ said, lasting, digits = [] }) => {
    const [digit] = digits.find(([, word]) => word === lasting?.says) ?? []
    const mend = lasting && digit !== undefined ? numberOrWord(lasting.says, digit) : numberSaid
    return [said, pick(said, shape[said], 'other', mend)] as const
  })
  const danger = lastingStates.some(({ said, says }) =>
    states.some(([name, state]) => name === said && state === says),
  )
  if (!danger) return undefined
  const rest = {
    time: pick('time', shape.time, 'time', timeSaid),
    seq: pick('seq', shape.seq, 'seq'),
    switches: pick('switches', shape.switches, 'other'),
    mains: pick('mains', shape.mains, 'other'),
    ...Object.fromEntries(states),
  }
  const said = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return { message: { code: '2003', ...said }, flaws }
}

const NAMES = ['code', 'type', 'time', 'seq', 'value', 'lat', 'lon', ...lastingStates.map(({ said }) => said)]
const MOST_TEXT = 65_536

/** Fields of a text that is no JSON, as one with `NaN` or without its end: each by its first mention. */
export function fieldsOfText(text: string): Fields | undefined {
  const trimmed = text.slice(0, MOST_TEXT).replace(/^\ufeff?\s*/, '')
  if (!trimmed.startsWith('{')) return undefined
  const found: Record<string, unknown> = {}
  for (const name of NAMES) {
    const at = trimmed.indexOf(`"${name}"`)
    if (at < 0) continue
    const token = /^\s*:\s*("[^"]{0,200}"|[^\s,}"]{1,40})/.exec(trimmed.slice(at + name.length + 2, at + 300))
    if (!token?.[1]) continue
    try {
      found[name] = JSON.parse(token[1])
    } catch {
      found[name] = token[1]
    }
  }
  return found
}
