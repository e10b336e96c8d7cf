// Publishes to consoles who is on which side of which fence.
import * as z from 'zod/mini'
import { type FenceNotice, fenceNotice } from '../../../src/contract/messages.ts'
import type { Audience, Outlet } from '../../outlet.ts'
import type { FenceChange } from './save-work.ts'

/** Most changes of one message: it must fit the packet limit of the broker. */
const MOST_CHANGES = 250

/** Who is on the other side of which fence, to everybody whose scope covers the device. */
export function publishFences(outlet: Outlet, changes: readonly FenceChange[]): void {
  const audiences = new Map<string, { audience: Audience; changes: FenceNotice['changes'] }>()
  for (const { tenantId, departmentId, ...change } of changes) {
    const key = `${tenantId} ${departmentId}`
    const known = audiences.get(key) ?? { audience: { tenantId, departmentId }, changes: [] }
    audiences.set(key, known)
    known.changes.push(change)
  }
  for (const { audience, changes } of audiences.values())
    for (let from = 0; from < changes.length; from += MOST_CHANGES) {
      const part = changes.slice(from, from + MOST_CHANGES)
      const said = z.encode(fenceNotice, { code: 'fence', tenantId: audience.tenantId, changes: part })
      outlet.toAll(audience, said, 'fence.read')
    }
}
