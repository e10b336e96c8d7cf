// Emergencies against the real server: states, things, roles, messages with confirmation, walls, and notes that come twice.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EmergencyLog } from '../../../../src/contract/endpoints/emergency.ts'
import { holdersOf, itemsOf } from '../../../../src/domain/emergency/emergency-log.ts'
import { insert, PASSWORD, startServer, type TestServer } from '../../start.ts'

let server: TestServer
let adminId: number
let officer: { id: number; token: string }
let second: { id: number; token: string }

/** Somebody of the tenant with the role of the duty officer. */
async function newOfficer(name: string): Promise<{ id: number; token: string }> {
  const { tenantId, departmentId } = server.here
  const id = await server.sql(async sql => {
    const hash = await sql.first<{ hash: string }>(
      `select password_hash as hash from account where username = 'admin' and tenant_id = $1`,
      [tenantId],
    )
    // What the duty officer may do, within the own department.
    const role = await insert(sql, 'role', { tenant_id: tenantId, name: `${name} role`, scope: 'department' })
    await sql.change(
      `insert into role_resource (tenant_id, role_id, resource_id)
       select distinct $1::bigint, $2::bigint, rr.resource_id from role_resource rr join role r on r.id = rr.role_id
       where r.tenant_id = $1 and exists (select from role_resource x join resource s on s.id = x.resource_id
         where x.role_id = r.id and s.mark = 'emergency.lead')
       and not exists (select from role_resource x join resource s on s.id = x.resource_id
         where x.role_id = r.id and s.mark = 'role.save')`,
      [tenantId, role],
    )
    const account = await insert(sql, 'account', {
      ...{
        tenant_id: tenantId,
        department_id: departmentId,
        username: name,
        name,
        password_hash: hash?.hash,
      },
    })
    await sql.change('insert into account_role (tenant_id, account_id, role_id) values ($1, $2, $3)', [
      tenantId,
      account,
      role,
    ])
    return account
  })
  return { id, token: await server.logIn(name, PASSWORD) }
}

beforeAll(async () => {
  server = await startServer()
  adminId = server.here.userId
  officer = await newOfficer('officer.one')
  second = await newOfficer('officer.two')
})
afterAll(() => server.stop())

const post = (path: string, body: object, token = server.tokens.admin) =>
  server.call(`/api/message/emergency/${path}`, { token, body })
const get = (path: string, id: number, token = server.tokens.admin) =>
  server.call(`/api/message/emergency/${path}`, { token, query: { id: String(id) } })

async function opened(facts: object = {}, token?: string): Promise<number> {
  const answer = await post('save', { title: 'Smoke', kind: 'real', severity: 'critical', ...facts }, token)
  expect(answer.code, JSON.stringify(answer)).toBe(0)
  return (answer.data as { id: number }).id
}

/** Gives a command; answers `ok` or why not. */
async function act(name: string, id: number, input: object, token?: string, at?: number): Promise<string> {
  const answer = await post(name, { ids: [id], input, ...(at !== undefined && { at }) }, token)
  const [result] =
    (answer.data as { results?: { ok: boolean; error?: { id: string } }[] } | undefined)?.results ?? []
  return result?.ok ? 'ok' : (result?.error?.id ?? answer.id ?? `code ${answer.code}`)
}

const logOf = async (id: number, token?: string) => (await get('log', id, token)).data as EmergencyLog
const rowOf = async (id: number) => (await get('get', id)).data as Record<string, unknown>
const kindsOf = async (id: number) => (await logOf(id)).entries.map(({ facts }) => facts.kind)
const lastOf = async (id: number, kind: string) =>
  (await logOf(id)).entries.filter(({ facts }) => facts.kind === kind).at(-1)?.id ?? 0

