// Two kinds of tests: logic in Node, components in a real browser. End-to-end tests and benchmarks run elsewhere.
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { CHROMIUM_FLAGS, findChromium, MEDIA_FLAGS } from './scripts/chromium.mjs'

const macros = () => [lingui(), babel({ presets: [linguiTransformerBabelPreset()] })]
// Where the whole run keeps the count of this part.
const tally = process.env.TALLY_FILE
const executablePath = await findChromium()
// Real brokers, databases and browsers on a machine that others may load: what is waited for may take its time, and a
// second try counts and is named in the result.
const patience = {
  retry: 1,
  testTimeout: 30_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 10_000 } },
}

export default defineConfig({
  test: {
    ...(tally && { reporters: ['default', ['./scripts/tally-reporter.mjs', { file: tally }]] }),
    projects: [
      {
        plugins: macros(),
        test: {
          name: 'logic',
          environment: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/e2e/**', 'tests/bench/**'],
          setupFiles: ['tests/server/no-second-connection.ts'],
          ...patience,
        },
      },
      {
        plugins: [react(), ...macros()],
        // What is found only while tests run is built then, and the page of the test that runs is loaded anew.
        optimizeDeps: { entries: ['tests/**/*.test.tsx'], include: ['react-dom/client'] },
        test: {
          name: 'browser',
          include: ['tests/**/*.test.tsx'],
          exclude: ['tests/e2e/**', 'tests/bench/**'],
          ...patience,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                args: [...CHROMIUM_FLAGS, ...MEDIA_FLAGS],
                ...(executablePath && { executablePath }),
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
