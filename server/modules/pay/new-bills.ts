// What somebody orders becomes bills: every line is checked before the first one is written.
import type * as z from 'zod/mini'
import type {
  checkBills as checkContract,
  createBills as contract,
} from '../../../src/contract/endpoints/pay.ts'
import { BILL_LIFE_HOURS, type OrderedKind } from '../../../src/domain/billing/bill.ts'
import { iccid } from '../../../src/domain/billing/sim-card.ts'
import { understands } from '../../../src/domain/device/command-input.ts'
import type { DeviceKind } from '../../../src/domain/device/device.ts'
import { HOUR_MS } from '../../../src/domain/durations.ts'
import { imei, phone } from '../../../src/domain/fields.ts'
import { by } from '../../entity/rules.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { judgePurchase } from '../sim-cards/public.ts'
import { addBill } from './add-bill.ts'

type Request = z.output<typeof contract.request>
type Item = Request['items'][number]

interface Line {
  tenantId: number
  subject: string
  amount: number
  cardId: number | null
  deviceId: number | null
  packageId: number | null
  packageName: string | null
}

export async function createBills(
  { kind, items }: Request,
  context: Context,
  now: number,
): Promise<z.output<typeof contract.response>> {
  const lines: Line[] = []
  const known = new Set<string>()
  for (const [at, item] of items.entries()) {
    const line = await named(at, () => lineOf(kind, item, context, now))
    // The same card twice in one request is a slip of the hand, whichever letters it is written with.
    if (known.has(line.subject)) throw new Refused('field.duplicate', { field: `items.${at}.subject` })
    known.add(line.subject)
    lines.push(line)
  }
  const billIds: number[] = []
  for (const line of lines) billIds.push(await write(kind, line, context, now))
  return { billIds, amount: lines.reduce((sum, line) => sum + line.amount, 0) }
}

/** Checks the lines as an order would, each by itself, and makes no bills. */
export async function checkBills(
  { kind, items }: Request,
  context: Context,
  now: number,
): Promise<z.output<typeof checkContract.response>> {
  const lines: z.output<typeof checkContract.response>['lines'] = []
  const known = new Set<string>()
  for (const item of items) {
    try {
      const line = await lineOf(kind, item, context, now)
      if (known.has(line.subject)) throw new Refused('field.duplicate')
      known.add(line.subject)
      lines.push({
        subject: line.subject,
        amount: line.amount,
        deviceName: await deviceName(line.deviceId, context),
        error: null,
      })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      lines.push({ subject: item.subject, amount: null, deviceName: null, error: error.id })
    }
  }
  return { lines, amount: lines.reduce((sum, line) => sum + (line.amount ?? 0), 0) }
}

async function deviceName(id: number | null, { sql }: Context): Promise<string | null> {
  if (id === null) return null
  return (await sql.first<{ name: string }>('select name from device where id = $1', [id]))?.name ?? null
}

/** A refusal of one line names the line. */
async function named<Result>(at: number, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    throw new Refused(error.id, {
      field: `items.${at}.${error.field ?? 'subject'}`,
      ...(error.params && { params: error.params }),
    })
  }
}

async function lineOf(kind: OrderedKind, item: Item, context: Context, now: number): Promise<Line> {
  const packageId = item.packageId ?? null
  const given = item.amount ?? null
  if (kind === 'package') {
    if (given !== null) throw new Refused('pay.amount', { field: 'amount' })
    if (packageId === null) throw new Refused('field.required', { field: 'packageId' })
    const card = await cardOf(item.subject, context)
    const {
      cardId,
      iccid: number,
      bought,
    } = await judgePurchase(context.sql, { tenantId: card.tenantId, iccid: item.subject, packageId }, now)
    return {
      tenantId: card.tenantId,
      subject: number,
      amount: bought.price,
      cardId,
      deviceId: card.deviceId,
      packageId,
      packageName: bought.name,
    }
  }
  // Either an amount, or a package of the kind that is made for topping up.
  if ((given === null) === (packageId === null)) throw new Refused('pay.amount', { field: 'amount' })
  const subject = await subjectOf(kind, item.subject, context)
  const bought = packageId === null ? null : await topUpPackage(packageId, context)
  return {
    ...subject,
    amount: given ?? bought?.price ?? 0,
    packageId,
    packageName: bought?.name ?? null,
  }
}

