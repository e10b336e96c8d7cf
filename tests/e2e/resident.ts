// Somebody who lives in a room of the demo, with the resident page on their phone.
import type { Browser, BrowserContext, Page } from 'playwright/test'
import { type Api, consoleUrl, expect, first } from './console.ts'
import { fresh } from './people.ts'

let counter = 0

/** A mobile number that nobody has. */
export const freshPhone = () => `139${String(Date.now() + ++counter).slice(-8)}`

/** A phone with the resident page, logged in with this number. */
export async function residentPhone(
  browser: Browser,
  phone: string,
  prepare?: (context: BrowserContext) => Promise<void>,
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  await prepare?.(context)
  const page = await context.newPage()
  await page.addInitScript(() => localStorage.setItem('lang', 'en'))
  await page.goto(`${consoleUrl()}/resident`)
  await page.getByLabel('Mobile number').fill(phone)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByLabel('Code')).toBeVisible()
  const codeOf = async () => {
    const answer = await page.request.get(`${consoleUrl()}/api/auth/auth/outbox?phone=${phone}`)
    const { data } = (await answer.json()) as { data: { text: string }[] }
    return /\d{6}/.exec(data[0]?.text ?? '')?.[0] ?? ''
  }
  await expect.poll(codeOf).toMatch(/^\d{6}$/)
  await page.getByLabel('Code').fill(await codeOf())
  await page.getByRole('button', { name: 'Log in' }).click()
  return page
}

/** Moves a new person into a room. */
export async function moveIn(admin: Api, roomId: number): Promise<{ phone: string; name: string }> {
  const [name, phone] = [fresh('Lin '), freshPhone()]
  const resident = await admin.post('user/resident/save', { name, phone })
  expect(resident.code).toBe(0)
  const stay = await admin.post('user/occupancy/save', {
    ...{ roomId, residentId: resident.data.id, role: 'tenant', fromDay: '2025-01-01' },
  })
  expect(stay.code).toBe(0)
  const { id, version } = stay.data
  const approved = await admin.post('user/occupancy/approve', { ids: [id], seen: [{ id, version }] })
  expect(first(approved.data.results as { ok: boolean }[]).ok).toBe(true)
  return { phone, name }
}
