// How long records are kept: an administrator changes days, sees what they come to, and the change stands in the log.
import { findings } from './axe.ts'
import { Api, expect, test } from './console.ts'

// Nothing here is done without a network; laying the pages down for it would cost each console a fifth of its time.
test.use({ serviceWorkers: 'block' })

const EVENTS = 'Events at doors'

test('an administrator changes days, sees what they come to, and who decided stands there', async ({
  consoles,
}) => {
  const page = await consoles.open({ as: 'admin', at: '/retention' })
  await expect(page.getByRole('heading', { level: 1, name: 'Retention' })).toBeAttached()
  await expect(page.getByText('The audit log: an entry that went')).toBeVisible()
  expect(
    await findings(page, { colours: true, further: ['page-has-heading-one', 'landmark-unique'] }),
  ).toEqual([])

  await page.getByRole('button', { name: `Change: ${EVENTS}` }).click()
  const dialog = page.getByRole('dialog', { name: EVENTS })
  const forecast = dialog.getByText(/In the long run these days take about/)
  await expect(forecast).toBeVisible()
  const days = dialog.getByRole('textbox', { name: 'Days' })
  await days.fill('29')
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await days.fill('40')
  await expect(forecast).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const lately = page.getByRole('region', { name: 'Decided lately' })
  await expect(lately.getByRole('listitem').first()).toContainText(`${EVENTS}: as the installation → 40 days`)
  await expect(page.getByRole('row', { name: new RegExp(EVENTS) })).toContainText('Decided here')

  // Whoever runs the installation sees the disk, and that the kind is kept for shorter on the whole.
  const root = await Api.logIn('root')
  const operator = await consoles.open({ as: root, at: '/retention' })
  const disk = operator.getByRole('region', { name: 'Disk of the whole installation' })
  await expect(disk.getByRole('row', { name: /Audit log/ })).toContainText('Never ends')
  // The administrator of a tenant does not.
  await expect(page.getByRole('region', { name: 'Disk of the whole installation' })).toHaveCount(0)

  await page.getByRole('button', { name: `Change: ${EVENTS}` }).click()
  await dialog.getByRole('button', { name: /As the installation/ }).click()
  await expect(lately.getByRole('listitem').first()).toContainText(`${EVENTS}: 40 days → as the installation`)
})

test('who may not read it is not told, and a phone has everything', async ({ consoles }) => {
  const patrol = await consoles.open({ as: 'patrol', at: '/retention' })
  await expect(patrol.getByText('Decided lately')).toHaveCount(0)
  const phone = await consoles.open({ as: 'admin', at: '/retention', width: 'phone' })
  await expect(phone.getByRole('button', { name: `Change: ${EVENTS}` })).toBeVisible()
  const wide = await phone.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(wide).toBe(false)
})
