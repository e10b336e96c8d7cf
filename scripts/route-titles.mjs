// Writes the names of all pages as messages of the catalogues: `src/app/route-titles.gen.ts`, from the pages of the domain.
import { writeFileSync } from 'node:fs'
import { routeFacts } from '../src/domain/navigation/pages.ts'

/** @param {string} text */
const quoted = text => (text.includes("'") ? JSON.stringify(text) : `'${text}'`)

/** The file as it must be. */
export const routeTitles =
  () => `// Made by scripts/route-titles.mjs: the name of every page in the console's own words, for languages in which the server has none.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const routeTitles: Readonly<Record<string, MessageDescriptor>> = {
${routeFacts
  .map(
    ({ path, titleEn, titleContext = 'page' }) =>
      `  ${quoted(path)}: msg({ context: ${quoted(titleContext)}, message: ${quoted(titleEn)} }),`,
  )
  .join('\n')}
}
`

if (process.argv[1] === import.meta.filename)
  writeFileSync(new URL('../src/app/route-titles.gen.ts', import.meta.url), routeTitles())
