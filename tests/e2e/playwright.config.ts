// End-to-end tests: real consoles, an installed Chromium, three files at a time (two cores are the yardstick).
import { defineConfig } from 'playwright/test'
import { CHROMIUM_FLAGS, findChromium, findForTests, MEDIA_FLAGS } from '../../scripts/chromium.mjs'

const launch = (executablePath: string | undefined) => ({
  args: [...CHROMIUM_FLAGS, ...MEDIA_FLAGS],
  ...(executablePath && { executablePath }),
})

/** Walks with picture and sound: two of them at once would be more than two cores can encode and decode in time. */
const CALLS =
  /\/(alarms|call-recording|cameras|conference|direct-call|door-[\w-]+|doors|evidence|recordings|room-helmets)\.e2e\.ts$/

/** The headless browser shows no notifications. */
const WHOLE = /\/push\.e2e\.ts$/

export default defineConfig({
  testDir: '.',
  globalSetup: './prepared-console.ts',
  projects: [
    { name: 'calls', testMatch: CALLS, workers: 1 },
    { name: 'others', testMatch: '*.e2e.ts', testIgnore: [CALLS, WHOLE] },
    { name: 'whole browser', testMatch: WHOLE, use: { launchOptions: launch(await findChromium()) } },
  ],
  outputDir: '../../.tmp/e2e',
  // A walk waits a third of its time: for a device, for a door, for 20 s of silence. Each of the three has a console with
  // data of its own; one that runs already is walked by one.
  workers: process.env.CONSOLE_URL ? 1 : 3,
  // Real media and a real broker on a machine that others may load: a second try counts, and is named in the result.
  retries: 1,
  // What ends these waits is what is waited for: a machine that others load may take several times as long as a free one.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    locale: 'en-GB',
    timezoneId: 'Asia/Shanghai',
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: launch(await findForTests()),
  },
})
