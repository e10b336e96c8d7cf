// Announcements over HTTP: written, agreed to by two, sent back, published to people as they were, read, reminded.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { remindDue, stepDue } from '../../../../server/modules/announcements/clock.ts'
import { insert, startServer, type TestServer } from '../../start.ts'
import { addColleagues, type Colleague } from '../approvals/colleagues.ts'

let server: TestServer
let [ann, ben, cat]: Colleague[] = []

interface Row {
  id: number
  version: number
  state: string
  people: number
  reviewReason: string | null
}

beforeAll(async () => {
  server = await startServer()
  ;[ann, ben, cat] = await addColleagues(server, ['ann', 'ben', 'cat'])
  // Instead of what every tenant of the tests has.
  await server.sql(sql => sql.query(`update approval_flow set removed_at = 1 where kind = 'announcement'`))
  await server.sql(sql =>
    insert(sql, 'approval_flow', {
      tenant_id: server.here.tenantId,
      name: 'Two',
      kind: 'announcement',
      user_ids1: [ben?.id],
      user_ids2: [cat?.id],
    }),
  )
})
afterAll(() => server.stop())

const DAY = 86_400_000
const NEEDED = 1
const NOT_NEEDED = 2

const draft = {
  title: 'Crane 2',
  content: 'The east side is closed.',
  pictures: [],
  audience: 'everyone',
  needsApproval: NEEDED,
  mustConfirm: true,
  spoken: false,
}
const save = (body: object, token = ann?.token) =>
  server.call('/api/message/announcement/save', { token, body: { ...draft, ...body } })
const written = async (more: object = {}): Promise<Row> => {
  const { code, data, id } = await save(more)
  expect(id).toBeUndefined()
  expect(code).toBe(0)
  return data as Row
}
const now = async (id: number) =>
  (await server.call('/api/message/announcement/get', { token: ann?.token, query: { id: String(id) } }))
    .data as Row

/** `ok`, or why not. */
async function give(
  path: string,
  token: string | undefined,
  row: { id: number; version?: number },
  input?: object,
): Promise<string> {
  const seen = row.version === undefined ? {} : { seen: [{ id: row.id, version: row.version }] }
  const { data, id, field } = await server.call(`/api/${path}`, {
    token,
    body: { ids: [row.id], ...seen, ...(input && { input }) },
  })
  const [result] = (data as { results: { ok: boolean; error?: { id: string } }[] } | null)?.results ?? []
  return result?.ok ? 'ok' : (result?.error?.id ?? `${id} ${field}`)
}
const act = (command: string, id: number) => give(`message/announcement/${command}`, ann?.token, { id })

interface Waiting {
  row: { id: number; version: number; subjectId: number; round: number }
  now: { body: string; lines: { label: string; value: string }[] }
  before: { body: string } | null
  steps: { state: string }[]
}
const queue = async (who: Colleague | undefined) =>
  (await server.call('/api/user/approval/waiting', { token: who?.token })).data as Waiting[]
const waitingOf = async (who: Colleague | undefined, announcementId: number) =>
  (await queue(who)).find(({ row }) => row.subjectId === announcementId)
async function decide(
  who: Colleague | undefined,
  announcementId: number,
  verdict = 'approve',
  reason?: string,
) {
  const found = await waitingOf(who, announcementId)
  if (!found) return 'not asked'
  return give(`user/approvalCase/${verdict}`, who?.token, found.row, reason === undefined ? {} : { reason })
}

interface Receipt {
  id: number
  version: number
  announcementId: number
  state: string
  title: string
}
const receipts = async (token: string | undefined, announcementId: number) => {
  const { data } = await server.call('/api/message/announcementReceipt/page', {
    token,
    query: { announcementId: String(announcementId) },
  })
  return (data as { list: Receipt[] }).list
}
const published = async (more: object = {}): Promise<number> => {
  const { id } = await written({ needsApproval: NOT_NEEDED, ...more })
  expect(await act('submit', id)).toBe('ok')
  expect(await act('publish', id)).toBe('ok')
  return id
}
const notices = (account: number | undefined, subjectId: number, kind = 'announcement') =>
  server.sql(sql =>
    sql.query<{ state: string; times: number }>(
      'select state, times from notice where account_id = $1 and kind = $2 and subject_id = $3',
      [account, kind, subjectId],
    ),
  )

beforeEach(() =>
  server.sql(sql => sql.query('update announcement_reminder set sent_at = 1 where sent_at is null')),
)

