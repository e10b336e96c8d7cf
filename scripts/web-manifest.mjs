// The web app manifest: name, icons, shortcuts and screenshots of the installed console.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const shot = (/** @type {string} */ name) =>
  fileURLToPath(new URL(`../public/screenshots/${name}`, import.meta.url))

const screenshots = [
  {
    file: 'wide.png',
    sizes: '1280x800',
    form_factor: /** @type {const} */ ('wide'),
    label: 'The fleet on a desktop',
  },
  {
    file: 'narrow.png',
    sizes: '390x844',
    form_factor: /** @type {const} */ ('narrow'),
    label: 'The fleet on a phone',
  },
]

const shortcut = (/** @type {string} */ name, /** @type {string} */ path) => ({
  name,
  url: `/#${path}`,
  icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
})

/** What the browser reads to install the console. */
export const webManifest = {
  id: '/',
  name: 'Gatehouse',
  short_name: 'Gatehouse',
  description: 'Console for connected safety devices and emergencies',
  start_url: '/',
  scope: '/',
  display: /** @type {const} */ ('standalone'),
  orientation: /** @type {const} */ ('any'),
  background_color: '#081221',
  theme_color: '#081221',
  categories: ['business', 'security'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  ],
  shortcuts: [shortcut('Devices', '/DeviceList'), shortcut('Alarms', '/AlarmHistory')],
  // A manifest that names a missing picture is refused by the browser's install check.
  screenshots: screenshots
    .filter(({ file }) => existsSync(shot(file)))
    .map(({ file, ...rest }) => ({ src: `/screenshots/${file}`, type: 'image/png', ...rest })),
}
