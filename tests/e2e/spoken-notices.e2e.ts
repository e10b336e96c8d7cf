// Who is connected, and what is said aloud: two colleagues, a door unit, one voice among two tabs.
import type { Page } from 'playwright/test'
import { Api, expect, live, test } from './console.ts'
import { connectDevice, freeDevice } from './device.ts'
import { fresh, logIn, makeOfficer } from './people.ts'

let admin: Api
test.beforeAll(async () => {
  admin = await Api.logIn('admin')
})

async function openPanel(page: Page) {
  await live(page)
  await page.getByText('Live', { exact: true }).click()
  return page.getByRole('dialog').filter({ hasText: 'Read notices aloud' })
}

test('colleagues and rooms come and go in the panel of the live state', async ({ consoles }) => {
  const [mine, other] = [fresh('Ada '), fresh('Bo ')]
  const one = await consoles.open({ as: await logIn(await makeOfficer(admin, mine)) })
  const panel = await openPanel(one)
  await expect(panel.getByText(/colleague/)).toBeVisible()
  const two = await consoles.open({ as: await logIn(await makeOfficer(admin, other)) })
  await expect(panel.getByText(other)).toBeVisible()
  await expect(panel.getByText(mine)).toHaveCount(0)
  await two.close()
  await expect(panel.getByText(other)).toHaveCount(0)

  const { imei, building, unit } = await freeDevice(admin, { kind: 'doorUnit' })
  const digits = `${building}${unit}`.replace(/\D/g, '')
  const door = await connectDevice(imei)
  const room = panel.getByText(`Room ${digits || '000000'}`)
  await expect(room).toBeVisible()
  const page = await consoles.open({ as: 'admin', at: `/DeviceDtail?imei=${imei}` })
  await expect(page.getByText('Room client online')).toBeVisible()
  await door.leaves()
  await expect(page.getByText('Room client offline')).toBeVisible()
})

test('a text is said in one tab of each browser, shown to all, and stands in the message centre', async ({
  consoles,
}) => {
  const [mine, text] = [fresh('Cleo '), `请到东门集合${fresh('')}`]
  const speaker = await consoles.open({ as: await logIn(await makeOfficer(admin, mine)) })
  const hearer = await consoles.open({ as: await logIn(await makeOfficer(admin)) })
  // A voice that writes down what it would say: the machine of a test has none.
  await hearer.context().addInitScript(() => {
    const said: unknown[] = []
    Object.assign(window, { said })
    speechSynthesis.getVoices = () => [{ lang: 'zh-CN' } as SpeechSynthesisVoice]
    Object.defineProperty(SpeechSynthesisUtterance.prototype, 'voice', { set() {} })
    speechSynthesis.speak = utterance => {
      said.push([
        utterance.text,
        utterance.lang,
        utterance.volume.toFixed(1),
        utterance.rate,
        utterance.pitch,
      ])
    }
  })
  await hearer.reload()
  const tab = await consoles.tab(hearer, '/DeviceList')
  for (const page of [hearer, tab]) {
    await live(page)
    await page.mouse.click(700, 700)
  }
  const panel = await openPanel(tab)
  await expect(panel.getByText('Spoken in Chinese, in one tab of this browser.')).toBeVisible()

  await (await openPanel(speaker)).getByRole('button', { name: 'Speak a notice' }).click()
  await speaker.getByRole('textbox', { name: 'Text' }).fill(text)
  await speaker.getByRole('button', { name: 'Speak the notice' }).click()
  // It stands for ten seconds, and the speaker is told at the same time.
  await Promise.all([
    expect(speaker.getByText(/Spoken on the consoles? of/)).toBeVisible(),
    ...[hearer, tab].map(page =>
      expect(page.getByRole('listitem').filter({ hasText: text })).toContainText(mine),
    ),
  ])
  const said = async (page: Page) => page.evaluate(() => Reflect.get(window, 'said') as unknown[])
  await expect
    .poll(async () => [...(await said(hearer)), ...(await said(tab))])
    .toEqual([[text, 'zh-CN', '0.6', 2, 1]])
  await expect(tab.getByRole('listitem').filter({ hasText: text })).toHaveCount(0)

  await hearer.goto(hearer.url().replace(/#.*/, '#/newPage1'))
  await expect(hearer.getByText(text).first()).toBeVisible()
})