describe('the review', () => {
  test('by two approvers: one returns it with a reason, the second round is marked, then it is published', async () => {
    const { id } = await written()
    expect(await act('submit', id)).toBe('ok')
    expect((await now(id)).state).toBe('inReview')
    expect(await act('publish', id)).toBe('state.transition')
    expect(await waitingOf(cat, id)).toBeUndefined()
    expect(await waitingOf(ann, id)).toBeUndefined()
    expect(await decide(ben, id)).toBe('ok')
    expect(await decide(cat, id, 'return', 'Which gate?')).toBe('ok')
    const back = await now(id)
    expect(back).toMatchObject({ state: 'draft', reviewOutcome: 'returned', reviewReason: 'Which gate?' })
    const { data } = await save({ id, version: back.version, content: 'The north gate is closed.' })
    expect(data).toMatchObject({ state: 'draft' })
    expect(await act('submit', id)).toBe('ok')
    expect(await waitingOf(ben, id)).toMatchObject({
      row: { round: 2 },
      now: { body: 'The north gate is closed.' },
      before: { body: 'The east side is closed.' },
      steps: [{ state: 'now' }, { state: 'later' }],
    })
    expect(await decide(ben, id)).toBe('ok')
    expect(await decide(cat, id)).toBe('ok')
    expect((await now(id)).state).toBe('approved')
    expect(await act('publish', id)).toBe('ok')
    expect(await now(id)).toMatchObject({ state: 'published', publisherName: 'Name of ann' })
  })
  test('a rejection sends it back as well; nobody publishes it', async () => {
    const { id } = await written()
    await act('submit', id)
    expect(await decide(ben, id, 'reject', 'No')).toBe('ok')
    expect(await now(id)).toMatchObject({ state: 'draft', reviewOutcome: 'rejected' })
    expect(await act('publish', id)).toBe('state.transition')
  })
  test('a return without a reason is refused', async () => {
    const { id } = await written()
    await act('submit', id)
    expect(await decide(ben, id, 'return', ' ')).toBe('field.required input.reason')
  })
  test('an edit during the review refuses who looks at the old text, and begins another round', async () => {
    const { id } = await written()
    await act('submit', id)
    const stale = await waitingOf(ben, id)
    const { version } = await now(id)
    expect((await save({ id, version, content: 'Another text.' })).data).toMatchObject({ state: 'inReview' })
    expect(await give('user/approvalCase/approve', ben?.token, stale?.row ?? { id: 0 }, {})).toBe(
      'row.overtaken',
    )
    expect((await waitingOf(ben, id))?.row.round).toBe(2)
  })
  test('an edit after the review reopens it', async () => {
    const { id } = await written()
    await act('submit', id)
    await decide(ben, id)
    await decide(cat, id)
    const { version } = await now(id)
    expect((await save({ id, version, title: 'Crane 3' })).data).toMatchObject({ state: 'inReview' })
    expect(await act('publish', id)).toBe('state.transition')
  })
  test('one that is withdrawn waits for nobody any more', async () => {
    const { id } = await written()
    await act('submit', id)
    expect(await act('withdraw', id)).toBe('ok')
    expect(await waitingOf(ben, id)).toBeUndefined()
    expect((await now(id)).state).toBe('draft')
  })
  test('approvers and applicant find it in their message centre', async () => {
    const { id } = await written()
    await act('submit', id)
    const caseId = (await waitingOf(ben, id))?.row.id ?? 0
    expect(await notices(ben?.id, caseId, 'approval')).toHaveLength(1)
    expect(await notices(cat?.id, caseId, 'approval')).toHaveLength(0)
    await decide(ben, id)
    expect(await notices(cat?.id, caseId, 'approval')).toHaveLength(1)
    await decide(cat, id)
    expect(await notices(ann?.id, caseId, 'approvalEnd')).toHaveLength(1)
  })
})

