// A short look at what a device says, before anything of it is judged: its code, and the emergency it tells of.
import { COMPACT_MAGIC, decodeCompact } from '../../../src/contract/compact.ts'
import type { Peek } from '../../broker/ports.ts'
import { emergencyOf, readDeviceMessage } from './read-message.ts'

/** The codes of messages that can tell of an emergency; whatever else is wrong, one of them is in the text. */
const MAY_TELL = ['3001', '2003']

function codeOf(payload: Buffer): string {
  if (payload[0] === COMPACT_MAGIC) {
    const result = decodeCompact(payload)
    return result.ok ? result.message.code : ''
  }
  try {
    const raw: unknown = JSON.parse(payload.toString())
    const { code } = { code: '', ...(typeof raw === 'object' ? raw : null) }
    return String(code).trim()
  } catch {
    return ''
  }
}

/** Never throws. Secondary fields may be as wrong as they like: an emergency is what is stored as one. */
export const peekAt: Peek = bytes => {
  const payload = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const code = codeOf(payload)
  const isWorthReading = payload[0] === COMPACT_MAGIC || MAY_TELL.some(one => payload.includes(one))
  const read = isWorthReading ? readDeviceMessage(payload) : undefined
  return { code, emergency: read?.ok ? emergencyOf(read.message) : undefined }
}
