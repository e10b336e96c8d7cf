// An announcement as it is stored, in the shape of the pure rules.
import * as z from 'zod/mini'
import { audienceKind } from '../../../src/domain/announcement/announcement.ts'
import {
  type AnnouncementFacts,
  announcementState,
  approvalFlag,
} from '../../../src/domain/announcement/announcement-step.ts'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'

export interface StoredAnnouncement extends AnnouncementFacts {
  id: number
  tenantId: number
  version: number
  title: string
  content: string
  pictures: readonly string[]
  audience: z.output<typeof audienceKind>
  departmentIds: readonly number[]
  postIds: readonly number[]
  communityIds: readonly number[]
  mustConfirm: boolean
  spoken: boolean
  authorId: number
  authorName: string
  publishedAt: number | null
}

/** One that is not removed; `lock` keeps others from changing it, `skip` takes none that somebody is changing. */
export async function announcementOf(
  sql: Sql,
  id: number,
  lock: 'none' | 'wait' | 'skip' = 'none',
): Promise<StoredAnnouncement | undefined> {
  const plain = tables
    .selectFrom('announcement')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
  const row = await firstOf(
    sql,
    lock === 'none' ? plain : lock === 'wait' ? plain.forNoKeyUpdate() : plain.forNoKeyUpdate().skipLocked(),
  )
  return (
    row && {
      id: row.id,
      tenantId: row.tenant_id,
      version: row.version,
      title: row.title,
      content: row.content,
      pictures: row.pictures,
      audience: z.parse(audienceKind, row.audience),
      departmentIds: row.department_ids.map(Number),
      postIds: row.post_ids.map(Number),
      communityIds: row.community_ids.map(Number),
      needsApproval: z.parse(approvalFlag, row.needs_approval),
      mustConfirm: row.must_confirm,
      spoken: row.spoken,
      publishAt: row.publish_at,
      expiresAt: row.expires_at,
      state: z.parse(announcementState, row.state),
      authorId: row.author_id,
      authorName: row.author_name,
      publishedAt: row.published_at,
    }
  )
}
