// Runs: issued as they were looked at, once, however many press; corrections are lines of the next bill, and no fen is lost.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { chanceOf } from '../../../../server/demo/random.ts'
import { remindOfFees } from '../../../../server/modules/fees/reminders.ts'
import { billsOfPhone } from '../../../../server/modules/fees/resident-bills.ts'
import { insert, startServer, type TestServer } from '../../start.ts'
import {
  amounts,
  billed,
  command,
  estate,
  issued,
  list,
  look,
  made,
  meterIn,
  prepare,
  read,
  refusal,
  save,
  take,
} from './fees.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const sums = z.object({ bills: z.int(), lines: z.int(), payable: z.int() })

/** What bills, their lines and what is to be paid for them come to. */
const booksOf = (communityId: number) =>
  server.sql(async sql =>
    z.parse(
      sums,
      await sql.first(
        `select coalesce(sum(f.amount), 0)::bigint as bills,
           coalesce(sum((select sum(l.amount) from fee_line l where l.fee_bill_id = f.id)), 0)::bigint as lines,
           coalesce(sum((select b.amount from bill b where b.id = f.bill_id)), 0)::bigint as payable
         from fee_bill f where f.community_id = $1`,
        [communityId],
      ),
    ),
  )

test('980 to 990 on one meter and 0 to 5 on the next bill 15', async () => {
  const { communityId, roomIds } = await estate(server, 1)
  const old = await meterIn(server, roomIds[0] ?? 0, { startReading: 980 })
  const replaced = await command(server, 'meter/replace', {
    ids: [old.id],
    input: {
      on: '2026-01-12',
      finalReading: 990,
      serial: 'AFTER',
      digits: 5,
      multiplier: 1,
      startReading: 0,
    },
    seen: [{ id: old.id, version: old.version }],
  })
  expect(refusal(replaced)).toBeUndefined()
  const next = (await list(server, 'meter', { serial: 'AFTER' }))[0]
  if (!next) throw new Error('There is no new meter')
  await take(server, next, '2026-01-31', 5)
  // 15 × 0.5469 yuan.
  expect(await amounts(server, await billed(server, communityId, '2026-01'))).toEqual([820])
})

test('twenty who issue at once make one bill a room; what changed since the preview is refused', async () => {
  const { communityId, roomIds } = await estate(server, 12)
  for (const [at, roomId] of roomIds.entries())
    await take(server, await meterIn(server, roomId), '2026-01-31', 10 + at)
  const run = await prepare(server, communityId, '2026-01')
  const seen = [{ id: run.id, version: run.version }]
  const wrong = await command(server, 'feeRun/issue', {
    ids: [run.id],
    input: { rooms: 12, amount: 1 },
    seen,
  })
  expect(refusal(wrong)).toBe('fee.changed')
  const { rooms, amount } = await look(server, run)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      command(server, 'feeRun/issue', { ids: [run.id], input: { rooms, amount }, seen }),
    ),
  )
  expect(answers.map(refusal).filter(id => id === undefined)).toHaveLength(1)
  expect(await issued(server, run)).toMatchObject({ state: 'issued', done: 12, amount })
  expect(await amounts(server, run)).toHaveLength(12)
  expect(await booksOf(communityId)).toEqual({ bills: amount, lines: amount, payable: amount })
  expect((await save(server, 'feeRun', { communityId, month: '2026-01', dueOn: '2026-02-01' })).id).toBe(
    'field.duplicate',
  )
  expect((await save(server, 'feeRun', { communityId, month: '2025-12', dueOn: '2026-02-01' })).id).toBe(
    'fee.laterIssued',
  )
})

test('a corrected reading changes no bill that is out, and the next one sets it right', async () => {
  const { communityId, roomIds } = await estate(server, 1)
  const meter = await meterIn(server, roomIds[0] ?? 0)
  await take(server, meter, '2026-01-31', 180)
  const january = await billed(server, communityId, '2026-01')
  const [reading] = await list(server, 'meterReading', { meterId: String(meter.id) })
  if (!reading) throw new Error('There is no reading')
  expect(reading.state).toBe('billed')
  const correct = (value: number) =>
    command(server, 'meterReading/correct', {
      ids: [reading.id],
      input: { reading: value, reason: 'A 3 was read as an 8' },
      seen: [{ id: reading.id, version: reading.version }],
    })
  const answers = await Promise.all([correct(130), correct(130)])
  expect(answers.map(refusal).filter(id => id === undefined)).toHaveLength(1)
  await take(server, meter, '2026-02-28', 160)
  const february = await billed(server, communityId, '2026-02')
  expect(await amounts(server, january)).toEqual([9_844])
  // 30 kWh, less the 50 that were billed too many: below nothing is nothing, and the rest is carried on.
  expect(await amounts(server, february)).toEqual([0])
  await take(server, meter, '2026-03-31', 260)
  const march = await billed(server, communityId, '2026-03')
  const exact = Math.round(260 * 54.69)
  const all = [...(await amounts(server, january)), ...(await amounts(server, march))]
  expect(Math.abs(all.reduce((sum, fen) => sum + fen, 0) - exact)).toBeLessThanOrEqual(2)
  const { bills, lines } = await booksOf(communityId)
  expect(lines).toBe(bills)
})

