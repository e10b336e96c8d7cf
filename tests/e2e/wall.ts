// A screen that is a wall already, for walks that look at what it shows.
import type { Browser, Page } from 'playwright/test'
import { type Api, consoleUrl, expect } from './console.ts'

interface WallFacts {
  name: string
  scenes: readonly string[]
  boardIds: readonly number[]
}

/** Opens a screen of 1920 × 1080 and pairs it by its code; `prepare` comes before its page. */
export async function pairedScreen(
  browser: Browser,
  api: Api,
  facts: WallFacts,
  prepare: (screen: Page) => Promise<unknown> = async () => undefined,
): Promise<Page> {
  const { data } = await api.post('user/wall/save', { ...facts, seconds: 10, dimFrom: 0, dimUntil: 0 })
  const screen = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
  await screen.addInitScript(() => localStorage.setItem('lang', 'en'))
  await prepare(screen)
  await screen.goto(`${consoleUrl()}/#/index8`)
  const code = await screen.locator('[data-code]').innerText()
  expect(await api.post('user/wall/pair', { id: data.id, code })).toMatchObject({ code: 0 })
  return screen
}
