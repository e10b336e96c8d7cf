// How walls are stored: whether one is live follows from when it was last heard of.
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import { wall } from '../../../src/domain/wall/wall.ts'
import type { Store } from '../../entity/statement.ts'

/** So long a wall may be silent: it asks every few seconds. */
const SILENT_MS = MINUTE_MS

const NOW = '(extract(epoch from clock_timestamp()) * 1000)'

/** How a wall stands, in SQL over `t`. */
const WALL_STATE = `case when t.revoked_at is not null then 'revoked' when t.secret_hash is null then 'unpaired'
  when t.seen_at > ${NOW} - ${SILENT_MS} then 'live' else 'silent' end`

export const wallStore: Store = {
  entity: wall,
  table: {
    name: 'wall',
    columns: { state: WALL_STATE },
    unique: { wall_name: 'name' },
    commands: {
      revoke: async ({ context, row }) => {
        const now = Date.now()
        await context.sql.change(
          `update wall set secret_hash = null, revoked_at = $2, updated_at = $2, version = version + 1 where id = $1`,
          [row.id, now],
        )
      },
    },
  },
}
