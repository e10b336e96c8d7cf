// Gets a Chromium for tests and benchmarks where none is installed, and says which one is used.
import { existsSync } from 'node:fs'
import { findChromium, findHeadless } from './chromium.mjs'
import { run, say, stop } from './toolchain.mjs'

const installs = () => process.getuid?.() === 0 && existsSync('/etc/debian_version')

/** @param {string[]} packages */
async function install(...packages) {
  const quiet = { env: { DEBIAN_FRONTEND: 'noninteractive' } }
  await run('apt-get', ['update', '-qq'], quiet)
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet)
}

/** @returns {Promise<string>} path of the program */
export async function ensureChromium() {
  const installed = await findChromium()
  if (installed) {
    say(`Chromium: ${installed}`)
    return installed
  }
  if (installs()) {
    say('Chromium: none found, installing the Debian package …')
    await install('chromium', 'fonts-noto-cjk')
  } else {
    say('Chromium: none found, fetching Playwright’s …')
    await run('npx', ['playwright', 'install', 'chromium'], { shell: process.platform === 'win32' })
  }
  const got = await findChromium()
  if (got) {
    say(`Chromium: ${got}`)
    return got
  }
  return stop('No Chromium could be found or installed. Install Chromium or Chrome, or set CHROMIUM_PATH.')
}

/** What tests run in: the headless one, in a third of the time, and the whole one for what only that can. */
export async function ensureForTests() {
  await ensureChromium()
  if (!findHeadless() && installs()) {
    say('Chromium: no headless one found, installing the Debian package …')
    await install('chromium-headless-shell')
  }
  say(`Headless: ${findHeadless() ?? 'the same'}`)
}
