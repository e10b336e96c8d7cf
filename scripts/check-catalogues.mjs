// Fails when a message of the sources is not in the catalogues, is there without a translation, or with one that was made
// from an older English.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findNode, root, run, say } from './toolchain.mjs'
import { unmarkedOrOld } from './translated-from.mjs'

/** @param {string} folder */
function messagesIn(folder) {
  return new Map(
    readdirSync(folder).map(locale => {
      const text = readFileSync(join(folder, locale, 'messages.po'), 'utf8')
      return [
        locale,
        [...text.matchAll(/^msgid ((?:".*"\s*)+)/gm)]
          .map(match => match[1]?.trim() ?? '')
          .filter(id => id !== '""'),
      ]
    }),
  )
}

const original = join(root, 'locales')
const scratch = mkdtempSync(join(tmpdir(), 'gatehouse-locales-'))
const lingui = join(root, 'node_modules', '@lingui', 'cli', 'dist', 'lingui.js')
let failed = false
try {
  // In a copy: a check changes nothing.
  cpSync(original, scratch, { recursive: true, filter: path => !/messages\.(js|ts|mjs)$/.test(path) })
  const before = messagesIn(scratch)
  const env = { LOCALES_DIR: scratch }
  failed = (await run(findNode(), [lingui, 'extract', '--clean'], { env })) !== 0
  for (const [locale, now] of messagesIn(scratch)) {
    const known = new Set(before.get(locale))
    const used = new Set(now)
    const missing = now.filter(id => !known.has(id))
    const stale = [...known].filter(id => !used.has(id))
    for (const id of missing.slice(0, 5)) say(`${locale}: not extracted: ${id}`)
    for (const id of stale.slice(0, 5)) say(`${locale}: no longer used: ${id}`)
    if (missing.length + stale.length > 0) failed = true
  }
  if (failed) say('Run npx lingui extract --clean and translate what is new.')
  let old = 0
  let unmarked = 0
  for (const locale of readdirSync(original).filter(name => name !== 'en')) {
    const marks = unmarkedOrOld(readFileSync(join(original, locale, 'messages.po'), 'utf8'))
    for (const english of marks.old.slice(0, 5))
      say(`${locale}: translated from an older English: ${english}`)
    for (const english of marks.unmarked.slice(0, 5)) say(`${locale}: without a mark: ${english}`)
    old += marks.old.length
    unmarked += marks.unmarked.length
  }
  if (old > 0)
    say('Look at these translations, mend them, then run node scripts/looked-at.mjs with their languages.')
  if (unmarked > 0) say('Run npx lingui extract --clean, which marks what is new.')
  if (old + unmarked > 0) failed = true
  const compiled = await run(findNode(), [lingui, 'compile', '--strict'], { env })
  if (compiled !== 0) failed = true
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
process.exit(failed ? 1 : 0)
