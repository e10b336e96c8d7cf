// A key is made and opens the API; a webhook is made, tried out, and what became of the test is found in its messages.
import { Api, consoleUrl, expect, test } from './console.ts'

test.use({ serviceWorkers: 'block' })

test('a key is made, shown once, opens what it may, and is revoked', async ({ consoles }) => {
  const name = `Key ${Date.now()}`
  const desk = await consoles.open({ as: 'admin', at: '/apiKeys' })
  await desk.getByRole('button', { name: 'Add API key' }).first().click()
  await desk.getByRole('textbox', { name: 'Name' }).fill(name)
  await desk.getByRole('button', { name: 'Save' }).click()
  await desk.getByText(name).click()
  await desk.getByRole('button', { name: 'Make the secret' }).click()
  const dialog = desk.getByRole('dialog', { name: 'API key' })
  const secret = /gatehouse_[\w-]+/.exec(await dialog.innerText())?.[0] ?? ''
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  const ask = async (path: string) => {
    const answer = await fetch(`${consoleUrl()}/api/${path}`, {
      headers: { authorization: `Bearer ${secret}` },
    })
    return answer.json()
  }
  expect(await ask('device/device/page')).toMatchObject({ code: 0 })
  expect(await ask('user/user/page')).toMatchObject({ id: 'forbidden' })
  const api = await Api.logIn('admin')
  const { data } = await api.get('user/apiKey/page', { name })
  await api.post('user/apiKey/revoke', { ids: data.list.map(({ id }: { id: number }) => id) })
  expect(await ask('device/device/page')).toMatchObject({ id: 'session.ended' })
})

test('a webhook is tried out, and what became of it is told', async ({ consoles }) => {
  const name = `Hook ${Date.now()}`
  const api = await Api.logIn('admin')
  await api.post('user/webhook/save', {
    ...{ name, address: 'https://receiver.invalid/hook', kinds: ['call.missed'] },
  })
  const desk = await consoles.open({ as: 'admin', at: '/webhooks' })
  await desk.getByText(name).click()
  await desk.getByRole('button', { name: 'Make the secret' }).click()
  await desk.getByRole('button', { name: 'I have copied it' }).click()
  await desk.getByRole('button', { name: 'Send a test' }).click()
  await expect(
    desk.getByText(/The name of the receiver was not found|could not be reached/).first(),
  ).toBeVisible({
    timeout: 20_000,
  })
})
