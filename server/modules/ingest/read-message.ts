// The first look at a device's bytes: JSON or compact, a valid message or a named reason.
import * as z from 'zod/mini'
import { COMPACT_MAGIC, decodeCompact } from '../../../src/contract/compact.ts'
import { type DeviceMessage, deviceMessage } from '../../../src/contract/device-messages.ts'
import { type DeviceSettings, deviceSettings } from '../../../src/domain/device/settings.ts'

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })
const reported = z.partial(deviceSettings)

export type Read = { ok: true; message: DeviceMessage } | { ok: false; reason: string }

/** Never throws. Reasons are short words, with the field behind a colon where one is wrong. */
export function readDeviceMessage(bytes: Uint8Array): Read {
  if (bytes.length === 0) return { ok: false, reason: 'empty' }
  if (bytes[0] === COMPACT_MAGIC) {
    const result = decodeCompact(bytes)
    if (result.ok) return result
    return { ok: false, reason: `compact.${result.reason}${result.field ? `:${result.field}` : ''}` }
  }
  let text: string
  try {
    text = strictUtf8.decode(bytes)
  } catch {
    return { ok: false, reason: 'encoding' }
  }
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    return { ok: false, reason: 'json' }
  }
  const result = z.safeParse(deviceMessage, raw)
  if (result.success) return { ok: true, message: result.data }
  const path = result.error.issues[0]?.path.map(String).join('.')
  return { ok: false, reason: path === 'code' ? 'code' : `field:${path || 'message'}`.slice(0, 80) }
}

/** Settings as a device reports them: the known ones, or the name of the one that is wrong. */
export function readReportedSettings(
  raw: Record<string, unknown>,
): { settings: Partial<DeviceSettings> } | { wrong: string } {
  const result = z.safeParse(reported, raw)
  if (result.success) return { settings: result.data }
  return { wrong: result.error.issues[0]?.path.map(String).join('.') ?? 'settings' }
}
