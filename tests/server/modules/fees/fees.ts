// What tests of fees have in common: a community with rooms and meters, made as a person makes them, and its month billed.
import * as z from 'zod/mini'
import { type Answer, insert, type TestServer } from '../../start.ts'

export type Row = Record<string, unknown> & { id: number; version: number }

const row = z.looseObject({ id: z.int(), version: z.int() })
const results = z.object({
  results: z.array(z.object({ ok: z.boolean(), error: z.optional(z.object({ id: z.string() })) })),
})
const listed = z.object({ list: z.array(row) })

export const save = (server: TestServer, entity: string, body: object, token = server.tokens.admin) =>
  server.call(`/api/pay/${entity}/save`, { token, body })

export const command = (server: TestServer, path: string, body: object, key?: string) =>
  server.call(`/api/pay/${path}`, {
    ...{ token: server.tokens.admin, body },
    ...(key && { headers: { 'idempotency-key': key } }),
  })

export async function made(answer: Promise<Answer>): Promise<Row> {
  const { code, data, id, field } = await answer
  if (code !== 0) throw new Error(`refused: ${id} ${field ?? ''}`)
  return z.parse(row, data)
}

/** The refusal of the only row of a command; undefined where it was done. */
export function refusal({ data, id, code }: Answer): string | undefined {
  return code === 0 ? z.parse(results, data).results[0]?.error?.id : id
}

export const read = (server: TestServer, entity: string, id: number) =>
  made(server.call(`/api/pay/${entity}/get`, { token: server.tokens.admin, query: { id: String(id) } }))

export async function list(
  server: TestServer,
  entity: string,
  query: Record<string, string> = {},
): Promise<Row[]> {
  const asked = { token: server.tokens.admin, query: { size: '500', ...query } }
  return z.parse(listed, (await server.call(`/api/pay/${entity}/page`, asked)).data).list
}

export interface Estate {
  communityId: number
  roomIds: number[]
}

let counter = 0

/** A community of the tenant with so many rooms, and what a unit costs in it. */
export async function estate(server: TestServer, rooms: number): Promise<Estate> {
  const name = `Garden ${++counter}`
  const { tenantId: tenant_id } = server.here
  const made = await server.sql(async sql => {
    const patterns = {
      building_pattern: '{number}',
      unit_pattern: '{number}',
      room_pattern: '{floor}{room:2}',
    }
    const community_id = await insert(sql, 'community', { tenant_id, name, ...patterns })
    const building_id = await insert(sql, 'building', { tenant_id, community_id, name, floors: 100 })
    const unit_id = await insert(sql, 'unit', { tenant_id, community_id, building_id, name })
    const roomIds: number[] = []
    for (let at = 0; at < rooms; at++)
      roomIds.push(
        await insert(sql, 'room', {
          ...{ tenant_id, community_id, building_id, unit_id, kind: 'home' },
          ...{ floor_no: Math.floor(at / 10) + 1, room_no: String(101 + at) },
        }),
      )
    return { communityId: community_id, roomIds }
  })
  for (const [kind, unitPrice] of [
    ['electricity', 0.5469],
    ['water', 3.45],
  ] as const)
    await save(server, 'tariff', { communityId: made.communityId, kind, unitPrice, fromDay: '2025-01-01' })
  return made
}

export const meterIn = (server: TestServer, roomId: number, more: object = {}) =>
  made(
    save(server, 'meter', {
      ...{ roomId, kind: 'electricity', serial: `E-${++counter}`, digits: 5, multiplier: 1 },
      ...{ startReading: 0, installedOn: '2026-01-01', ...more },
    }),
  )

export const take = (server: TestServer, meter: Row, readOn: string, reading: number, more: object = {}) =>
  command(server, 'meter/takeReading', { ids: [meter.id], input: { readOn, reading, ...more } })

export const prepare = (server: TestServer, communityId: number, month: string) =>
  made(save(server, 'feeRun', { communityId, month, dueOn: `${month}-28` }))

const preview = z.object({
  rooms: z.int(),
  amount: z.int(),
  amountBefore: z.nullable(z.int()),
  unread: z.object({ count: z.int() }),
  jumps: z.object({ count: z.int(), rows: z.array(z.object({ roomId: z.int() })) }),
})

export async function look(server: TestServer, run: Row) {
  const answer = await server.call('/api/pay/feeRun/preview', {
    ...{ token: server.tokens.admin, query: { id: String(run.id) } },
  })
  return z.parse(preview, answer.data)
}

export async function issue(server: TestServer, run: Row): Promise<Answer> {
  const { rooms, amount } = await look(server, run)
  return command(server, 'feeRun/issue', {
    ...{ ids: [run.id], input: { rooms, amount }, seen: [{ id: run.id, version: run.version }] },
  })
}

/** Waits until a run has made its bills. */
export async function issued(server: TestServer, run: Row): Promise<Row> {
  for (let tries = 0; tries < 200; tries++) {
    const now = await read(server, 'feeRun', run.id)
    if (now.state === 'issued' || now.taskState === 'failed') return now
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error('The run was not issued in time')
}

export async function billed(server: TestServer, communityId: number, month: string): Promise<Row> {
  const run = await prepare(server, communityId, month)
  const refused = refusal(await issue(server, run))
  if (refused) throw new Error(refused)
  return issued(server, run)
}

/** Fen by room of a run. */
export async function amounts(server: TestServer, run: Row): Promise<number[]> {
  const bills = await list(server, 'feeBill', { runId: String(run.id) })
  return bills.map(({ amount }) => Number(amount)).sort((a, b) => a - b)
}
