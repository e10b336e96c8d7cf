// Whoever looks after the installation sees how it stands, and what to do; an administrator of a tenant does not.
import { findings } from './axe.ts'
import { Api, expect, test } from './console.ts'

// Nothing here is done without a network; laying the pages down for it would cost each console a fifth of its time.
test.use({ serviceWorkers: 'block' })

test('the super administrator sees the processes and reads what to do, and nobody else gets there', async ({
  consoles,
}) => {
  const page = await consoles.open({ as: 'root', at: '/operations' })
  await expect(page.getByRole('heading', { level: 1, name: 'Operations' })).toBeAttached()
  const process = page.getByRole('article').first()
  await expect(process.getByText('Running')).toBeVisible()
  expect(
    await findings(page, { colours: true, further: ['page-has-heading-one', 'landmark-unique'] }),
  ).toEqual([])
  await process.getByRole('button', { name: /Event loop lag/ }).click()
  const guide = page.getByRole('complementary', { name: 'Event loop lag' })
  await expect(guide.getByRole('heading', { name: 'A process is slow' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Database' }).getByText(/PostgreSQL \d+/)).toBeVisible()

  const admin = await Api.logIn('admin')
  expect((await admin.get('user/operations/board')).code).toBe(1403)
  const other = await consoles.open({ as: admin, at: '/operations' })
  await expect(other.getByRole('article')).toHaveCount(0)
  await expect(other.getByText('Running')).toHaveCount(0)
})
