// An emergency from its alarm to its end: opened with one tap, led, told, confirmed, handed over, closed with a finding.
import { Api, expect, first, live, test } from './console.ts'
import { deviceSays, freeDevice } from './device.ts'
import { fresh, logIn, makePerson, makeRole } from './people.ts'

const SOS = { code: '3001', type: 15 }

test.use({ serviceWorkers: 'block' })

test('an SOS becomes an emergency that is led to its end', async ({ consoles }) => {
  const admin = await Api.logIn('admin')
  const role = await makeRole(admin, {
    permissions: [
      ...['read', 'save', 'work', 'lead'].map(verb => `emergency.${verb}`),
      ...['alarm.read', 'alarm.handle', 'notice.read'],
    ],
    routes: ['/emergencies', '/AlarmHistory'],
  })
  const [leadName, otherName] = [fresh('Lea '), fresh('Tom ')]
  const lead = await makePerson(admin, [role.id], leadName)
  const other = await makePerson(admin, [role.id], otherName)
  const device = await freeDevice(admin)
  const raisedAtFrom = Date.now() - 1000
  await deviceSays(device.imei, SOS)
  const found = await admin.get('message/alarm/page', { imei: device.imei, type: SOS.type, raisedAtFrom })
  const alarm = first(found.data.list)

  const page = await consoles.open({ as: await logIn(lead), at: `/AlarmHistory?alarm=${alarm.id}` })
  await live(page)
  await page.getByRole('button', { name: 'Later' }).click()
  await page.getByRole('button', { name: 'Open an emergency' }).click()
  const part = (name: string) => page.getByRole('region', { name })
  await expect(part('What belongs to it').getByRole('listitem')).toHaveCount(1)
  await expect(part('Roles')).toContainText(leadName)

  const choose = async (field: string, name: string) => {
    await page
      .getByRole('combobox', { name: field })
      .or(page.getByRole('textbox', { name: field }))
      .first()
      .fill(name)
    await page.getByRole('option', { name }).click()
  }
  await part('Roles').getByRole('button', { name: 'Assign a role' }).click()
  await page
    .getByRole('textbox', { name: 'Role' })
    .or(page.getByRole('combobox', { name: 'Role' }))
    .first()
    .click()
  await page.getByRole('option', { name: 'Log keeper' }).click()
  await choose('Person', otherName)
  await part('Roles').getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(part('Roles')).toContainText(otherName)

  await page.getByRole('textbox', { name: 'Note' }).fill('She is in hall 3')
  await page.getByRole('button', { name: 'Write note' }).click()
  await expect(part('Log')).toContainText('She is in hall 3')

  await choose('To whom', leadName)
  await choose('To whom', otherName)
  await page.getByRole('textbox', { name: 'Message' }).fill('Doctor is on the way')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(part('Messages')).toContainText('0 of 2 confirmed')

  // The other one opens it, and what one says is there for both at once.
  const id = new URL(page.url().replace('#/', '')).searchParams.get('emergency')
  const theirs = await consoles.open({ as: await logIn(other), at: `/emergencies?emergency=${id}` })
  await live(theirs)
  await theirs.getByRole('button', { name: 'Later' }).click()
  await theirs.getByRole('button', { name: 'I have read it' }).click()
  await expect(part('Messages')).toContainText('1 of 2 confirmed')

  await part('Roles').getByRole('button', { name: 'Hand over' }).click()
  await choose('To', otherName)
  await page.getByRole('textbox', { name: 'Handover note' }).fill('Doctor comes at the north gate')
  await part('Roles').getByRole('button', { name: 'Hand over' }).click()
  await theirs.getByRole('button', { name: 'I take over' }).click()
  await expect(page.getByText(`Owner: ${otherName}`)).toBeVisible()

  await theirs.locator('#root').getByRole('button', { name: 'Close', exact: true }).click()
  const dialog = theirs.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'What was found' }).fill('A fall, taken to hospital')
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(part('What was found')).toContainText('A fall, taken to hospital')
  await expect(page.getByRole('button', { name: 'Write note' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send message' })).toHaveCount(0)
})