describe('an emergency', () => {
  test('is opened for an alarm, stabilised, closed with what was found, and opened again', async () => {
    const id = await opened({ alarmId: server.here.alarmId })
    expect(await rowOf(id)).toMatchObject({ state: 'open', ownerId: expect.any(Number) })
    expect(await kindsOf(id)).toEqual(['opened', 'role', 'item'])
    expect(await act('reopen', id, { text: 'x' })).toBe('state.transition')
    expect(await act('stabilise', id, { text: 'Fire is out' })).toBe('ok')
    expect((await post('close', { ids: [id], input: {} })).code).not.toBe(0)
    expect(await act('close', id, { finding: 'A cable' })).toBe('ok')
    expect(await rowOf(id)).toMatchObject({ state: 'closed', finding: 'A cable' })
    expect(await act('know', id, { standing: 'known', text: 'x', source: 'y' })).toBe('state.transition')
    // What was seen before the end is still told.
    expect(await act('note', id, { event: 'after-end-1', text: 'late' })).toBe('ok')
    expect(await act('reopen', id, { text: 'Smoke again' })).toBe('ok')
    expect(await rowOf(id)).toMatchObject({ state: 'reopened', finding: null, closedAt: null })
  })

  test('takes a note that comes twice once, at the time at which it was written', async () => {
    const id = await opened()
    const note = { event: 'note-twice-1', text: 'Door is hot' }
    const at = Date.now() - 300_000
    expect(await act('note', id, note, undefined, at)).toBe('ok')
    expect(await act('note', id, note)).toBe('ok')
    const notes = (await logOf(id)).entries.filter(({ facts }) => facts.kind === 'note')
    expect(notes).toHaveLength(1)
    expect(notes[0]).toMatchObject({ at })
    expect(notes[0]?.recordedAt).toBeGreaterThan(at + 200_000)
    // It stands before what happened later, though it was told after.
    expect((await kindsOf(id))[0]).toBe('note')
  })

  test('is deleted only while it is empty', async () => {
    const empty = await opened()
    const used = await opened()
    await act('note', used, { event: 'kept-note-1', text: 'x' })
    const { data } = await post('remove', { ids: [empty, used] })
    expect(data).toMatchObject({
      results: [
        { id: empty, ok: true },
        { id: used, ok: false, error: { id: 'emergency.notEmpty' } },
      ],
    })
  })

  test('never changes what was said, not in the database either', async () => {
    const id = await opened()
    const change = server.sql(sql =>
      sql.change(`update emergency_entry set at = 1 where emergency_id = $1`, [id]),
    )
    await expect(change).rejects.toThrow()
  })

  test('is offered on an alarm of its department, and known where it belongs', async () => {
    const { alarmId, otherAlarmId, departmentId } = server.here
    const id = await opened({ departmentId, alarmId })
    const of = async (alarm: number) =>
      (await get('ofAlarm', alarm)).data as Record<'of' | 'near', { id: number }[]>
    expect((await of(alarmId)).of.map(each => each.id)).toContain(id)
    const department = await server.sql(sql =>
      sql.first<{ id: number | null }>('select department_id as id from alarm where id = $1', [otherAlarmId]),
    )
    const there = await opened({ departmentId: department?.id ?? null })
    expect((await of(otherAlarmId)).near.map(each => each.id)).toContain(there)
  })
})

describe('things', () => {
  test('are added once, struck with a reason and stay to be seen', async () => {
    const id = await opened()
    const thing = { of: 'device', subjectId: server.here.deviceId }
    expect(await act('attach', id, thing)).toBe('ok')
    expect(await act('attach', id, thing)).toBe('field.duplicate')
    const entry = await lastOf(id, 'item')
    expect((await post('strike', { ids: [id], input: { entry, reason: ' ' } })).code).not.toBe(0)
    expect(await act('strike', id, { entry, reason: 'Another floor' })).toBe('ok')
    expect(await act('strike', id, { entry, reason: 'again' })).toBe('state.transition')
    const items = itemsOf((await logOf(id)).entries)
    expect(items[0]?.struck?.facts.text).toBe('Another floor')
    expect(await act('attach', id, thing)).toBe('ok')
  })

  test('of another tenant are unknown, for everybody', async () => {
    const id = await opened()
    const { there } = server
    for (const [of, subjectId] of [
      ['alarm', there.alarmId],
      ['device', there.deviceId],
      ['call', there.callId],
      ['file', there.fileId],
      ['person', there.workerId],
    ])
      for (const token of [server.tokens.admin, server.tokens.root])
        expect(await act('attach', id, { of, subjectId }, token), String(of)).toBe('row.unknown')
  })

  test('are named only to those who may see them', async () => {
    const id = await opened({ departmentId: server.here.departmentId })
    const caseId = await server.sql(sql =>
      insert(sql, 'evidence_case', { tenant_id: server.here.tenantId, number: 'E-secret', title: 'Secret' }),
    )
    expect(await act('attach', id, { of: 'evidence', subjectId: caseId })).toBe('ok')
    expect(JSON.stringify(await logOf(id))).toContain('Secret')
    expect(await act('attach', id, { of: 'evidence', subjectId: caseId }, officer.token)).toBe('forbidden')
    const seen = await logOf(id, officer.token)
    expect(seen.entries.some(({ facts }) => facts.kind === 'item')).toBe(true)
    expect(JSON.stringify(seen)).not.toContain('Secret')
  })
})

