// Cases against the real database: who is asked, twenty at once, text that was changed, stand-ins whose time is over.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readPage } from '../../../../server/entity/reading.ts'
import type { Store } from '../../../../server/entity/statement.ts'
import { commandRows } from '../../../../server/entity/writing.ts'
import {
  type Ask,
  openCase,
  reviseCase,
  type Settled,
  withdrawCase,
} from '../../../../server/modules/approvals/public.ts'
import { approvalStores } from '../../../../server/modules/approvals/stores.ts'
import { lookAfterCases } from '../../../../server/modules/approvals/unattended.ts'
import { scopeOf } from '../../../../server/person.ts'
import type { CommandRequest } from '../../../../src/contract/entity-endpoints.ts'
import type { CommandDefinition } from '../../../../src/domain/entity.ts'
import { insert, startServer, type TestServer } from '../../start.ts'
import { addColleagues, type Colleague } from './colleagues.ts'

let server: TestServer
let [ann, ben, cat]: Colleague[] = []
/** The thing that is approved: only its version matters here. */
let version: number
let settled: Settled[]
let store: Store

beforeAll(async () => {
  server = await startServer()
  ;[ann, ben, cat] = await addColleagues(server, ['ann', 'ben', 'cat'])
  const stores = approvalStores(server.app.parts.bus, [
    {
      kind: 'leave',
      currentVersion: async () => version,
      settled: async (_, told) => void settled.push(told),
    },
  ])
  const found = stores.find(({ entity }) => entity.key === 'approvalCase')
  if (!found) throw new Error('no store')
  store = found
})
afterAll(() => server.stop())

const idOf = (person: Colleague | undefined) => person?.id ?? 0

beforeEach(async () => {
  version = 1
  settled = []
  await server.sql(async sql => {
    for (const table of ['approval_decision', 'approval_round', 'approval_case', 'approval_flow', 'stand_in'])
      await sql.query(`delete from ${table}`)
  })
})

let subject = 0
const ask = (more: Partial<Ask> = {}): Ask => ({
  kind: 'leave',
  subjectId: ++subject,
  subjectVersion: version,
  applicantId: idOf(ann),
  title: 'Three days',
  ...more,
})
const asking = <Result>(work: (given: Parameters<typeof openCase>[0]) => Promise<Result>) =>
  server.app.parts.data.scoped({ tenant: server.here.tenantId }, sql =>
    work({ sql, bus: server.app.parts.bus, tenantId: server.here.tenantId }),
  )
const opened = (more: Partial<Ask> = {}) => asking(given => openCase(given, ask(more)))

/** Two levels: Ben, then Cat. */
const twoLevels = () =>
  server.sql(sql =>
    insert(sql, 'approval_flow', {
      tenant_id: server.here.tenantId,
      name: 'Two',
      kind: 'leave',
      user_ids1: [idOf(ben)],
      user_ids2: [idOf(cat)],
    }),
  )

async function inRightsOf<Result>(
  token: string,
  work: (context: Parameters<typeof commandRows>[3]) => Promise<Result>,
) {
  const live = await server.app.parts.sessions.find(token)
  if (!live) throw new Error('no session')
  const { person, tokenHash } = live
  const scope = scopeOf(person)
  return server.app.parts.data.scoped(scope, sql =>
    work({ person, tokenHash, scope, sql, address: '', agent: null, host: '', header: () => undefined }),
  )
}

/** `ok`, or why not. */
async function decide(
  who: Colleague | undefined,
  id: number,
  { verdict = 'approve', seen, reason }: { verdict?: string; seen?: number; reason?: string } = {},
): Promise<string> {
  const request: CommandRequest<CommandDefinition> = {
    ids: [id],
    ...(reason !== undefined && { input: { reason } }),
    ...(seen !== undefined && { seen: [{ id, version: seen }] }),
  }
  const { results } = await inRightsOf(who?.token ?? '', context =>
    commandRows(store, verdict, request, context),
  )
  const [result] = results
  return result?.ok ? 'ok' : (result?.error?.id ?? '')
}

const stateOf = (id: number) =>
  server.sql(sql =>
    sql.first(
      `select state, round, level, version, last_by_name, last_reason from approval_case where id = $1`,
      [id],
    ),
  )
const decisions = (id: number) =>
  server.sql(sql => sql.query('select * from approval_decision where case_id = $1 order by id', [id]))
const listed = async (who: { token: string } | undefined) =>
  (await inRightsOf(who?.token ?? '', context => readPage(store, {}, context))).list.map(({ id }) => id)

