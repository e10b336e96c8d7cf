// Says that translations which were made from an older English have been looked at and fit the new one.
//   node scripts/looked-at.mjs            shows them
//   node scripts/looked-at.mjs de fr      marks those in these languages
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, say } from './toolchain.mjs'
import { lookedAt, unmarkedOrOld } from './translated-from.mjs'

const folder = join(root, 'locales')
const chosen = process.argv.slice(2)
for (const language of readdirSync(folder)) {
  const path = join(folder, language, 'messages.po')
  const text = readFileSync(path, 'utf8')
  const { old } = unmarkedOrOld(text)
  for (const english of old) say(`${language}: ${english}`)
  if (chosen.includes(language)) writeFileSync(path, lookedAt(text))
}
