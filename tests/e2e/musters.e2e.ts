// A drill in people's hands: started, ticked without a network and with one, a contradiction in sight, closed with a reason.
import { Api, address, expect, live, test } from './console.ts'
import { inConsoleDatabase } from './console-database.ts'
import { writtenDown } from './kept-in-browser.ts'
import { fresh } from './people.ts'

let admin: Api
test.beforeAll(async () => {
  admin = await Api.logIn('admin')
})

/** Three people of a department of their own, who have punched in a minute ago. */
async function peopleAtWork(department: string): Promise<string[]> {
  const { data } = await admin.post('user/department/save', { name: department, sort: 1 })
  const names = ['Ada', 'Ben', 'Cem'].map(fresh)
  await inConsoleDatabase(process.env.CONSOLE_DATA ?? '', async client => {
    const now = Date.now()
    for (const name of names)
      await client.query(
        `with w as (insert into worker (tenant_id, created_at, updated_at, name, label_code, department_id)
           select tenant_id, $2::bigint, $2::bigint, $1::text, $1::text, id from department where id = $3 returning id, tenant_id)
         insert into punch (tenant_id, created_at, updated_at, worker_id, source, trust, at, claimed_at)
         select tenant_id, $2::bigint, $2::bigint, id, 'phone', 'ok', $2::bigint - 60000, $2::bigint - 60000 from w`,
        [name, now, data.id],
      )
  })
  return names
}

test('a drill is ticked on two phones, one of them offline, and closed with a reason', async ({
  consoles,
}) => {
  const [department, title] = [fresh('Shift '), fresh('Drill ')]
  const [ada = '', ben = ''] = await peopleAtWork(department)
  const patrol = await Api.logIn('patrol')
  const warden = (await admin.get('user/user/get', { id: patrol.user.id })).data.name

  const room = await consoles.open({ as: 'duty', at: '/musters' })
  await live(room)
  await room.getByRole('button', { name: 'Start a roll call' }).first().click()
  const form = room.getByRole('dialog', { name: 'New: Roll call' })
  await form.getByRole('textbox', { name: 'Name' }).fill(title)
  const choose = async (label: string, option: string) => {
    const field = form.getByRole('combobox', { name: label, exact: true })
    await field.click()
    await field.fill(option)
    await room.getByRole('option', { name: option }).first().click()
  }
  await form.getByRole('combobox', { name: 'Kind' }).click()
  await room.getByRole('option', { name: 'Drill' }).click()
  await choose('Department', department)
  await form.getByRole('textbox', { name: 'Where people gather' }).fill('North gate')
  await choose('Wardens', warden)
  await form.getByRole('textbox', { name: 'Where people gather' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await room.getByRole('button', { name: 'Open the roll call' }).click()
  const inRoom = (name: string) => room.getByRole('listitem').filter({ hasText: name })
  await expect(room.getByRole('heading', { name: '3 people to find' })).toBeVisible()
  await expect(inRoom(ada)).toContainText('punched in')
  const id = new URL(room.url().replace('#/', '')).searchParams.get('muster')

  // The warden's phone knows the list, even after a cold start without a network.
  const phone = await consoles.open({ as: patrol, width: 'phone', at: `/musters?muster=${id}` })
  const onPhone = (name: string) => phone.getByRole('listitem').filter({ hasText: name })
  await expect(onPhone(ada)).toBeVisible()
  await writtenDown(phone)
  await phone.context().setOffline(true)
  await phone.goto(address(`/musters?muster=${id}`))
  await phone.reload()
  await expect(phone.getByText(/^No network · list as of/)).toBeVisible()
  await phone.getByRole('button', { name: `Safe: ${ada}` }).click()
  await expect(onPhone(ada)).toContainText('waiting to be sent')
  await expect(phone.getByRole('status').filter({ hasText: '1 waiting to be sent' })).toBeVisible()

  await room.getByRole('button', { name: `Missing: ${ada}` }).click()
  await expect(inRoom(ada)).toHaveAttribute('data-state', 'missing')
  await phone.context().setOffline(false)
  await expect(inRoom(ada)).toContainText('Contradiction')
  await expect(inRoom(ada)).toContainText(`${warden} says Safe`)
  await expect(onPhone(ada)).toContainText('Contradiction')
  await expect(phone.getByText('waiting to be sent')).toHaveCount(0)

  // Who has both before their eyes decides; both hear of it.
  await room.getByRole('button', { name: `Safe: ${ada}` }).click()
  for (const row of [inRoom(ada), onPhone(ada)]) {
    await expect(row).not.toContainText('Contradiction')
    await expect(row).toHaveAttribute('data-state', 'safe')
  }

  await room.getByRole('button', { name: 'Close the roll call' }).click()
  const close = room.getByRole('dialog', { name: 'Close the roll call' })
  await expect(close.getByRole('list', { name: 'Unaccounted for' })).toContainText(ben)
  await close.getByRole('button', { name: 'Close with 2 unaccounted for' }).click()
  await expect(close.getByText('Say why, in a few words')).toBeVisible()
  await close.getByRole('textbox').fill('Both went home at noon')
  await close.getByRole('button', { name: 'Close with 2 unaccounted for' }).click()
  await expect(room.getByText('Unaccounted for at the end: 2. Reason: Both went home at noon')).toBeVisible()

  // Nobody is refused afterwards: it is kept, and said to be late.
  await expect(phone.getByText(/What is said now is kept/)).toBeVisible()
  await phone.getByRole('button', { name: `Safe: ${ben}` }).click()
  await expect(inRoom(ben)).toContainText('late')
  await expect(inRoom(ben)).toHaveAttribute('data-state', 'safe')
})
