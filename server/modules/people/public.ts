// People at work as other modules meet them: who stands behind a login, a device, a card or a face.
import { type Expression, sql as raw, type SqlBool } from 'kysely'
import type { Sql } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'

/** Somebody who works here now. */
export interface KnownWorker {
  id: number
  tenantId: number
  name: string
  departmentId: number | null
  postId: number | null
  accountId: number | null
}

const known = (sql: Sql, condition: Expression<SqlBool>): Promise<KnownWorker | undefined> =>
  firstOf(
    sql,
    tables
      .selectFrom('worker')
      .select([
        'id',
        'tenant_id as tenantId',
        'name',
        'department_id as departmentId',
        'post_id as postId',
        'account_id as accountId',
      ])
      .where('removed_at', 'is', null)
      .where('left_on', 'is', null)
      .where(condition),
  )

/** Who logs in with the account. */
export const workerOfAccount = (sql: Sql, accountId: number) =>
  known(sql, raw<SqlBool>`account_id = ${accountId}`)

/** Who wears the device. */
export const workerOfDevice = (sql: Sql, deviceId: number) =>
  known(sql, raw<SqlBool>`device_ids @> ${[deviceId]}::bigint[]`)

/** Who has the door card. */
export const workerOfCard = (sql: Sql, cardId: number) =>
  known(sql, raw<SqlBool>`card_ids @> ${[cardId]}::bigint[]`)

/** Whose face the sample shows. */
export const workerOfFaceSample = (sql: Sql, sampleId: number) =>
  known(sql, raw<SqlBool>`face_sample_ids @> ${[sampleId]}::bigint[]`)