describe('roles', () => {
  test('are assigned, handed over, and the other confirms', async () => {
    const id = await opened({ departmentId: server.here.departmentId })
    expect(await act('assign', id, { role: 'notes', userId: officer.id })).toBe('ok')
    expect(await act('assign', id, { role: 'lead', userId: server.there.userId })).toBe('field.reference')
    expect(await act('handOver', id, { part: 'whole', userId: second.id, note: 'All calm' })).toBe('ok')
    const entry = await lastOf(id, 'handover')
    expect(holdersOf((await logOf(id)).entries).get('lead')?.userId).not.toBe(second.id)
    expect(await act('accept', id, { entry }, officer.token)).toBe('forbidden')
    expect(await act('accept', id, { entry }, second.token)).toBe('ok')
    expect(await act('accept', id, { entry }, second.token)).toBe('state.transition')
    expect(await rowOf(id)).toMatchObject({ ownerId: second.id, ownerName: 'officer.two' })
    const holders = holdersOf((await logOf(id)).entries)
    expect(holders.get('lead')).toMatchObject({ userId: second.id })
    expect(holders.get('notes')).toMatchObject({ userId: officer.id })
  })
})

describe('messages', () => {
  test('reach the message centre, are confirmed by those they are for, and reminded to the rest', async () => {
    const id = await opened({ departmentId: server.here.departmentId })
    const userIds = [officer.id, second.id]
    expect(await act('tell', id, { text: 'Leave hall 3', userIds, spoken: false })).toBe('ok')
    const entry = await lastOf(id, 'message')
    const centre = (accountId: number) =>
      server.sql(sql =>
        sql.first<{ content: string; times: number }>(
          `select content, times from notice where subject = 'emergency' and subject_id = $1 and account_id = $2`,
          [id, accountId],
        ),
      )
    expect(await centre(officer.id)).toMatchObject({ content: 'Leave hall 3', times: 1 })
    expect(await act('confirm', id, { entry })).toBe('forbidden')
    expect(await act('confirm', id, { entry }, officer.token)).toBe('ok')
    expect(await act('confirm', id, { entry }, officer.token)).toBe('ok')
    const told = async () =>
      (await logOf(id)).told.map(({ name, confirmedAt, times, by }) => ({
        ...{ name, confirmed: confirmedAt !== null, times, by },
      }))
    expect(await told()).toEqual([
      { name: 'officer.one', confirmed: true, times: 1, by: ['centre'] },
      { name: 'officer.two', confirmed: false, times: 1, by: ['centre'] },
    ])
    expect(await act('remind', id, { entry })).toBe('ok')
    expect(await centre(officer.id)).toMatchObject({ times: 1 })
    expect(await centre(second.id)).toMatchObject({ times: 2 })
    expect(await act('confirm', id, { entry }, second.token)).toBe('ok')
    expect(await act('remind', id, { entry })).toBe('state.transition')
    expect((await kindsOf(id)).filter(kind => kind === 'confirmed')).toHaveLength(2)
  })

  test('go by text message to no more than was agreed to, within the limits, and say what became of each', async () => {
    const id = await opened({ departmentId: server.here.departmentId, kind: 'drill' })
    const userIds = [officer.id, second.id]
    const number = (accountId: number, phone: string | null) =>
      server.sql(sql => sql.query('update account set phone = $2 where id = $1', [accountId, phone]))
    const people = async () =>
      ((await get('people', id)).data as { id: number; text: string }[]).filter(one =>
        userIds.includes(one.id),
      )
    const tell = (more: object) => act('tell', id, { text: 'Leave hall 3', userIds, spoken: false, ...more })
    const outbox = (phone: string) =>
      server.sql(sql => sql.query<{ text: string }>('select text from sms_outbox where phone = $1', [phone]))
    const told = async () => {
      const entry = await lastOf(id, 'message')
      return (await logOf(id)).told.flatMap(one => (one.entry === entry ? [[one.name, one.text]] : []))
    }
    await number(officer.id, '13900000101')
    expect(await people()).toMatchObject([
      { id: officer.id, text: 'able' },
      { id: second.id, text: 'noPhone' },
    ])
    expect(JSON.stringify(await get('people', id))).not.toContain('13900000101')

    expect(await tell({})).toBe('ok')
    expect(await told()).toEqual([
      ['officer.one', null],
      ['officer.two', null],
    ])
    expect(await outbox('13900000101')).toEqual([])

    expect(await tell({ texts: 1 })).toBe('ok')
    await expect.poll(told).toEqual([
      ['officer.one', { fate: 'asked', state: 'delivered', failure: null }],
      ['officer.two', { fate: 'noPhone', state: null, failure: null }],
    ])
    expect(await outbox('13900000101')).toEqual([
      { text: expect.stringMatching(/演练：Smoke。Leave hall 3/) },
    ])
    const { entries } = await logOf(id)
    expect(entries.findLast(({ facts }) => facts.kind === 'message')?.facts).toMatchObject({ texts: 1 })

    // Somebody has got a number since: it would be more than was agreed to.
    await number(second.id, '13900000102')
    expect(await tell({ texts: 1 })).toBe('emergency.moreTexts')
    expect(await tell({ texts: 0 })).toBe('field.tooSmall')
    expect(await tell({ texts: 201 })).toBe('field.tooBig')
    expect(await outbox('13900000102')).toEqual([])

    // The reminder of the same message goes by text again, and to those alone who have not confirmed.
    const entry = await lastOf(id, 'message')
    expect(await act('confirm', id, { entry }, officer.token)).toBe('ok')
    expect(await act('remind', id, { entry, texts: 1 })).toBe('ok')
    await expect.poll(() => outbox('13900000102')).toHaveLength(1)
    expect(await outbox('13900000101')).toHaveLength(1)
    await expect.poll(told).toMatchObject([
      ['officer.one', {}],
      ['officer.two', { fate: 'asked' }],
    ])

    // A phone gets five in ten minutes, whoever sends them.
    for (let n = 0; n < 4; n++) expect(await tell({ texts: 2 })).toBe('ok')
    expect(await tell({ texts: 2 })).toBe('ok')
    expect(await told()).toMatchObject([
      ['officer.one', { fate: 'tooMany' }],
      ['officer.two', { fate: 'tooMany' }],
    ])

    // Without a carrier nothing is sent, and each is told so.
    await server.sql(sql => sql.query('update text_service set way = null'))
    expect((await people()).map(({ text }) => text)).toEqual(['noCarrier', 'noCarrier'])
    await server.sql(sql => sql.query(`update text_service set way = 'outbox'`))
    const { patrol, stranger } = server.tokens
    for (const token of [stranger, patrol])
      expect(await act('tell', id, { text: 'x', userIds, spoken: false, texts: 2 }, token)).not.toBe('ok')
    await number(officer.id, null)
    await number(second.id, null)
  })

  test('are for nobody who may not see the emergency', async () => {
    const id = await opened()
    for (const userId of [server.there.userId, 999_999])
      expect(await act('tell', id, { text: 'x', userIds: [userId], spoken: false })).toBe('field.reference')
    expect(await kindsOf(id)).not.toContain('message')
  })
})

describe('walls', () => {
  test('a stranger and a visitor get nothing, another department neither', async () => {
    const id = await opened({ departmentId: server.here.otherDepartmentId })
    const { stranger, visitor } = server.tokens
    for (const token of [stranger, visitor, officer.token]) {
      expect((await get('log', id, token)).code).not.toBe(0)
      expect((await get('people', id, token)).code).not.toBe(0)
      expect(await act('note', id, { event: 'a-stranger-1', text: 'x' }, token)).not.toBe('ok')
    }
    expect((await get('ofAlarm', server.here.alarmId, stranger)).code).not.toBe(0)
  })

  test('who works on it does not lead it', async () => {
    const id = await opened({ departmentId: server.here.departmentId })
    const { patrol } = server.tokens
    for (const [name, input] of [
      ['close', { finding: 'x' }],
      ['assign', { role: 'lead', userId: adminId }],
      ['tell', { text: 'x', userIds: [adminId], spoken: false }],
    ] as const)
      expect(await act(name, id, input, patrol), name).not.toBe('ok')
    expect(await rowOf(id)).toMatchObject({ state: 'open' })
  })
})
