// A face from turning the feature on over its enrolment to captures of people and devices, and to its erasure. The engine is a program
// outside of the console, started by the server through the same door as the real one; the pictures are drawn.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from 'playwright/test'
import { hashDeviceSecret } from '../../server/device-secret.ts'
import { drawnFace } from '../fakes/drawn-face.ts'
import type { Drawn } from '../fakes/face-engine.ts'
import { PASSWORD, startServer, type TestServer } from '../server/start.ts'

// Nothing here is done without a network; laying the pages down for it would cost each console a fifth of its time.
test.use({ serviceWorkers: 'block' })

let server: TestServer
test.beforeAll(async () => {
  server = await startServer({
    FACE_ENGINE_DIR: import.meta.dirname,
    FACE_ENGINE_PROGRAM: join(import.meta.dirname, '../fakes/face-engine.ts'),
  })
  // What waits from before would lie over the page.
  await server.sql(async sql => {
    await sql.change(`update alarm set status = 'handled'`)
    await sql.change('delete from card_notice')
    for (const table of ['face_capture', 'face_sample', 'face_library', 'face_picture'])
      await sql.change(`delete from ${table}`)
  })
})
test.afterAll(() => server?.stop())

const storedFaces = () =>
  readdirSync(join(server.app.parts.filesDir, 'faces'), { recursive: true, withFileTypes: true }).filter(
    entry => entry.isFile() && statSync(join(entry.parentPath, entry.name)).size > 0,
  )

/** As a camera at a gate does: a token for its secret, then the bytes. */
async function sendAsDevice(drawn: Drawn, place: string): Promise<void> {
  const secret = 'a secret of a camera'
  const hash = await hashDeviceSecret(secret)
  await server.sql(sql =>
    sql.change('update device set secret_hash = $2 where id = $1', [server.here.deviceId, hash]),
  )
  const { data } = await server.call('/api/user/recorder/token', { body: { imei: server.here.imei, secret } })
  const answer = await fetch(`${server.url}/recorder/captures?place=${encodeURIComponent(place)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${(data as { token: string }).token}`, 'content-type': 'image/png' },
    body: new Uint8Array(await drawnFace(drawn)),
  })
  expect(await answer.json()).toMatchObject({ code: 0 })
}

const picture = async (drawn: Drawn, name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await drawnFace(drawn),
})

async function logIn(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('lang', 'en'))
  await page.goto(`${server.url}/#/login`)
  await page.getByRole('textbox', { name: 'Account' }).fill('admin')
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/login/)
}

const open = (page: Page, path: string) => page.goto(`${server.url}/#${path}`)

