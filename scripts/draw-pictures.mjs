// Draws the pictures of the demo's products into public/demo, from the console's own icons: node scripts/draw-pictures.mjs
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { CHROMIUM_FLAGS, findChromium } from './chromium.mjs'
import { root } from './toolchain.mjs'

const SIZE = 160
const icons = readFileSync(join(root, 'src/ui/icons.tsx'), 'utf8')
const folder = join(root, 'public/demo')

/** Icon and hue of each kind of device. */
const pictures = {
  helmet: ['helmet', 42],
  wristband: ['wristband', 262],
  watch: ['watch', 214],
  'ankle-bracelet': ['ankle', 280],
  locator: ['pin', 190],
  'smoke-detector': ['smoke', 210],
  'fire-button': ['flame', 6],
  'gas-sensor': ['gas', 152],
  'water-pressure': ['water', 200],
  'air-switch': ['bolt', 34],
  breaker: ['bolt', 20],
  camera: ['camera', 224],
  'door-unit': ['door', 176],
  'uwb-station': ['signal', 246],
  'electricity-meter': ['bolt', 52],
  environment: ['thermometer', 130],
  gateway: ['signal', 228],
  dtu: ['flame', 18],
}

/** @param {string} name */
function drawing(name) {
  const found = new RegExp(`^  ${name}:\\s*'([^']+)'`, 'm').exec(icons)
  if (!found?.[1]) throw new Error(`There is no icon ${name}`)
  return found[1]
}

mkdirSync(folder, { recursive: true })
const executablePath = await findChromium()
const browser = await chromium.launch({ args: CHROMIUM_FLAGS, ...(executablePath && { executablePath }) })
const page = await browser.newPage({ viewport: { width: SIZE, height: SIZE } })
for (const [file, [icon, hue]] of Object.entries(pictures)) {
  await page.setContent(
    `<body style="margin:0;background:hsl(${hue} 45% 94%)"><svg width="${SIZE}" height="${SIZE}" viewBox="-6 -6 36 36" ` +
      `fill="none" stroke="hsl(${hue} 55% 34%)" stroke-width="1.1" stroke-linecap="round" stroke-linejoin="round">` +
      `<path d="${drawing(String(icon))}"/></svg></body>`,
  )
  await page.screenshot({ path: join(folder, `${file}.png`) })
}
await browser.close()
