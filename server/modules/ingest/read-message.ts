// The first look at a device's bytes: JSON or compact, a valid message or a named reason. An emergency is made out wherever it can be.
import * as z from 'zod/mini'
import { COMPACT_MAGIC, decodeCompact, readLoosely } from '../../../src/contract/compact.ts'
import { type DeviceMessage, deviceMessage } from '../../../src/contract/device-messages.ts'
import type { AlarmType } from '../../../src/domain/alarm/alarm-types.ts'
import { isEmergency } from '../../../src/domain/alarm/emergency.ts'
import { flawOf, type MessageFlaw } from '../../../src/domain/alarm/message-flaw.ts'
import { type DeviceSettings, deviceSettings } from '../../../src/domain/device/settings.ts'
import { lastingStates } from '../../../src/domain/device/state-fields.ts'
import { fieldsOfText, salvage } from './salvage.ts'

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })
const anyUtf8 = new TextDecoder('utf-8')
const reported = z.partial(deviceSettings)

/** `flaws`: an emergency that was read all the same, without what was wrong. */
export type Read =
  | { ok: true; message: DeviceMessage; flaws?: readonly MessageFlaw[] }
  | { ok: false; reason: string }

/** Never throws. Reasons are short words, with the field behind a colon where one is wrong. */
export function readDeviceMessage(bytes: Uint8Array): Read {
  if (bytes.length === 0) return { ok: false, reason: 'empty' }
  if (bytes[0] === COMPACT_MAGIC) {
    const result = decodeCompact(bytes)
    if (result.ok) return result
    const reason = `compact.${result.reason}${result.field ? `:${result.field}` : ''}`
    return emergencyIn(readLoosely(bytes), reason, result.reason === 'schema' ? [] : [flawOf('form')])
  }
  let text: string
  const form: MessageFlaw[] = []
  try {
    text = strictUtf8.decode(bytes)
  } catch {
    text = anyUtf8.decode(bytes)
    form.push(flawOf('form'))
  }
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    return emergencyIn(fieldsOfText(text), form.length > 0 ? 'encoding' : 'json', [flawOf('form')])
  }
  if (form.length > 0) return emergencyIn(raw, 'encoding', form)
  const result = z.safeParse(deviceMessage, raw)
  if (result.success) return { ok: true, message: result.data }
  const path = result.error.issues[0]?.path.map(String).join('.')
  return emergencyIn(raw, path === 'code' ? 'code' : `field:${path || 'message'}`.slice(0, 80), [])
}

const anyFields = z.record(z.string(), z.unknown())

/** The emergency in fields that are no message, or the reason why there is none. */
function emergencyIn(raw: unknown, reason: string, flaws: readonly MessageFlaw[]): Read {
  const fields = z.safeParse(anyFields, raw)
  const found = fields.success ? salvage(fields.data) : undefined
  return found
    ? { ok: true, message: found.message, flaws: [...flaws, ...found.flaws] }
    : { ok: false, reason }
}

/** The alarm of somebody in danger now that a message tells of: an emergency, a ring that came loose, gas. */
export function emergencyOf(message: DeviceMessage): AlarmType | undefined {
  if (message.code === '3001') return isEmergency(message.type) ? message.type : undefined
  if (message.code !== '2003') return undefined
  return lastingStates.find(({ said, says }) => message[said] === says)?.type
}

/** Settings as a device reports them: the known ones, or the name of the one that is wrong. */
export function readReportedSettings(
  raw: Record<string, unknown>,
): { settings: Partial<DeviceSettings> } | { wrong: string } {
  const result = z.safeParse(reported, raw)
  if (result.success) return { settings: result.data }
  return { wrong: result.error.issues[0]?.path.map(String).join('.') ?? 'settings' }
}
