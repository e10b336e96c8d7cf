// Tells consoles that rows which several people judge at once have changed.
import * as z from 'zod/mini'
import { rowsNotice } from '../src/contract/messages.ts'
import { entityNamed } from '../src/domain/entities.ts'
import { permissionFor } from '../src/domain/entity.ts'
import type { Bus } from './bus.ts'
import type { Outlet } from './outlet.ts'

/** Listens until the answered function is called. */
export const publishRows = ({ bus, outlet }: { bus: Bus; outlet: () => Outlet }): (() => void) =>
  bus.on('rows.changed', ({ tenantId, departmentId, entity, rows }) =>
    outlet().toAll(
      { tenantId, departmentId },
      z.encode(rowsNotice, { code: 'rows', entity, rows }),
      permissionFor(entityNamed(entity), 'read'),
    ),
  )
