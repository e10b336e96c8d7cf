// Makes the bills of a run: so many rooms a transaction, each room once, whoever dies in between.
import * as z from 'zod/mini'
import { yuanOf } from '../../../src/domain/billing/money.ts'
import { fileHeadings } from '../../../src/domain/fees/fee-run.ts'
import { monthBill } from '../../../src/domain/fees/month-bill.ts'
import type { Data, Sql } from '../../db/scoped.ts'
import { Refused } from '../../http/refusal.ts'
import type { Run, Runner } from '../tasks/public.ts'
import { isBilled } from './preview.ts'
import { readRooms } from './room-facts.ts'
import { writeBills } from './write-bills.ts'

/** Rooms of one transaction. */
const BATCH = 500

const runRow = z.object({
  id: z.int(),
  tenantId: z.int(),
  communityId: z.int(),
  month: z.string(),
  dueOn: z.string(),
  cutAt: z.int(),
  rooms: z.int(),
})
type IssuedRun = z.output<typeof runRow>

const asked = z.object({ runId: z.int(), headings: z.optional(fileHeadings) })
type Headings = z.output<typeof fileHeadings>

/** Where nobody said what the columns are called: a program issued the run. */
const PLAIN: Headings = { room: 'Room', month: 'Month', amount: 'Amount', orderNumber: 'Order number' }

export const feeRunRunner = (data: Data): Runner => ({
  permissions: () => ['feeRun.issue', 'feeRun.read'],
  run: async run => {
    const { runId, headings } = z.parse(asked, run.task.request)
    for (let after = 0; ; ) {
      const batch = await data.scoped(run.scope, async sql => {
        const held = await holdRun(sql, runId, run.task.id)
        return issueSome(sql, held, { userId: run.person.accountId, userName: run.person.name, after })
      })
      await run.progress({ done: batch.done, total: batch.total })
      if (batch.last === undefined) break
      after = batch.last
    }
    await data.scoped(run.scope, async sql => {
      const { id } = await holdRun(sql, runId, run.task.id)
      const now = Date.now()
      await sql.change(
        `update fee_run set state = 'issued', issued_at = $2, updated_at = $2, version = version + 1,
           rooms = (select count(*) from fee_bill f where f.run_id = $1 and f.removed_at is null) where id = $1`,
        [id, now],
      )
    })
    await run.writeLines(listed(data, run, runId, headings))
  },
})

/** Of two workers on one run the second waits, and finds what the first has made. */
async function holdRun(sql: Sql, runId: number, taskId: number): Promise<IssuedRun> {
  const row = await sql.first(
    `select id, tenant_id as "tenantId", community_id as "communityId", month, due_on as "dueOn", cut_at as "cutAt", rooms
     from fee_run where id = $1 and task_id = $2 and state = 'issuing' and removed_at is null for update`,
    [runId, taskId],
  )
  if (!row) throw new Refused('state.transition')
  return z.parse(runRow, row)
}

interface Batch {
  userId: number
  userName: string
  after: number
}

const ofId = z.array(z.object({ id: z.int() }))

async function issueSome(
  sql: Sql,
  run: IssuedRun,
  { userId, userName, after }: Batch,
): Promise<{ done: number; total: number; last: number | undefined }> {
  const waiting = z.parse(
    ofId,
    await sql.query(
      `select r.id from room r where r.community_id = $1 and r.removed_at is null and r.id > $2 and not exists (
         select from fee_bill f where f.room_id = r.id and f.month = $3 and f.removed_at is null)
       order by r.id limit ${BATCH}`,
      [run.communityId, after, run.month],
    ),
  )
  const roomIds = waiting.map(({ id }) => id)
  if (roomIds.length > 0) {
    await sql.query('select id from meter where room_id = any($1::bigint[]) order by id for update', [
      roomIds,
    ])
    const rooms = await readRooms(sql, { ...run, roomIds })
    const bills = rooms.flatMap(({ id, name, facts }) => {
      const bill = monthBill(run.month, facts)
      return isBilled(bill) ? [{ roomId: id, roomName: name, bill }] : []
    })
    await writeBills(sql, run, bills, { userId, userName })
  }
  const counted = z.parse(
    z.object({ n: z.int() }),
    await sql.first('select count(*)::int as n from fee_bill where run_id = $1 and removed_at is null', [
      run.id,
    ]),
  )
  return { done: counted.n, total: Math.max(run.rooms, counted.n), last: roomIds.at(-1) }
}

const LISTED = 1_000
const listedRow = z.array(
  z.object({
    id: z.int(),
    room: z.string(),
    month: z.string(),
    amount: z.int(),
    number: z.nullable(z.string()),
  }),
)

async function* listed(
  data: Data,
  { scope }: Run,
  runId: number,
  { room, month, amount, orderNumber }: Headings = PLAIN,
) {
  yield [room, month, amount, orderNumber]
  for (let after = 0; ; ) {
    const rows = z.parse(
      listedRow,
      await data.scoped(scope, sql =>
        sql.query(
          `select f.id, concat_ws(' ', b.name, u.name, r.room_no) as room, f.month, f.amount, y.order_number as number
           from fee_bill f join room r on r.id = f.room_id join unit u on u.id = r.unit_id
             join building b on b.id = r.building_id left join bill y on y.id = f.bill_id
           where f.run_id = $1 and f.id > $2 and f.removed_at is null order by f.id limit ${LISTED}`,
          [runId, after],
        ),
      ),
    )
    for (const { room, month, amount, number } of rows) yield [room, month, yuanOf(amount), number ?? '']
    after = rows.at(-1)?.id ?? after
    if (rows.length < LISTED) return
  }
}
