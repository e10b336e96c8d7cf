// The door unit's page is an application of its own: put on a tablet's screen, it opens as a door, not as the console.

const PAGE = 'door.html'
const FILE = 'door.webmanifest'

const manifest = {
  name: 'Gatehouse door unit',
  short_name: 'Door unit',
  start_url: '/door',
  scope: '/door',
  display: 'fullscreen',
  background_color: '#081221',
  theme_color: '#081221',
  icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
}

/**
 * A plugin of the build; behind the one that gives every page the console's manifest.
 * @returns {import('vite').Plugin}
 */
export function doorManifest() {
  return {
    name: 'door-manifest',
    enforce: /** @type {const} */ ('post'),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle[PAGE]
        if (page?.type === 'asset')
          page.source = String(page.source).replace('/manifest.webmanifest', `/${FILE}`)
        this.emitFile({ type: 'asset', fileName: FILE, source: JSON.stringify(manifest) })
      },
    },
  }
}
