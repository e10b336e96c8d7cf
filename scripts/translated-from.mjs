// Which English a translation was made from: a short digest beside it in the catalogue, so that an English source that is
// said again, with its translations carried over, is noticed and each of them looked at.
import { createHash } from 'node:crypto'

const MARK = /^msgstr of (\S+)$/

/**
 * The comment that a translation of this English carries.
 * @param {string} english
 */
export function markOf(english) {
  return `msgstr of ${createHash('sha256').update(english).digest('base64url').slice(0, 6)}`
}

/**
 * Marks what is newly translated; what has a mark keeps it, also beside another English, and an empty one has none.
 * @param {{ translation?: string, message?: string, extra?: Record<string, unknown> }} entry
 */
export function marked(entry) {
  const { translation, message, extra } = entry
  const comments = /** @type {string[]} */ (extra?.translatorComments ?? [])
  const others = comments.filter(comment => !MARK.test(comment))
  if (!translation || message === undefined)
    return { ...entry, extra: { ...extra, translatorComments: others } }
  const mark = comments.find(comment => MARK.test(comment)) ?? markOf(message)
  return { ...entry, extra: { ...extra, translatorComments: [mark, ...others] } }
}

/**
 * What the catalogue says that cannot be so: translations made from an older English, and such without a mark.
 * @param {string} catalogue the text of a messages.po
 */
export function unmarkedOrOld(catalogue) {
  /** @type {string[]} */
  const unmarked = []
  /** @type {string[]} */
  const old = []
  for (const entry of catalogue.split('\n\n')) {
    const english = field(entry, 'msgid')
    if (!english || !field(entry, 'msgstr')) continue
    const mark = /^# (msgstr of \S+)$/m.exec(entry)?.[1]
    if (!mark) unmarked.push(english)
    else if (mark !== markOf(english)) old.push(english)
  }
  return { unmarked, old }
}

/**
 * The catalogue with every translation marked as one of its English.
 * @param {string} catalogue
 */
export function lookedAt(catalogue) {
  return catalogue
    .split('\n\n')
    .map(entry => entry.replace(/^# msgstr of \S+$/m, `# ${markOf(field(entry, 'msgid'))}`))
    .join('\n\n')
}

/** @param {string} entry @param {'msgid' | 'msgstr'} name */
function field(entry, name) {
  const lines = new RegExp(`^${name} ((?:".*"\\n?)+)`, 'm').exec(entry)?.[1] ?? ''
  return [...lines.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(match => JSON.parse(`"${match[1]}"`)).join('')
}