test('a correction by hand is a line of the next bill, once', async () => {
  const { communityId, roomIds } = await estate(server, 1)
  const meter = await meterIn(server, roomIds[0] ?? 0)
  await take(server, meter, '2026-01-31', 100)
  const january = await billed(server, communityId, '2026-01')
  const [bill] = await list(server, 'feeBill', { runId: String(january.id) })
  const input = { amount: -500, reason: 'The lift stood still' }
  expect(refusal(await command(server, 'feeBill/correct', { ids: [bill?.id], input }))).toBeUndefined()
  await take(server, meter, '2026-02-28', 200)
  expect(await amounts(server, await billed(server, communityId, '2026-02'))).toEqual([4_969])
  await take(server, meter, '2026-03-31', 300)
  expect(await amounts(server, await billed(server, communityId, '2026-03'))).toEqual([5_469])
})

test('what nobody read and what jumps is said before it is issued', async () => {
  const { communityId, roomIds } = await estate(server, 3)
  const meters = await Promise.all(roomIds.map(roomId => meterIn(server, roomId)))
  for (const meter of meters) await take(server, meter, '2026-01-31', 100)
  await billed(server, communityId, '2026-01')
  const [first, second] = meters
  if (!first || !second) throw new Error('There are no meters')
  await take(server, first, '2026-02-28', 210)
  await take(server, second, '2026-02-28', 900)
  const seen = await look(server, await prepare(server, communityId, '2026-02'))
  expect(seen).toMatchObject({ rooms: 2, unread: { count: 1 }, amountBefore: 16_407 })
  expect(seen.jumps.rows.map(({ roomId }) => roomId)).toEqual([roomIds[1]])
})

test('a tariff that bills were made with stays; consumption without one is not issued', async () => {
  const { communityId, roomIds } = await estate(server, 1)
  const [electricity] = await list(server, 'tariff', {
    communityId: String(communityId),
    kind: 'electricity',
  })
  await take(server, await meterIn(server, roomIds[0] ?? 0), '2026-01-31', 10)
  await billed(server, communityId, '2026-01')
  const used = await read(server, 'tariff', electricity?.id ?? 0)
  expect(used.used).toBe(true)
  const { id, version, kind, fromDay } = used
  const form = { id, version, communityId, kind, fromDay, unitPrice: 0.5469 }
  expect((await save(server, 'tariff', { ...form, unitPrice: 1 })).id).toBe('tariff.used')
  expect(
    (
      await save(server, 'tariff', {
        communityId,
        kind: 'water',
        unitPrice: 1.0000001,
        fromDay: '2026-09-01',
      })
    ).id,
  ).toBe('field.unitPrice')
})

test('of hundreds of random readings every fen is accounted for', async () => {
  const chance = chanceOf(77)
  const { communityId, roomIds } = await estate(server, 120)
  await made(
    save(server, 'tariff', { communityId, kind: 'electricity', unitPrice: 0.617301, fromDay: '2026-01-17' }),
  )
  await server.sql(async sql => {
    for (const roomId of roomIds)
      await sql.query(
        `with m as (insert into meter (tenant_id, created_at, updated_at, room_id, kind, serial, digits, multiplier,
             start_thousandths, installed_on)
           select tenant_id, 0, 0, id, 'electricity', 'R' || id, 5, 1, 0, '2026-01-01' from room where id = $1 returning *)
         insert into meter_reading (tenant_id, created_at, updated_at, meter_id, read_on, thousandths, source)
         select m.tenant_id, 0, 0, m.id, x.day, x.value, 'hand' from m, jsonb_to_recordset($2::jsonb) as x (day date, value bigint)`,
        [
          roomId,
          JSON.stringify(
            Array.from({ length: 25 }, (_, at) => ({
              day: `2026-01-${String(at + 2).padStart(2, '0')}`,
              value: at * 40_000 + chance.whole(0, 39_999),
            })),
          ),
        ],
      )
  })
  const run = await billed(server, communityId, '2026-01')
  const books = await booksOf(communityId)
  expect(books.lines).toBe(books.bills)
  expect(books.payable).toBe(books.bills)
  expect(run.amount).toBe(books.bills)
  expect(books.bills).toBeGreaterThan(0)
})