describe('a case', () => {
  test('goes from level to level, and its owner hears of the end once', async () => {
    await twoLevels()
    const id = await opened()
    expect(await decide(cat, id)).toBe('approval.notAsked')
    expect(await decide(ben, id)).toBe('ok')
    expect(settled).toEqual([])
    expect(await decide(ben, id)).toBe('approval.twice')
    expect(await decide(cat, id)).toBe('ok')
    expect(settled).toMatchObject([{ outcome: 'approved', by: { accountId: idOf(cat) } }])
    expect(await stateOf(id)).toMatchObject({ state: 'approved', level: 2, version: 3 })
    expect(await decide(cat, id)).toBe('state.transition')
  })
  test('is decided by any of the usual people where no nodes are set up, but not by who asked', async () => {
    const id = await opened()
    expect(await decide(ann, id)).toBe('approval.own')
    expect(await decide(cat, id)).toBe('ok')
    expect(await stateOf(id)).toMatchObject({ state: 'approved' })
  })
  test('that is returned begins another round with its first level, for the same people', async () => {
    await twoLevels()
    const given = ask()
    const id = await asking(inner => openCase(inner, given))
    expect(await decide(ben, id)).toBe('ok')
    expect(await decide(cat, id, { verdict: 'return', reason: 'Which days?' })).toBe('ok')
    expect(settled).toMatchObject([{ outcome: 'returned', reason: 'Which days?' }])
    expect(await decide(cat, id)).toBe('state.transition')
    version = 2
    await asking(inner => reviseCase(inner, { ...given, subjectVersion: 2 }))
    expect(await stateOf(id)).toMatchObject({ state: 'pending', round: 2, level: 1, last_reason: null })
    expect(await decide(cat, id)).toBe('approval.notAsked')
    expect(await decide(ben, id)).toBe('ok')
    expect(await decide(cat, id)).toBe('ok')
    expect(settled).toHaveLength(2)
  })
  test('stands in the message centre of those whose turn it is, and of who asked as it ended last', async () => {
    await twoLevels()
    const given = ask()
    const id = await asking(inner => openCase(inner, given))
    const told = (kind: string) =>
      server.sql(sql =>
        sql.query(
          `select account_id, state, content from notice where subject = 'approvalCase' and subject_id = $1 and kind = $2
           order by account_id`,
          [id, kind],
        ),
      )
    const asked = (who: Colleague | undefined, state: string) => ({
      ...{ account_id: idOf(who), state, content: 'Three days' },
    })
    expect(await told('approval')).toEqual([asked(ben, 'unread')])
    await decide(ben, id)
    expect(await told('approval')).toEqual([asked(ben, 'read'), asked(cat, 'unread')])
    await decide(cat, id, { verdict: 'return', reason: 'Which days?' })
    expect(await told('approval')).toEqual([asked(ben, 'read'), asked(cat, 'read')])
    const ended = (content: string) => [{ account_id: idOf(ann), state: 'unread', content }]
    expect(await told('approvalEnd')).toEqual(ended('returned'))
    version = 2
    await asking(inner => reviseCase(inner, { ...given, subjectVersion: 2 }))
    await decide(ben, id)
    await decide(cat, id)
    expect(await told('approvalEnd')).toEqual(ended('approved'))
    const other = await asking(inner => openCase(inner, { ...given, subjectId: ++subject }))
    await asking(inner => withdrawCase(inner, { ...given, subjectId: subject }))
    expect(
      await server.sql(sql =>
        sql.query(
          `select from notice where subject = 'approvalCase' and subject_id = $1 and state = 'unread'`,
          [other],
        ),
      ),
    ).toEqual([])
  })
  test('that is withdrawn is decided by nobody, and another may be opened', async () => {
    const given = ask()
    const id = await asking(inner => openCase(inner, given))
    expect(await asking(inner => withdrawCase(inner, given))).toBe(true)
    expect(await asking(inner => withdrawCase(inner, given))).toBe(false)
    expect(await decide(ben, id)).toBe('state.transition')
    expect(await asking(inner => reviseCase(inner, given))).not.toBe(id)
  })
  test('of one thing is open once', async () => {
    const given = ask()
    await asking(inner => openCase(inner, given))
    await expect(asking(inner => openCase(inner, given))).rejects.toThrow()
  })
  test('keeps the levels of its round when the nodes are changed', async () => {
    await twoLevels()
    const id = await opened()
    await server.sql(sql => sql.query(`update approval_flow set user_ids1 = $1`, [[idOf(cat)]]))
    expect(await decide(cat, id)).toBe('approval.notAsked')
    expect(await decide(ben, id)).toBe('ok')
  })
})

