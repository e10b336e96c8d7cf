// Cameras' passwords as they lie in the database: sealed with a key of this installation, and bound to their tenant, so that
// one copied into another tenant's row does not open.
import { openBytes, sealBytes } from '../../sealed.ts'

/** What the key is derived for. */
export const CAMERA_PASSWORDS = 'camera passwords'

const bound = (tenantId: number) => `camera password\n${tenantId}`

export const sealPassword = (key: Buffer, password: string, tenantId: number): Buffer =>
  sealBytes(key, Buffer.from(password, 'utf8'), bound(tenantId))

/** Undefined when it was changed, or sealed for somebody else, or with another key. */
export const openPassword = (key: Buffer, sealed: Buffer, tenantId: number): string | undefined =>
  openBytes(key, sealed, bound(tenantId))?.toString('utf8')
