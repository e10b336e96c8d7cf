// How recordings are listed, held and deleted: their files go with them, and come back with them.
import * as z from 'zod/mini'
import { recording, removalHindrance } from '../../../src/domain/recordings/recording.ts'
import type { Store } from '../../entity/statement.ts'
import type { Changing, Commanding } from '../../entity/table.ts'
import { Refused } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import { sendAgain } from './closing.ts'

export function recordingStores(parts: Pick<Kernel, 'jobs'>): Store[] {
  return [
    {
      entity: recording,
      table: {
        name: 'recording',
        columns: {
          held: 't.held_at is not null',
          trackCount: '(select count(*) from recording_track k where k.recording_id = t.id)',
        },
        changedBy: 'changedByName',
        beforeSave: async ({ context }) => ({ changed_by_name: context.person.name }),
        beforeRemove: async changing => {
          refuseUnlessRemovable(changing)
          await changeFiles(changing, 'remove')
        },
        beforeRestore: async changing => {
          if ((await changeFiles(changing, 'restore')) === 0 && Number(changing.row.trackCount) > 0)
            throw new Refused('row.unknown')
        },
        commands: {
          hold,
          release,
          retry: ({ context, row, tenantId }) => sendAgain(context.sql, parts, { id: row.id, tenantId }),
        },
      },
    },
  ]
}

const removable = z.object({ held: z.boolean(), state: recording.schema.shape.state })

function refuseUnlessRemovable({ row }: Changing): void {
  const hindrance = removalHindrance(z.parse(removable, row))
  if (hindrance) throw new Refused(hindrance.id)
}

function changeFiles({ context, row }: Changing, to: 'remove' | 'restore'): Promise<number> {
  const of = '(select k.file_id from recording_track k where k.recording_id = $1)'
  return context.sql.change(
    to === 'remove'
      ? `update stored_file set removed_at = $2, updated_at = $2, version = version + 1 where removed_at is null and id in ${of}`
      : `update stored_file set removed_at = null, updated_at = $2, version = version + 1 where swept_at is null and id in ${of}`,
    [row.id, Date.now()],
  )
}

const because = z.object({ reason: z.string() })

async function hold({ context, row, input, at }: Commanding): Promise<void> {
  await context.sql.change(
    `update recording set held_at = $2, hold_reason = $3, held_by_name = $4, changed_by_name = $4, updated_at = $5, version = version + 1
     where id = $1 and held_at is null`,
    [row.id, at, z.parse(because, input).reason.trim(), context.person.name, Date.now()],
  )
}

async function release({ context, row }: Commanding): Promise<void> {
  await context.sql.change(
    `update recording set held_at = null, hold_reason = null, held_by_name = null, changed_by_name = $2, updated_at = $3,
       version = version + 1 where id = $1`,
    [row.id, context.person.name, Date.now()],
  )
}
