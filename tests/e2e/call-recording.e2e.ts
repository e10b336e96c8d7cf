// Two colleagues speak; one records it once the other has agreed, and the recording is found in the list and played.
import { type Browser, expect, type Page, test } from 'playwright/test'
import { insert, PASSWORD, startServer, type TestServer } from '../server/start.ts'
import { findings } from './axe.ts'

let server: TestServer
let boId: number

test.beforeAll(async () => {
  server = await startServer()
  boId = await server.sql(async sql => {
    // What waits from before would lie over the page.
    await sql.change(`update alarm set status = 'handled'`)
    await sql.change('delete from card_notice')
    await sql.change('delete from recording')
    await sql.change(`update account set name = '林 Ada' where username = 'admin'`)
    const admin = await sql.first<{ hash: string }>(
      `select password_hash as hash from account where username = 'admin'`,
    )
    const { tenantId } = server.here
    const made = await insert(sql, 'account', {
      tenant_id: tenantId,
      username: 'bo',
      name: '柏 Bo',
      password_hash: admin?.hash,
    })
    await sql.query(
      `insert into account_role (tenant_id, account_id, role_id) select $1, $2, id from role where tenant_id = $1 and name = '值班人员'`,
      [tenantId, made],
    )
    return made
  })
})
test.afterAll(() => server?.stop())

async function logIn(
  browser: Browser,
  name: string,
  viewport: { width: number; height: number },
): Promise<Page> {
  const context = await browser.newContext({ viewport, permissions: ['microphone', 'camera'] })
  const page = await context.newPage()
  await page.addInitScript(() => localStorage.setItem('lang', 'en'))
  await page.goto(`${server.url}/#/login`)
  await page.getByRole('textbox', { name: 'Account' }).fill(name)
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/login/)
  return page
}
const open = (page: Page, path: string) => page.goto(`${server.url}/#${path}`)
const talking = (page: Page) => expect(page.locator('[data-state="talking"]')).toBeVisible()

test('a call is recorded once the other has agreed, and played from the list', async ({ browser }) => {
  test.slow()
  const ada = await logIn(browser, 'admin', { width: 1280, height: 800 })
  const bo = await logIn(browser, 'bo', { width: 390, height: 844 })
  // Decided on the page of recordings, by whoever may.
  await open(ada, '/VCRList')
  await ada.getByText('The other end must agree', { exact: true }).click()
  await expect(ada.getByText('Decided by')).toBeVisible()
  expect(await findings(ada)).toEqual([])

  await open(ada, '/callPhone')
  await expect
    .poll(async () => server.app.parts.lines.connectedPeople().has(boId), { timeout: 20_000 })
    .toBe(true)
  await ada.getByRole('searchbox').fill('Bo')
  await ada.getByRole('button', { name: /柏 Bo/ }).click()
  await bo.getByRole('button', { name: /^Answer/ }).click()
  await talking(ada)
  await talking(bo)
  await ada.getByRole('button', { name: /^Record/ }).click()
  await expect(ada.getByText('The other end is asked whether this call may be recorded.')).toBeVisible()
  await expect(bo.getByText('May your voice and your picture go into it?')).toBeVisible()
  expect(await findings(bo)).toEqual([])
  await bo.getByRole('button', { name: 'I agree' }).click()
  await expect(ada.getByText('You are recording this call.')).toBeVisible()
  await expect(bo.getByText('This call is being recorded.')).toBeVisible()
  expect(await findings(ada)).toEqual([])
  // So long is what is looked at below.
  await ada.waitForTimeout(5_000)
  await bo.getByRole('button', { name: 'Hang up' }).click()
  await expect(ada.getByText('柏 Bo has hung up')).toBeVisible()

  await expect
    .poll(
      async () =>
        (await server.sql(sql => sql.first<{ state: string }>('select state from recording')))?.state,
      { timeout: 60_000 },
    )
    .toBe('ready')
  await open(ada, '/VCRList')
  const row = ada.getByRole('row', { name: /林 Ada – 柏 Bo/ })
  await expect(row).toContainText('Intercom call')
  await expect(row).toContainText('Ready')
  await row.click()
  await ada.getByRole('button', { name: 'Play', exact: true }).click()
  const pictures = ada.getByRole('list', { name: 'Recorded pictures' })
  for (const name of ['林 Ada', '柏 Bo']) await expect(pictures.getByRole('listitem', { name })).toBeVisible()
  await ada.getByRole('button', { name: 'Play', exact: true }).click()
  // A picture that runs, not a count of pictures: a machine with much to do records one in a second.
  const running = () =>
    ada.evaluate(
      () =>
        [...document.querySelectorAll('video')].filter(
          one =>
            one.error === null &&
            one.videoWidth > 0 &&
            one.currentTime > 1 &&
            one.getVideoPlaybackQuality().totalVideoFrames > 0,
        ).length,
    )
  await expect.poll(running, { timeout: 60_000 }).toBe(2)
  const tracks = await server.sql(sql =>
    sql.query<{ kind: string; ms: number }>('select kind, duration_ms::int as ms from recording_track'),
  )
  expect(tracks.map(({ kind }) => kind).sort()).toEqual(['audio', 'audio', 'video', 'video'])
  // No end was lost: what was said until one hung up is there.
  for (const { ms } of tracks) expect(ms).toBeGreaterThan(4_000)
})
