// Gets a Chromium for the tests where none is installed, and says which one is used.
import { existsSync } from 'node:fs'
import { findChromium } from './chromium.mjs'
import { run, say, stop } from './toolchain.mjs'

/** @returns {Promise<string>} path of the program */
export async function ensureChromium() {
  const installed = await findChromium()
  if (installed) {
    say(`Chromium: ${installed}`)
    return installed
  }
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    say('Chromium: none found, installing the Debian package …')
    const quiet = { env: { DEBIAN_FRONTEND: 'noninteractive' } }
    await run('apt-get', ['update', '-qq'], quiet)
    await run(
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'],
      quiet,
    )
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
