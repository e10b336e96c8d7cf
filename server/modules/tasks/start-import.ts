// Puts an import into the task list; the worker reads the sheet.
import type { Bus } from '../../bus.ts'
import type { ImportRequest } from '../../entity/mount.ts'
import type { Store } from '../../entity/statement.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'

/** Stores the task of the calling person and answers its id. */
export async function startImport(
  _bus: Bus,
  _store: Store,
  _request: ImportRequest,
  _context: Context,
): Promise<number> {
  throw new Refused('unavailable')
}
