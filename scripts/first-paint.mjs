// Lets the console's page paint before anything else has come, and names early what the first screen needs.

/**
 * A file of the build, as far as it is looked at here.
 * @typedef {{
 *   type: string, fileName?: string, facadeModuleId?: string | null, imports?: string[],
 *   viteMetadata?: { importedCss: Set<string> }
 * }} Built
 */

/**
 * The files that a chunk and all it imports at once lie in.
 * @param {Record<string, Pick<Built, 'type' | 'imports'>>} bundle
 * @param {string} file
 * @param {Set<string>} [seen]
 * @returns {Set<string>}
 */
export function filesOf(bundle, file, seen = new Set()) {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const next of bundle[file]?.imports ?? []) filesOf(bundle, next, seen)
  return seen
}

const ENTRY_SHEETS = /<link rel="stylesheet" crossorigin href="([^"]+)">/g
const WORDS = /\/locales\/(\w+)\/messages\.po(\?lingui)?$/

/**
 * The page as it is served.
 * @param {string} page as the build has made it
 * @param {Record<string, Built>} bundle
 * @returns {string}
 */
export function paintAtOnce(page, bundle) {
  const chunks = Object.entries(bundle)
  const [login] =
    chunks.find(([, chunk]) => /src\/routes\/login\.tsx\?/.test(chunk.facadeModuleId ?? '')) ?? []
  const files = login ? [...filesOf(bundle, login)] : []
  /** @type {string[]} */
  const named = page.match(/(?<=(?:src|href)="\/)[^"]+\.(?:js|css)(?=")/g) ?? []
  const sheets = new Set(files.flatMap(file => [...(bundle[file]?.viteMetadata?.importedCss ?? [])]))
  const links = [
    ...files.map(file => ({ file, link: `<link rel="modulepreload" crossorigin href="/${file}">` })),
    ...[...sheets].map(file => ({
      file,
      link: `<link rel="preload" as="style" crossorigin href="/${file}">`,
    })),
  ]
    .filter(({ file }) => !named.includes(file))
    .map(({ link }) => link)
  const words = chunks.flatMap(([file, { facadeModuleId }]) => {
    const [, language, rest] = WORDS.exec(facadeModuleId ?? '') ?? []
    return language ? [{ word: `${language}=/${file}`, rest }] : []
  })
  /** @param {boolean} ofRest */
  const wordsOf = ofRest =>
    words
      .filter(({ rest }) => Boolean(rest) === ofRest)
      .map(({ word }) => word)
      .join(' ')
  return (
    page
      // For print they hold up no paint, and keep their places before all other sheets; the start lays them on.
      .replace(
        ENTRY_SHEETS,
        (_, href) =>
          `<link rel="preload" as="style" crossorigin href="${href}">\n` +
          `    <link rel="stylesheet" crossorigin href="${href}" media="print" data-entry>`,
      )
      // Which language it will be is known on the device only.
      .replace('src="/first.js"', own => `${own} data-words="${wordsOf(false)}" data-rest="${wordsOf(true)}"`)
      .replace('</head>', () => `  ${links.join('\n    ')}\n  </head>`)
  )
}

/**
 * A plugin of the build for the page of the console.
 * @returns {import('vite').Plugin}
 */
export function firstPaint() {
  return {
    name: 'gatehouse-first-paint',
    transformIndexHtml: {
      order: 'post',
      handler: (page, { bundle, filename }) =>
        bundle && filename.endsWith('/index.html') ? paintAtOnce(page, bundle) : undefined,
    },
  }
}