test('turned on, enrolled, compared, confirmed, erased', async ({ page }) => {
  await logIn(page)

  await test.step('off until every duty is taken on', async () => {
    await open(page, '/faceList')
    const terms = page.getByRole('region', { name: 'Faces are turned off' })
    const turnOn = terms.getByRole('button', { name: 'Turn faces on' })
    await expect(turnOn).toBeDisabled()
    const duties = terms.getByRole('checkbox')
    await expect(duties).toHaveCount(7)
    for (const duty of await duties.all()) await duty.check()
    await turnOn.click()
    await expect(
      page.getByText('A face engine checks images and compares them on this server.'),
    ).toBeVisible()
  })

  await test.step('a library', async () => {
    await page.getByRole('button', { name: 'Add a library' }).first().click()
    const form = page.getByRole('dialog')
    await form.getByRole('textbox', { name: 'Name' }).fill('Night shift')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('grid').getByText('Night shift')).toBeVisible()
  })

  await test.step('two faces are refused in words, one is told with its quality before it is saved', async () => {
    await open(page, '/FaceEntities?form=new')
    const form = page.getByRole('dialog', { name: 'New: Face sample' })
    await form.getByLabel('Face library').first().click()
    await page.getByRole('option', { name: 'Night shift' }).click()
    const file = form.locator('input[type=file]')
    await file.setInputFiles(await picture({ person: 7, faces: 2 }, 'two.png'))
    await expect(form.getByText('There is more than one face in the image.', { exact: false })).toBeVisible()
    await file.setInputFiles(await picture({ person: 7 }, 'one.png'))
    await expect(form.getByText(/^Quality \d+ of 100, the library takes 50 and more$/)).toBeVisible()
    await expect(form.getByRole('img', { name: 'Image of the face' })).toBeVisible()
    await form.getByRole('textbox', { name: 'Name of the person' }).fill('Ada Chen')
    // A child: the guardian is asked for, and without one nothing is saved.
    const birthday = form.getByLabel('Birthday').first()
    await birthday.fill(`${new Date().getFullYear() - 12}-01-01`)
    await birthday.press('Tab')
    await expect(form.getByRole('textbox', { name: 'Guardian', exact: true })).toBeVisible()
    await birthday.fill('1990-05-01')
    await birthday.press('Tab')
    await expect(form.getByRole('textbox', { name: 'Guardian', exact: true })).toHaveCount(0)
    await form.getByRole('textbox', { name: 'Purpose' }).fill('Gate')
    await form.getByRole('textbox', { name: 'Consent given' }).fill('2026-01-01 08:00')
    const ends = form.getByRole('textbox', { name: 'Consent ends' })
    await ends.fill(`${new Date().getFullYear() + 1}-12-31`)
    await ends.press('Tab')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('grid').getByText('Ada Chen')).toBeVisible()
    // What has become a sample waits no more.
    await expect(page.getByText('one.png')).toHaveCount(0)
  })

  await test.step('a capture is suggested with its score, and a person confirms it', async () => {
    await open(page, '/getFaceList')
    await page.getByRole('button', { name: 'Compare an image' }).click()
    const panel = page.getByRole('region', { name: 'Compare an image' })
    await panel.getByRole('textbox', { name: 'Place' }).fill('East gate')
    await panel.locator('input[type=file]').setInputFiles(await picture({ person: 7, apart: 3 }, 'gate.png'))
    await expect(page.getByText('Similarity 70 of 100')).toBeVisible()
    await expect(page.getByRole('img', { name: 'Captured image' })).toBeVisible()
    await expect(page.getByRole('img', { name: 'Image of Ada Chen' })).toBeVisible()
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(page.getByRole('grid').getByText('Confirmed', { exact: true })).toBeVisible()
    expect(storedFaces()).toHaveLength(2)
  })

  await test.step('a device sends a capture: whoever looks at the list sees it come, and refuses it', async () => {
    await page.getByRole('button', { name: 'Close', exact: true }).first().click()
    await expect(page.getByRole('grid').getByText('Main gate')).toHaveCount(0)
    await sendAsDevice({ person: 7, apart: 4 }, 'Main gate')
    await page.getByRole('grid').getByText('Main gate').click()
    await expect(page.getByText('Similarity 60 of 100')).toBeVisible()
    await page.getByRole('button', { name: 'Refuse', exact: true }).click()
    await expect(page.getByRole('grid').getByText('Refused', { exact: true })).toBeVisible()
  })

  await test.step('erased: gone from the lists, the tables and the storage', async () => {
    await open(page, '/FaceEntities')
    await page.getByRole('grid').getByText('Ada Chen').click()
    await page.getByRole('button', { name: 'More actions' }).last().click()
    await page.getByRole('menuitem', { name: 'Consent withdrawn' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Consent withdrawn' }).click()
    await expect(page.getByText('No face samples yet')).toBeVisible()
    // The capture that was said to show somebody else lives out its days, and knows nobody's name.
    await open(page, '/getFaceList')
    await page.getByRole('grid').getByText('Main gate').click()
    await expect(page.getByText('Ada Chen')).toHaveCount(0)
    await page.getByRole('button', { name: 'Erase for good' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Erase for good' }).click()
    await expect(page.getByText('No face captures')).toBeVisible()
    await expect.poll(() => storedFaces().length).toBe(0)
    const left = await server.sql(sql =>
      sql.first<{ n: number }>(
        `select (select count(*) from face_sample) + (select count(*) from face_picture)
           + (select count(*) from face_capture) + (select count(*) from face_erasure) as n`,
      ),
    )
    expect(left?.n).toBe(0)
  })
})
