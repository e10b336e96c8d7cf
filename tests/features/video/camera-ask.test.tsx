// The form of a camera asks it over ONVIF which pictures it has, and takes their addresses over.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cameraView } from '../../../src/features/video/camera.view.tsx'
import { configureHttp } from '../../../src/platform/http.ts'
import { endSession } from '../../../src/platform/session-store.ts'
import { ListPage } from '../../../src/resource/list-page.tsx'
import '../../../src/resource/later-error-words.ts'
import { renderScreen } from '../../resource/render-screen.tsx'

const profile = (name: string, codec: string, width: number) => ({
  ...{ name, codec, width, height: 360 },
  address: `rtsp://10.0.0.9:554/${name}`,
})

let asked: unknown[]
let reply: object

const server: typeof fetch = async (input, init) => {
  const { pathname } = new URL(String(input), location.href)
  const answer = (body: object) =>
    new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } })
  if (pathname.endsWith('/camera/ask')) {
    asked.push(JSON.parse(String(init?.body)))
    return answer(reply)
  }
  if (pathname.endsWith('/page')) return answer({ code: 0, data: { list: [], total: 0 } })
  return answer({ code: 0, data: {} })
}

beforeEach(async () => {
  await page.viewport(1440, 900)
  localStorage.clear()
  asked = []
  reply = {
    code: 0,
    data: {
      maker: 'Maker',
      model: 'M 1',
      canMove: true,
      profiles: [profile('main', 'H264', 1920), profile('sub', 'H264', 640), profile('best', 'H265', 2560)],
    },
  }
  configureHttp({ fetch: server, token: () => 't' })
})
afterEach(() => endSession('logout'))

const form = page.getByRole('dialog')
const button = form.getByRole('button', { name: 'Ask the camera for its addresses' })

test('asked with what stands in the form, it names its pictures, and their addresses are taken over', async () => {
  await renderScreen(<ListPage view={cameraView} />, { address: '/?form=new' })
  await expect.element(button).toBeDisabled()
  await form.getByLabelText('User name at the camera').fill('viewer')
  await form.getByLabelText('Password at the camera').fill('sesame')
  await form.getByLabelText('ONVIF address').fill('http://10.0.0.9/onvif/device_service')
  await button.click()
  await expect.element(form.getByText('Maker M 1', { exact: false })).toBeVisible()
  expect(asked).toEqual([
    { onvifAddress: 'http://10.0.0.9/onvif/device_service', username: 'viewer', password: 'sesame' },
  ])
  await form.getByRole('button', { name: 'Use as the picture: main' }).click()
  await form.getByRole('button', { name: 'Use as the small picture: sub' }).click()
  await expect
    .element(form.getByRole('textbox', { name: /^Address of the picture/ }))
    .toHaveValue('rtsp://10.0.0.9:554/main')
  await expect
    .element(form.getByRole('textbox', { name: /^Address of the small picture/ }))
    .toHaveValue('rtsp://10.0.0.9:554/sub')
  await expect
    .element(form.getByRole('button', { name: 'Use as the picture: main' }))
    .toHaveAttribute('aria-pressed', 'true')
  // What browsers cannot show is offered for nothing.
  expect(form.getByRole('button', { name: 'Use as the picture: best' }).query()).toBeNull()
  await expect.element(form.getByText('Browsers cannot show this one.', { exact: false })).toBeVisible()
})

test('why it did not answer is said, and goes with another address', async () => {
  reply = { code: 1400, id: 'camera.account', msg: 'refused' }
  await renderScreen(<ListPage view={cameraView} />, { address: '/?form=new' })
  await form.getByLabelText('ONVIF address').fill('http://10.0.0.9/onvif/device_service')
  await button.click()
  const why = form.getByText('The camera refuses the account.', { exact: false })
  await expect.element(why).toBeVisible()
  await form.getByLabelText('ONVIF address').fill('http://10.0.0.8/onvif/device_service')
  await expect.poll(() => why.query()).toBeNull()
})

test('who sends by itself is not asked', async () => {
  await renderScreen(<ListPage view={cameraView} />, { address: '/?form=new' })
  await expect.element(button).toBeVisible()
  await form.getByRole('combobox', { name: 'Source' }).or(form.getByLabelText('Source')).first().click()
  await page.getByRole('option', { name: 'Sends by itself (WHIP)' }).click()
  await expect.poll(() => button.query()).toBeNull()
})
