// Draws the PNG icons of public/icons from public/favicon.svg. Run by hand when the mark changes.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { CHROMIUM_FLAGS, findChromium } from './chromium.mjs'

const publicFolder = fileURLToPath(new URL('../public/', import.meta.url))
const mark = readFileSync(`${publicFolder}favicon.svg`, 'utf8')

// A maskable icon is cropped to a circle of 80 %: the mark stays inside it, on a full ground.
const ICONS = [
  { file: 'icon-192.png', pixels: 192, share: 1, ground: 'transparent' },
  { file: 'icon-512.png', pixels: 512, share: 1, ground: 'transparent' },
  { file: 'maskable-192.png', pixels: 192, share: 0.62, ground: '#081221' },
  { file: 'maskable-512.png', pixels: 512, share: 0.62, ground: '#081221' },
]

const browser = await chromium.launch({ args: CHROMIUM_FLAGS, executablePath: await findChromium() })
for (const { file, pixels, share, ground } of ICONS) {
  const page = await browser.newPage({ viewport: { width: pixels, height: pixels } })
  await page.setContent(
    `<style>body{margin:0;height:100vh;display:grid;place-items:center;background:${ground}}svg{width:${share * 100}vw}</style>${mark}`,
  )
  await page.screenshot({ path: `${publicFolder}icons/${file}`, omitBackground: true })
  await page.close()
}
await browser.close()
