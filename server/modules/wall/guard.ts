// Who a wall is to the endpoints: nobody's account, its tenant's rows, and the right to read what its figures count.

import * as z from 'zod/mini'
import { scenario as scenarioWord } from '../../../src/domain/access/session-words.ts'
import { cameraPermissions } from '../../../src/domain/camera/camera.ts'
import { permissionFor } from '../../../src/domain/entity.ts'
import { figures } from '../../../src/domain/scene/figures.ts'
import { type Data, WHOLE } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import type { Store } from '../../entity/statement.ts'
import { type Guard, type Live, NOBODY } from '../../person.ts'
import { hashOf, SECRET_PREFIX } from './pairing.ts'
import { departmentsOfWall } from './scope.ts'

export interface WallGuard {
  /** The wall of a secret, as a caller; undefined where it is none, or none any more. */
  find(secret: string): Promise<Live | undefined>
  /** The same by the hash of its secret, for what it goes on doing. */
  findByHash(tokenHash: string): Promise<Live | undefined>
}

export function createWallGuard(data: Data, stores: ReadonlyMap<string, Store>): WallGuard {
  const permissions = new Set(
    [
      'device',
      'alarm',
      'dutyShift',
      'announcement',
      ...['drawing', 'camera'],
      ...Object.values(figures).map(({ entity }) => entity),
    ].flatMap(key => {
      const store = stores.get(key)
      return store ? [permissionFor(store.entity, 'read')] : []
    }),
  )
  permissions.add(cameraPermissions.watch)
  const byHash = async (hash: Buffer): Promise<Live | undefined> => {
    const found = await data.scoped(WHOLE, async sql => {
      const row = await firstOf(
        sql,
        tables
          .selectFrom('wall as w')
          .innerJoin('tenant as t', 't.id', 'w.tenant_id')
          .select([
            ...(['w.id', 'w.name', 'w.department_id as departmentId', 't.scenario'] as const),
            ...(['w.tenant_id as tenantId', 't.name as tenantName', 't.zone as tenantZone'] as const),
          ])
          .where('w.secret_hash', '=', hash)
          .where('w.removed_at', 'is', null)
          .where('t.removed_at', 'is', null)
          .where('t.status', '=', 'enabled'),
      )
      return row && { ...row, departments: await departmentsOfWall(sql, row.departmentId) }
    })
    if (!found) return undefined
    const { id, name, tenantId, tenantName, tenantZone, departmentId, departments } = found
    const scenario = z.parse(scenarioWord, found.scenario)
    return {
      tokenHash: hash.toString('hex'),
      person: {
        ...{ wall: id, accountId: NOBODY, tenantId, tenantName, tenantZone, scenario, name },
        ...{ username: '', nickname: null, phone: null, gender: null, departmentId },
        ...{ departmentName: null, roleNames: [], visitor: false, highest: false, platform: false },
        ...{ permissions, resourceIds: new Set<number>(), departments },
      },
    }
  }
  return { find: secret => byHash(hashOf(secret)), findByHash: hex => byHash(Buffer.from(hex, 'hex')) }
}

/** Sessions of people, and walls by their secrets: each finds only its own. */
export const withWalls = (
  people: Pick<Guard, 'find'>,
  walls: Pick<WallGuard, 'find'>,
): Pick<Guard, 'find'> => ({
  find: (token, address) =>
    token.startsWith(SECRET_PREFIX) ? walls.find(token) : people.find(token, address),
})
