// The pages of door units and residents are applications of their own: put on a screen, each opens as itself, not as the console.

const icons = [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }]

const door = {
  name: 'Gatehouse door unit',
  short_name: 'Door unit',
  start_url: '/door',
  scope: '/door',
  display: 'fullscreen',
  background_color: '#081221',
  theme_color: '#081221',
  icons,
}

const resident = {
  name: 'Gatehouse residents',
  short_name: 'My home',
  start_url: '/resident',
  scope: '/resident',
  display: 'standalone',
  background_color: '#f6f8fb',
  theme_color: '#f6f8fb',
  icons,
}

/** @type {Record<string, object>} */
const manifests = { door, resident }

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
        for (const [name, manifest] of Object.entries(manifests)) {
          const file = `${name}.webmanifest`
          const page = bundle[`${name}.html`]
          if (page?.type === 'asset')
            page.source = String(page.source).replace('/manifest.webmanifest', `/${file}`)
          this.emitFile({ type: 'asset', fileName: file, source: JSON.stringify(manifest) })
        }
      },
    },
  }
}
