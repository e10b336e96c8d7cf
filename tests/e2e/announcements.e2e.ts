// An announcement from its first word to the last reader: two approvers, one of whom returns it with a reason, a second round with
// its changes marked, published, confirmed on a phone, and those reminded who have not read it.
import { Api, expect, first, test } from './console.ts'

// Nothing here is done without a network; laying the pages down for it would cost each console a fifth of its time.
test.use({ serviceWorkers: 'block' })

interface Kept {
  id: number
  version: number
  state: string
  people: number
  confirmed: number
}

let admin: Api
test.beforeAll(async () => {
  admin = await Api.logIn('admin')
})

const rowOf = async (title: string): Promise<Kept> =>
  first((await admin.get<{ list: Kept[] }>('message/announcement/page', { title })).data.list)

test('is agreed to by two in the second round, published and confirmed', async ({ consoles }) => {
  const title = `Crane ${Date.now().toString(36)}`
  const desk = await consoles.open({ as: 'admin', at: '/AnnouncementList' })
  await desk.getByRole('button', { name: 'Write announcement' }).click()
  const form = desk.getByRole('dialog', { name: 'Announcement' })
  await form.getByRole('textbox', { name: 'Title' }).fill(title)
  await form.getByRole('textbox', { name: 'Text' }).fill('Closed 08:00–12:00 east of tower B.')
  await form.getByRole('switch', { name: 'Has to be confirmed' }).check({ force: true })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)
  const submit = async () => {
    const { id, version } = await rowOf(title)
    const answer = await admin.post('message/announcement/submit', { ids: [id], seen: [{ id, version }] })
    expect(first(answer.data.results).ok).toBe(true)
  }
  await submit()

  const manager = await consoles.open({ as: 'property', at: '/AuditNotice' })
  await manager.getByRole('button', { name: title }).click()
  await expect(manager.getByRole('heading', { name: title })).toBeVisible()
  await manager.keyboard.press('a')
  await expect(manager.getByText(`You approve: ${title}`)).toBeVisible()
  await manager.keyboard.press('u')
  await expect(manager.getByText(`You approve: ${title}`)).toHaveCount(0)
  // Taken back, it waits still.
  await manager.getByRole('button', { name: title }).click()
  await manager.keyboard.press('a')

  const duty = await Api.logIn('duty')
  const waiting = async (who: Api) =>
    (await who.get<{ row: { id: number; title: string } }[]>('user/approval/waiting')).data.find(
      ({ row }) => row.title === title,
    )
  await expect.poll(() => waiting(duty), { timeout: 15_000 }).toBeTruthy()
  const caseId = (await waiting(duty))?.row.id
  const phone = await consoles.open({ as: 'duty', width: 'phone', at: `/approvals?case=${caseId}` })
  await expect(phone.getByRole('heading', { name: title })).toBeVisible()
  await phone.getByRole('button', { name: 'Return', exact: true }).click()
  await expect(phone.getByText('Say why')).toBeVisible()
  await phone.getByRole('button', { name: 'The time is wrong' }).click()
  await phone.getByRole('button', { name: 'Return', exact: true }).click()
  await expect.poll(async () => (await rowOf(title)).state, { timeout: 15_000 }).toBe('draft')
  // The pointer of the walk rests on the toast, which would stay for as long.
  await phone.getByRole('alert').filter({ hasText: 'Returned' }).getByRole('button').click()

  const { id, version } = await rowOf(title)
  const whole = (await admin.get<Record<string, unknown>>('message/announcement/get', { id })).data
  const saved = await admin.post('message/announcement/save', {
    id,
    version,
    title,
    content: 'Closed 07:30–12:30 east of tower B.',
    pictures: whole.pictures,
    audience: whole.audience,
    departmentIds: [],
    postIds: [],
    needsApproval: whole.needsApproval,
    mustConfirm: true,
    spoken: false,
  })
  expect(saved.code).toBe(0)
  await submit()
  await manager.goto(manager.url().replace(/#.*/, `#/AuditNotice?case=${caseId}`))
  await expect(manager.locator('ins', { hasText: '07:30–12:30' })).toBeVisible()
  await expect(manager.locator('del', { hasText: '08:00–12:00' })).toBeVisible()
  await manager.keyboard.press('a')
  await expect.poll(() => waiting(duty), { timeout: 15_000 }).toBeTruthy()
  await phone.goto(phone.url().replace(/#.*/, `#/approvals?case=${caseId}`))
  await phone.getByRole('button', { name: 'Approve level 2' }).click()
  await expect.poll(async () => (await rowOf(title)).state, { timeout: 15_000 }).toBe('approved')

  const agreed = await rowOf(title)
  await admin.post('message/announcement/publish', {
    ids: [agreed.id],
    seen: [{ id: agreed.id, version: agreed.version }],
  })
  const reader = await consoles.open({
    as: 'patrol',
    width: 'phone',
    at: `/siteAnnouncement?announcementId=${id}`,
  })
  await reader.getByText(title).first().click()
  await expect(reader.getByText('Closed 07:30–12:30 east of tower B.')).toBeVisible()
  await reader.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect.poll(async () => (await rowOf(title)).confirmed).toBe(1)
  const reminded = await admin.post('message/announcement/remind', { ids: [id] })
  expect(first(reminded.data.results).ok).toBe(true)
  const property = await Api.logIn('property')
  const notices = await property.get<{ list: { content: string; times: number }[] }>('message/notice/page', {
    kind: 'announcement',
    size: 50,
  })
  expect(notices.data.list.find(each => each.content === title)?.times).toBe(2)
})
