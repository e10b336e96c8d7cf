// What a player asks for bytes with: a signed address of one file, for one session, for some hours. Elements that play send no
// headers of ours, so all of it stands in the address, and is short enough for one.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { HOUR_MS } from '../../../src/domain/durations.ts'
import type { Secrets } from '../../secrets.ts'

const LIFE_MS = 6 * HOUR_MS
const PURPOSE = 'recording files'
/** Before the ticket. */
export const RECORDED_PATH = '/recordings/file'
const HASH_BYTES = 32
const MAC_BYTES = 32
const BYTES = 3 * 8 + 1 + HASH_BYTES + MAC_BYTES

export interface FileClaims {
  fileId: number
  tenantId: number
  /** Hex. */
  tokenHash: string
  /** To be kept, not played. */
  save: boolean
}

export interface FileTickets {
  make(wanted: FileClaims): string
  /** Undefined when it was not made here, or is too old. */
  read(ticket: string): FileClaims | undefined
}

export function createFileTickets(secrets: Secrets, now: () => number = Date.now): FileTickets {
  const key = secrets.keyFor(PURPOSE)
  const sign = (body: Buffer) => createHmac('sha256', key).update(body).digest()
  return {
    make({ fileId, tenantId, tokenHash, save }) {
      const body = Buffer.alloc(BYTES - MAC_BYTES)
      body.writeDoubleBE(now() + LIFE_MS, 0)
      body.writeDoubleBE(fileId, 8)
      body.writeDoubleBE(tenantId, 16)
      body.writeUInt8(save ? 1 : 0, 24)
      body.write(tokenHash, 25, 'hex')
      return Buffer.concat([body, sign(body)]).toString('base64url')
    },
    read(ticket) {
      const bytes = Buffer.from(ticket, 'base64url')
      if (bytes.length !== BYTES) return undefined
      const body = bytes.subarray(0, BYTES - MAC_BYTES)
      if (!timingSafeEqual(bytes.subarray(BYTES - MAC_BYTES), sign(body))) return undefined
      if (body.readDoubleBE(0) <= now()) return undefined
      return {
        fileId: body.readDoubleBE(8),
        tenantId: body.readDoubleBE(16),
        save: body.readUInt8(24) === 1,
        tokenHash: body.toString('hex', 25),
      }
    },
  }
}
