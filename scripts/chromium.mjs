// Finds an installed Chromium for component tests, end-to-end tests and benchmarks.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Flags under which Debian's Chromium runs quietly in a container. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Calls in tests: a camera and a microphone that are pretended and granted, and lines that stay on this machine. */
export const MEDIA_FLAGS = [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  '--allow-loopback-in-peer-connection',
]

/** The same engine without a window or a profile: contexts and pages of it cost a third. */
const HEADLESS = ['chromium-headless-shell']
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** @param {string[]} names */
function onPath(names) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
  for (const name of names) {
    const found = folders.map(folder => join(folder, name)).find(path => existsSync(path))
    if (found) return found
  }
  return undefined
}

function named() {
  const path = process.env.CHROMIUM_PATH
  if (path && !existsSync(path)) throw new Error(`CHROMIUM_PATH names ${path}, and there is no such file`)
  return path || undefined
}

/** The headless Chromium, or nothing. CHROMIUM_PATH wins, whatever it names. */
export const findHeadless = () => named() ?? onPath(HEADLESS)

/**
 * The path of a Chromium, or nothing. CHROMIUM_PATH wins, then the system's, then Playwright's own.
 * @returns {Promise<string | undefined>}
 */
export async function findChromium() {
  const found = named() ?? onPath(NAMES)
  if (found) return found
  if (existsSync(MAC_CHROME)) return MAC_CHROME
  const { chromium } = await import('playwright')
  const own = chromium.executablePath()
  return existsSync(own) ? own : undefined
}

/** What tests run in: the headless one where there is one. */
export const findForTests = async () => findHeadless() ?? (await findChromium())