describe('publishing', () => {
  test('after its end is refused, and names the field', async () => {
    const { id } = await written({ needsApproval: NOT_NEEDED })
    await act('submit', id)
    await server.sql(sql => sql.query('update announcement set expires_at = 1 where id = $1', [id]))
    expect(await act('publish', id)).toBe('announcement.expired')
  })
  test('before an end that lies before it is refused when it is saved', async () => {
    expect(await save({ publishAt: 2_000, expiresAt: 2_000 })).toMatchObject({
      id: 'field.periodOrder',
      field: 'expiresAt',
    })
  })
  test('to departments without naming one is refused', async () => {
    expect(await save({ audience: 'departments' })).toMatchObject({
      id: 'field.required',
      field: 'departmentIds',
    })
  })
  test('keeps the audience as it was: who comes later has no receipt', async () => {
    const id = await published()
    const before = (await now(id)).people
    const [late] = await addColleagues(server, [`late${id}`])
    expect((await now(id)).people).toBe(before)
    expect(await receipts(late?.token, id)).toEqual([])
    expect(await receipts(ben?.token, id)).toHaveLength(1)
  })
  test('to a department reaches its people, each once, and nobody else', async () => {
    const [dan] = await addColleagues(server, [`dan${Date.now()}`])
    await server.sql(async sql => {
      await sql.query('update account set department_id = $2 where id = $1', [
        dan?.id,
        server.here.departmentId,
      ])
      // By their work, too: it makes no second receipt.
      await insert(sql, 'worker', {
        tenant_id: server.here.tenantId,
        name: 'Dan',
        account_id: dan?.id,
        department_id: server.here.departmentId,
        label_code: `GH-DAN${Date.now()}`,
      })
    })
    const id = await published({ audience: 'departments', departmentIds: [server.here.departmentId] })
    expect(await receipts(dan?.token, id)).toHaveLength(1)
    expect(await receipts(ben?.token, id)).toEqual([])
  })
  test('aloud is said by what its people wear, whether they have a login or not, and by nothing else', async () => {
    const post = await server.sql(async sql => {
      const postId = await insert(sql, 'post', {
        tenant_id: server.here.tenantId,
        name: `Crane ${Date.now()}`,
      })
      await insert(sql, 'worker', {
        tenant_id: server.here.tenantId,
        name: 'Without a login',
        post_id: postId,
        device_ids: [server.here.deviceId],
        label_code: `GH-NOLOGIN${Date.now()}`,
      })
      await insert(sql, 'worker', {
        tenant_id: server.here.tenantId,
        name: 'With a login',
        post_id: postId,
        account_id: cat?.id,
        label_code: `GH-LOGIN${Date.now()}`,
      })
      return postId
    })
    const said = () =>
      server.sql(sql =>
        sql.query(`select device_id, input from device_command where kind = 'speak' order by id`),
      )
    await published({ audience: 'posts', postIds: [post] })
    expect(await said()).toEqual([])
    await published({ audience: 'posts', postIds: [post], spoken: true, content: 'Keep\nclear.' })
    expect(await said()).toEqual([
      { device_id: server.here.deviceId, input: { text: 'Crane 2: Keep clear.' } },
    ])
  })
  test('at its time, once, whichever server comes first', async () => {
    const { id } = await written({ needsApproval: NOT_NEEDED, publishAt: Date.now() + DAY })
    await act('submit', id)
    expect((await now(id)).state).toBe('scheduled')
    const { parts } = server.app
    await Promise.all([stepDue(parts, Date.now() + DAY), stepDue(parts, Date.now() + DAY)])
    expect((await now(id)).state).toBe('published')
    expect(await notices(ben?.id, id)).toMatchObject([{ times: 1 }])
  })
  test('ends when it has expired; it can be read still, and confirmed no more', async () => {
    const id = await published({ expiresAt: Date.now() + DAY })
    await stepDue(server.app.parts, Date.now() + 2 * DAY)
    expect((await now(id)).state).toBe('expired')
    const [receipt] = await receipts(ben?.token, id)
    expect(receipt).toMatchObject({ title: 'Crane 2' })
    expect(await give('message/announcementReceipt/confirm', ben?.token, receipt ?? { id: 0 })).not.toBe('ok')
  })
  test('in public it is not changed; withdrawn it is gone from everybody', async () => {
    const id = await published()
    const { version } = await now(id)
    expect(await save({ id, version, title: 'Other' })).toMatchObject({ id: 'state.transition' })
    expect(await act('withdraw', id)).toBe('ok')
    expect(await receipts(ben?.token, id)).toEqual([])
  })
})

describe('reading', () => {
  test('is each person’s own; confirming counts as reading, and twice counts once', async () => {
    const id = await published()
    const [receipt] = await receipts(ben?.token, id)
    const given = { id: receipt?.id ?? 0 }
    expect(await give('message/announcementReceipt/confirm', cat?.token, given)).toBe('row.unknown')
    expect(await give('message/announcementReceipt/confirm', ben?.token, given)).toBe('ok')
    expect(await now(id)).toMatchObject({ read: 1, confirmed: 1 })
    const { data } = await server.call('/api/message/announcement/receipts', {
      token: ann?.token,
      query: { id: String(id) },
    })
    expect(data).toContainEqual(expect.objectContaining({ accountId: ben?.id, state: 'confirmed' }))
    expect(await notices(ben?.id, id)).toMatchObject([{ state: 'read' }])
  })
  test('who writes announcements reads receipts; others and strangers do not', async () => {
    const id = await published()
    const query = { id: String(id) }
    const ask = (token: string) => server.call('/api/message/announcement/receipts', { token, query })
    expect(await ask(server.tokens.patrol)).toMatchObject({ id: 'forbidden' })
    expect(await ask(server.tokens.stranger)).toMatchObject({ id: 'row.unknown' })
  })
})

describe('reminders', () => {
  test('go to those who have not confirmed, once for each offset, also after a restart', async () => {
    const id = await published()
    const [receipt] = await receipts(ben?.token, id)
    await give('message/announcementReceipt/confirm', ben?.token, { id: receipt?.id ?? 0 })
    const { parts } = server.app
    expect(await remindDue(parts, Date.now() + DAY - 60_000)).toBe(0)
    const due = Date.now() + DAY + 60_000
    const counts = await Promise.all([remindDue(parts, due), remindDue(parts, due)])
    expect(counts.sort()).toEqual([0, 1])
    expect(await remindDue(parts, due)).toBe(0)
    expect(await notices(cat?.id, id)).toMatchObject([{ state: 'unread', times: 2 }])
    expect(await notices(ben?.id, id)).toMatchObject([{ state: 'read', times: 1 }])
  })
  test('by hand are refused where everybody has read it', async () => {
    const id = await published({ mustConfirm: false })
    expect(await act('remind', id)).toBe('ok')
    await server.sql(sql =>
      sql.query(`update announcement_receipt set state = 'read' where announcement_id = $1`, [id]),
    )
    expect(await act('remind', id)).toBe('announcement.allRead')
  })
})
