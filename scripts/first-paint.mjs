// Names early, in the console's page, what the first screen needs besides its entry.

/**
 * The files that a chunk and all it imports at once lie in.
 * @param {Record<string, { type: string, imports?: string[] }>} bundle
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

/**
 * A plugin of the build for the page of the console.
 * @returns {import('vite').Plugin}
 */
export function firstPaint() {
  return {
    name: 'gatehouse-first-paint',
    transformIndexHtml: {
      order: 'post',
      handler(page, { bundle, filename }) {
        if (!bundle || !filename.endsWith('/index.html')) return undefined
        const login = Object.values(bundle).find(
          chunk => chunk.type === 'chunk' && /src\/routes\/login\.tsx\?/.test(chunk.facadeModuleId ?? ''),
        )
        /** @type {string[]} */
        const named = page.match(/(?<=(?:src|href)="\/)[^"]+\.js(?=")/g) ?? []
        const files = login ? [...filesOf(bundle, login.fileName)].filter(file => !named.includes(file)) : []
        const links = files
          .map(file => `<link rel="modulepreload" crossorigin href="/${file}">`)
          .join('\n    ')
        return page.replace('</head>', () => `  ${links}\n  </head>`)
      },
    },
  }
}