describe('at once', () => {
  test('twenty approvals of one person make one step', async () => {
    await twoLevels()
    const id = await opened()
    const answers = await Promise.all(Array.from({ length: 20 }, () => decide(ben, id, { seen: 1 })))
    expect(answers.filter(answer => answer === 'ok')).toHaveLength(1)
    expect(answers.filter(answer => answer === 'row.overtaken')).toHaveLength(19)
    expect(await stateOf(id)).toMatchObject({ level: 2, version: 2 })
    expect(await decisions(id)).toHaveLength(1)
  })
  test('two approvers of one level: one decides, the other is told', async () => {
    const id = await opened()
    const answers = await Promise.all([decide(ben, id), decide(cat, id)])
    expect(answers.sort()).toEqual(['ok', 'state.transition'])
    expect(settled).toHaveLength(1)
  })
})

describe('what was not seen is not approved', () => {
  test('a thing that was edited meanwhile', async () => {
    const id = await opened()
    version = 2
    expect(await decide(ben, id)).toBe('approval.changed')
    expect(await decisions(id)).toEqual([])
  })
  test('a case that somebody has moved on', async () => {
    const id = await opened()
    expect(await decide(ben, id, { seen: 0 })).toBe('row.overtaken')
  })
})

describe('stand-ins', () => {
  const away = (userId: number, deputyId: number, endsAt: number) =>
    server.sql(sql =>
      insert(sql, 'stand_in', {
        tenant_id: server.here.tenantId,
        user_id: userId,
        deputy_id: deputyId,
        starts_at: 0,
        ends_at: endsAt,
      }),
    )
  test('see the case and decide on it; the record names both', async () => {
    await twoLevels()
    const id = await opened()
    const [dan] = await addColleagues(server, ['dan'], '巡逻人员')
    expect(await listed(dan)).toEqual([])
    await away(idOf(ben), idOf(dan), Date.now() + 60_000)
    expect(await listed(dan)).toEqual([id])
    expect(await decide(dan, id)).toBe('ok')
    expect(await decisions(id)).toMatchObject([
      { seat_id: idOf(ben), seat_name: 'Name of ben', actor_id: idOf(dan), actor_name: 'Name of dan' },
    ])
  })
  test('whose time has ended in mid-case decide nothing and see nothing', async () => {
    await twoLevels()
    const id = await opened()
    const [eve] = await addColleagues(server, ['eve'], '巡逻人员')
    await away(idOf(ben), idOf(eve), Date.now() - 1)
    expect(await listed(eve)).toEqual([])
    expect(await decide(eve, id)).toBe('row.unknown')
  })
})

describe('where nobody is left', () => {
  test('the administrator decides: a role that was emptied never approves by itself', async () => {
    const role = await server.sql(sql =>
      insert(sql, 'role', { tenant_id: server.here.tenantId, name: 'Nobody holds it' }),
    )
    await server.sql(sql =>
      insert(sql, 'approval_flow', {
        tenant_id: server.here.tenantId,
        name: 'Empty',
        kind: 'leave',
        role_ids1: [role],
        user_ids2: [idOf(cat)],
      }),
    )
    const id = await opened()
    expect(await decide(ben, id)).toBe('row.unknown')
    expect(await decide({ id: 0, username: 'admin', token: server.tokens.admin }, id)).toBe('ok')
    expect(await stateOf(id)).toMatchObject({ state: 'pending', level: 2 })
  })

  const look = () => lookAfterCases(server.app.parts)
  const toldOf = (id: number) =>
    server.sql(sql =>
      sql.query(
        `select a.username, n.who, n.content, n.times, n.state from notice n join account a on a.id = n.account_id
         where n.kind = 'unattended' and n.subject = 'approvalCase' and n.subject_id = $1 order by a.username`,
        [id],
      ),
    )
  /** Both administrators of the tenant. */
  const both = (notice: object) => ['admin', 'second'].map(username => ({ username, ...notice }))
  const roleOf = async (people: readonly (Colleague | undefined)[]) =>
    server.sql(async sql => {
      const role = await insert(sql, 'role', {
        tenant_id: server.here.tenantId,
        name: `Deciders ${people.length} ${Date.now()}`,
      })
      await insert(sql, 'approval_flow', {
        ...{ tenant_id: server.here.tenantId, name: 'By role', kind: 'leave', role_ids1: [role] },
        user_ids2: [idOf(cat)],
      })
      for (const person of people)
        await sql.query('insert into account_role (tenant_id, role_id, account_id) values ($1, $2, $3)', [
          server.here.tenantId,
          role,
          idOf(person),
        ])
      return role
    })
  const take = (role: number, person: Colleague | undefined) =>
    server.sql(sql =>
      sql.change('delete from account_role where role_id = $1 and account_id = $2', [role, idOf(person)]),
    )

  test('administrators are told once when the role of a level loses its last holder, and again when it does anew', async () => {
    const role = await roleOf([ben, cat])
    const id = await opened()
    await look()
    await take(role, ben)
    await look()
    expect(await toldOf(id)).toEqual([])
    await take(role, cat)
    await look()
    await look()
    expect(await toldOf(id)).toEqual(
      both({ who: 'Three days', content: 'approval', times: 1, state: 'unread' }),
    )
    await server.sql(sql =>
      sql.query('insert into account_role (tenant_id, role_id, account_id) values ($1, $2, $3)', [
        server.here.tenantId,
        role,
        idOf(ben),
      ]),
    )
    await look()
    await take(role, ben)
    await look()
    expect(await toldOf(id)).toMatchObject(both({ times: 2 }))
    // Once it is decided there is nothing left to see to.
    expect(await decide({ id: 0, username: 'admin', token: server.tokens.admin }, id)).toBe('ok')
    expect(await toldOf(id)).toMatchObject(both({ state: 'read' }))
  })

  test('a level that the administrators had from the beginning is no loss, nor one that is over', async () => {
    await roleOf([])
    const theirs = await opened()
    await look()
    expect(await toldOf(theirs)).toEqual([])
    await server.sql(sql => sql.query('update approval_flow set removed_at = 1'))
    const role = await roleOf([ben])
    const over = await opened()
    expect(await decide(ben, over, { verdict: 'reject', reason: 'no' })).toBe('ok')
    await take(role, ben)
    await look()
    expect(await toldOf(over)).toEqual([])
  })

  test('an approver who may not log in any more is nobody', async () => {
    await roleOf([ben])
    const id = await opened()
    const enable = (status: string) =>
      server.sql(sql => sql.change('update account set status = $2 where id = $1', [idOf(ben), status]))
    await enable('disabled')
    await look()
    await enable('enabled')
    expect(await toldOf(id)).toMatchObject(both({ times: 1 }))
  })
})