type Subject = Pick<Line, 'tenantId' | 'subject' | 'cardId' | 'deviceId'>

async function subjectOf(kind: OrderedKind, subject: string, context: Context): Promise<Subject> {
  if (kind === 'phoneTopUp') {
    if (!phone.safeParse(subject).success) throw new Refused('field.phone')
    return { tenantId: context.person.tenantId, subject, cardId: null, deviceId: null }
  }
  if (kind === 'meterTopUp') return meterOf(subject, context)
  const card = await cardOf(subject, context)
  if (card.state === 'disassembled') throw new Refused('state.transition')
  return { tenantId: card.tenantId, subject: card.iccid, cardId: card.id, deviceId: card.deviceId }
}

interface Card {
  id: number
  tenantId: number
  iccid: string
  state: string
  deviceId: number | null
}

/** A card that the person may see; a foreign one is as unknown as one that does not exist. */
async function cardOf(number: string, { sql, scope, person }: Context): Promise<Card> {
  if (!iccid.safeParse(number).success) throw new Refused('field.iccid')
  const card = await sql.first<Card>(
    `select c.id, c.tenant_id as "tenantId", c.iccid, c.state, c.device_id as "deviceId"
     from sim_card c left join device d on d.id = c.device_id
     where c.iccid = upper($1) and c.removed_at is null and ($2::bigint is null or c.tenant_id = $2)
       and ($3::bigint[] is null or d.department_id = any($3))`,
    [number, scope.tenant === '*' ? null : scope.tenant, person.departments && [...person.departments]],
  )
  if (!card) throw new Refused('sim.noCard')
  return card
}

async function meterOf(number: string, { sql, scope, person }: Context): Promise<Subject> {
  if (!imei.safeParse(number).success) throw new Refused('field.imei')
  const meter = await sql.first<{ id: number; tenantId: number; kind: DeviceKind; lifecycle: string }>(
    `select id, tenant_id as "tenantId", kind, lifecycle from device
     where imei = $1 and removed_at is null and ($2::bigint is null or tenant_id = $2)
       and ($3::bigint[] is null or department_id = any($3))`,
    [number, scope.tenant === '*' ? null : scope.tenant, person.departments && [...person.departments]],
  )
  if (!meter) throw new Refused('row.unknown')
  if (!understands(meter.kind, 'credit')) throw new Refused('command.notUnderstood')
  if (meter.lifecycle === 'recycled') throw new Refused('state.transition')
  return { tenantId: meter.tenantId, subject: number, cardId: null, deviceId: meter.id }
}

async function topUpPackage(id: number, { sql }: Context): Promise<{ name: string; price: number }> {
  const found = await sql.first<{ name: string; price: number; type: string }>(
    `select name, price, type from sim_package where id = $1 and status = 'enabled' and removed_at is null`,
    [id],
  )
  if (!found) throw new Refused('field.reference', { field: 'packageId' })
  if (found.type !== 'topUp') throw new Refused('field.choice', { field: 'packageId' })
  return found
}

async function write(kind: OrderedKind, line: Line, context: Context, now: number): Promise<number> {
  const { sql, person } = context
  const { id, orderNumber } = await addBill(sql, {
    ...line,
    kind,
    userId: person.accountId,
    userName: person.name,
    closesAt: now + BILL_LIFE_HOURS * HOUR_MS,
    now,
  })
  sql.audit({
    ...by(context, line.tenantId),
    action: 'bill.create',
    entity: 'bill',
    rowId: id,
    detail: { orderNumber, kind, subject: line.subject, amount: line.amount },
  })
  return id
}
