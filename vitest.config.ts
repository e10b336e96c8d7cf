// Three kinds of tests by folder and ending: tests of the server, which start one with a database of its own, logic, which
// needs neither, and components in a real browser. Walks and benchmarks run elsewhere.
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { CHROMIUM_FLAGS, findForTests, MEDIA_FLAGS } from './scripts/chromium.mjs'

const macros = () => [lingui(), babel({ presets: [linguiTransformerBabelPreset()] })]
// Where the whole run keeps the count of this part.
const tally = process.env.TALLY_FILE
const executablePath = await findForTests()
// Real brokers, databases and browsers on a machine that others may load: what is waited for may take its time, and a
// second try counts and is named in the result.
const patience = {
  retry: 1,
  testTimeout: 30_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 10_000 } },
}

/** What Playwright runs, and what is measured. */
const ELSEWHERE = ['tests/e2e/**', 'tests/bench/**']
const SERVER = 'tests/server/**'

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
          exclude: [...ELSEWHERE, SERVER],
          // One process for many files; what a file left is cleared away before the next.
          isolate: false,
          setupFiles: ['tests/fresh-start.ts'],
          ...patience,
        },
      },
      {
        // What the server says is held against what the console says, whose words are macros.
        plugins: macros(),
        test: {
          name: 'server',
          environment: 'node',
          include: [`${SERVER}/*.test.ts`],
          // Each file starts a server of its own, which keeps nothing in its modules: they are read once a process.
          isolate: false,
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
          exclude: ELSEWHERE,
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