test('a bill that nobody pays is late, and its reminders go out once', async () => {
  const { communityId, roomIds } = await estate(server, 2)
  for (const roomId of roomIds) await take(server, await meterIn(server, roomId), '2026-01-31', 50)
  const run = await billed(server, communityId, '2026-01')
  const bills = await list(server, 'feeBill', { runId: String(run.id) })
  expect(bills.map(({ state, age }) => [state, age])).toEqual([
    [0, 'over90'],
    [0, 'over90'],
  ])
  const remind = () => remindOfFees(server.app.parts.data, server.app.parts.bus, Date.now())
  const [sent, again] = [await remind(), await remind()]
  expect(sent).toBeGreaterThanOrEqual(2)
  expect(again).toBe(0)
  const [first] = await list(server, 'feeBill', { runId: String(run.id) })
  expect(first?.reminders).toBe(4)
})

test('the bill of a room is not closed by hand: what it owes stays owed', async () => {
  const { communityId, roomIds } = await estate(server, 1)
  await take(server, await meterIn(server, roomIds[0] ?? 0), '2026-01-31', 50)
  const run = await billed(server, communityId, '2026-01')
  const [owed] = await list(server, 'feeBill', { runId: String(run.id) })
  const close = await command(server, 'bill/close', { ids: [owed?.billId] })
  expect(refusal(close)).toBe('bill.ofRoom')
  expect(await list(server, 'feeBill', { runId: String(run.id) })).toMatchObject([
    { state: 0, age: 'over90', amount: owed?.amount },
  ])
})

test('a resident sees the bills of the home they live in, from the month that they moved in', async () => {
  const { communityId, roomIds } = await estate(server, 2)
  const [own = 0, other = 0] = roomIds
  for (const roomId of roomIds) {
    const meter = await meterIn(server, roomId)
    await take(server, meter, '2026-01-31', 50)
    await take(server, meter, '2026-02-28', 70)
  }
  await billed(server, communityId, '2026-01')
  await billed(server, communityId, '2026-02')
  const phone = '13912345678'
  const { tenantId: tenant_id } = server.here
  await server.sql(async sql => {
    const resident_id = await insert(sql, 'resident', { tenant_id, name: 'Moved', phone })
    const stay = { tenant_id, resident_id, role: 'tenant' }
    await insert(sql, 'occupancy', { ...stay, room_id: own, from_day: '2026-02-10', state: 'active' })
    await insert(sql, 'occupancy', { ...stay, room_id: other, from_day: '2025-01-01', state: 'ended' })
  })
  const seen = await server.sql(sql => billsOfPhone(sql, phone))
  expect(seen).toMatchObject([
    { roomId: own, month: '2026-02', state: 'unpaid', lines: [{ kind: 'electricity' }] },
  ])
  expect(await server.sql(sql => billsOfPhone(sql, '13900000000'))).toEqual([])
})

test('the file of a run has the headings that its person reads', async () => {
  const { communityId, roomIds } = await estate(server, 1)
  await take(server, await meterIn(server, roomIds[0] ?? 0), '2026-01-31', 50)
  const run = await prepare(server, communityId, '2026-01')
  const { rooms, amount } = await look(server, run)
  const headings = { room: '房屋', month: '月份', amount: '金额', orderNumber: '订单号' }
  const seen = [{ id: run.id, version: run.version }]
  const order = (input: object) => command(server, 'feeRun/issue', { ids: [run.id], input, seen })
  expect((await order({ rooms, amount, headings: { ...headings, room: '' } })).id).toBe('field.required')
  expect(refusal(await order({ rooms, amount, headings }))).toBeUndefined()
  const { taskId } = await issued(server, run)
  const [heading, line] = await fileOf(Number(taskId))
  expect(heading).toBe('房屋,月份,金额,订单号')
  expect(line).toContain(',2026-01,')
})

/** Lines of the file that a task has made. */
async function fileOf(taskId: number): Promise<string[]> {
  const asked = { token: server.tokens.admin, query: { id: String(taskId) } }
  return vi.waitFor(async () => {
    const task = await server.call('/api/message/task/get', asked)
    expect(task.data).toMatchObject({ state: 'done' })
    const file = await server.call('/api/message/task/file', asked)
    return String(file.data).split('\r\n')
  }, 20_000)
}