describe('who sees cases', () => {
  test('the applicant, who is asked, and administrators of the tenant; nobody else', async () => {
    await twoLevels()
    const id = await opened()
    const [fay] = await addColleagues(server, ['fay'])
    expect(await listed(ann)).toEqual([id])
    expect(await listed(ben)).toEqual([id])
    expect(await listed(fay)).toEqual([])
    expect(await listed({ token: server.tokens.admin })).toEqual([id])
    expect(await listed({ token: server.tokens.stranger })).toEqual([])
  })
})

describe('approval nodes', () => {
  const none = { userIds2: [], roleIds2: [], need2: 'any', userIds3: [], roleIds3: [], need3: 'any' }
  const save = (body: object) =>
    server.call('/api/user/approvalFlow/save', {
      token: server.tokens.admin,
      body: { name: 'Nodes', kind: 'leave', roleIds1: [], need1: 'any', ...none, ...body },
    })
  test('of one person are refused, and name the field', async () => {
    expect(await save({ userIds1: [idOf(ben)] })).toMatchObject({ id: 'approval.tooFew', field: 'userIds1' })
  })
  test('with the same person twice are refused', async () => {
    expect(await save({ userIds1: [idOf(ben)], userIds2: [idOf(cat)], userIds3: [idOf(ben)] })).toMatchObject(
      { id: 'approval.sameTwice', field: 'userIds3' },
    )
  })
  test('are kept once a kind', async () => {
    expect(await save({ userIds1: [idOf(ben), idOf(cat)] })).toMatchObject({ code: 0 })
    expect(await save({ userIds1: [idOf(ben), idOf(cat)] })).toMatchObject({
      id: 'field.duplicate',
      field: 'kind',
    })
  })
  test('name nobody of another tenant', async () => {
    expect(await save({ userIds1: [idOf(ben), server.there.userId] })).toMatchObject({
      id: 'field.reference',
      field: 'userIds1',
    })
  })
})

describe('who stands in', () => {
  const save = (body: object, token = ann?.token) =>
    server.call('/api/user/standIn/save', {
      token,
      body: { startsAt: 1_000, endsAt: Date.now() + 60_000, kinds: [], ...body },
    })
  test('is not oneself', async () => {
    expect(await save({ deputyId: idOf(ann) })).toMatchObject({ id: 'approval.ownDeputy', field: 'deputyId' })
  })
  test('does so for a time that has a length', async () => {
    expect(await save({ deputyId: idOf(ben), endsAt: 1_000 })).toMatchObject({
      id: 'field.periodOrder',
      field: 'endsAt',
    })
  })
  test('is named by whoever is away, or by an administrator', async () => {
    expect(await save({ deputyId: idOf(ben) })).toMatchObject({ code: 0, data: { userId: idOf(ann) } })
    expect(await save({ deputyId: idOf(ben), userId: idOf(cat) })).toMatchObject({ id: 'forbidden' })
    expect(await save({ deputyId: idOf(ben), userId: idOf(cat) }, server.tokens.admin)).toMatchObject({
      code: 0,
    })
  })
})
