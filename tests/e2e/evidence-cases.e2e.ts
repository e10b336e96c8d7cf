// From a case to a stranger: an alarm and a file are held, sealed and handed over, and one file opened from a disk verifies it.
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { Api, expect, first, test } from './console.ts'

let admin: Api
test.beforeAll(async () => {
  admin = await Api.logIn('admin')
})
test.use({ serviceWorkers: 'block' })

interface Listed {
  list: { id: number; name: string; title: string }[]
}

test('an alarm and a file are held, sealed, handed over and verified from a disk', async ({
  consoles,
  browser,
}, info) => {
  const number = `E-${Date.now().toString(36)}`
  const { data: made } = await admin.post('user/evidenceCase/save', { number, title: 'Gate' })
  const { data: alarms } = await admin.get<Listed>('message/alarm/page', { size: 1 })
  await admin.post('user/evidenceCase/hold', { id: made.id, kind: 'alarm', subjectId: first(alarms.list).id })

  const desk = await consoles.open({ as: admin, at: `/evidenceCases?open=${made.id}` })
  const panel = desk.getByRole('complementary', { name: 'Gate' })
  await expect(panel.getByText('Hold something')).toBeVisible()
  // What was held a moment ago may still be arriving, and closes what is open.
  await expect(async () => {
    await panel.getByRole('combobox', { name: 'Kind of evidence' }).click()
    await desk.getByRole('option', { name: 'File' }).click({ timeout: 2_000 })
  }).toPass()
  await panel.getByRole('combobox', { name: 'File', exact: true }).click()
  await desk.getByRole('option').first().click()
  await panel.getByRole('button', { name: 'Hold as evidence' }).click()
  await expect(panel.getByText('Item held')).toHaveCount(2)
  await panel.getByRole('button', { name: 'Seal the case' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Seal the case' }).click()
  await panel.getByRole('button', { name: 'Choose what is withheld' }).click()
  await panel.getByRole('checkbox', { name: /\/alarm\/deviceName/ }).check()
  await panel.getByRole('button', { name: 'Make an archive, 1 withheld' }).click()
  const coming = desk.waitForEvent('download')
  await panel.getByRole('button', { name: 'Download', exact: true }).click()
  const archive = info.outputPath('case.zip')
  await (await coming).saveAs(archive)
  const tool = desk.waitForEvent('download')
  await panel.getByRole('link', { name: 'Download the verifier' }).click()
  const verifier = info.outputPath('verifier.html')
  await (await tool).saveAs(verifier)
  const { data: published } = await admin.get<{ fingerprint: string }>('user/evidenceCase/key', {})
  const { fingerprint } = published
  await expect(panel.getByText(fingerprint)).toBeVisible()

  // Whoever gets it has this page and the archive, and nothing else.
  const stranger = await browser.newContext({ offline: true, locale: 'en-US' })
  const page = await stranger.newPage()
  await page.goto(pathToFileURL(verifier).href)
  const choose = (path: string) => page.getByLabel('Archive (ZIP)').setInputFiles(path)
  await page.getByLabel(/Fingerprint of the publisher/).fill(fingerprint)
  await choose(archive)
  await expect(page.getByText('It holds: nothing was changed')).toBeVisible()
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ar')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.getByRole('combobox').selectOption('en')
  await expect(page.getByText('1 Alarm: holds')).toBeVisible()
  await expect(page.getByText('2 File: holds')).toBeVisible()
  const flipped = info.outputPath('flipped.zip')
  await copyFile(archive, flipped)
  const bytes = await readFile(flipped)
  const at = bytes.indexOf('items/0001.json', bytes.indexOf('"custody"')) + 60
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
  await writeFile(flipped, bytes)
  await choose(flipped)
  await expect(page.getByText('Refused: this is not what was sealed')).toBeVisible()
  await stranger.close()
})

test('an alarm is held with one tap on its page, and once more in a case that is open', async ({
  consoles,
}) => {
  const { data: alarms } = await admin.get<Listed>('message/alarm/page', { size: 1 })
  const { id } = first(alarms.list)
  const desk = await consoles.open({ as: admin, at: `/AlarmHistory?alarm=${id}` })
  await desk.getByRole('button', { name: 'Hold as evidence' }).click()
  await expect(desk.getByText(`Held as evidence in case A-${id}`)).toBeVisible()
  await desk.getByRole('button', { name: 'Hold in an open case' }).click()
  await desk
    .getByRole('menuitem', { name: new RegExp(`A-${id}`) })
    .first()
    .click()
  await desk.goto(`${new URL(desk.url()).origin}/#/evidenceCases`)
  await expect(desk.getByRole('row', { name: new RegExp(`A-${id}`) }).first()).toBeVisible()
})
