// How walls are stored: whether one is live follows from when it was last heard of.
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import { wall } from '../../../src/domain/wall/wall.ts'
import { firstOf, tables } from '../../db/typed.ts'
import type { Store } from '../../entity/statement.ts'
import type { Saving } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'

/** So long a wall may be silent: it asks every few seconds. */
const SILENT_MS = MINUTE_MS

const NOW = '(extract(epoch from clock_timestamp()) * 1000)'

/** How a wall stands, in SQL over `t`. */
const WALL_STATE = `case when t.revoked_at is not null then 'revoked' when t.secret_hash is null then 'unpaired'
  when t.seen_at > ${NOW} - ${SILENT_MS} then 'live' else 'silent' end`

/** `changed`: what a wall may do is not what it was. */
export const wallStore = (changed: () => void): Store => ({
  entity: wall,
  table: {
    name: 'wall',
    columns: {
      state: WALL_STATE,
      boardIds: 'to_json(t.board_ids)',
      boardNames: `(select coalesce(json_agg(b.name order by array_position(t.board_ids, b.id)), '[]') from board b
        where b.id = any(t.board_ids) and b.removed_at is null)`,
    },
    unique: { wall_name: 'name' },
    beforeSave: async saving => checkShown(saving),
    afterChange: async ({ context }) => context.sql.afterCommit(changed),
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
})

/** A wall shows something, and only boards that were made for walls. */
async function checkShown({ input, before, context }: Saving): Promise<undefined> {
  const departmentId = input.departmentId === undefined ? before?.departmentId : input.departmentId
  // Who sees only some departments hangs no wall that shows them all.
  if (context.person.departments !== null && (departmentId ?? null) === null)
    throw new Refused('field.required', { field: 'departmentId' })
  const scenes = several(input.scenes)
  const boardIds = input.boardIds === undefined ? several(before?.boardIds) : several(input.boardIds)
  if (scenes.length + boardIds.length === 0) throw new Refused('nothingSelected', { field: 'scenes' })
  const kept = new Set(several(before?.boardIds))
  const added = boardIds.filter(id => !kept.has(id)).map(Number)
  if (added.length === 0) return undefined
  const unfit = await firstOf(
    context.sql,
    tables.selectFrom('board').select('id').where('id', 'in', added).where('for_walls', '=', false).limit(1),
  )
  if (unfit) throw new Refused('field.reference', { field: 'boardIds' })
  return undefined
}

const several = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
