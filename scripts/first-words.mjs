// Parts each message catalogue in two: the words that the login screen needs, and the rest, fetched with a session.

import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'

/** Sources that run before anybody has signed in; a test compares them with what the build really loads then. */
const FIRST =
  /^src\/(features\/session\/|resource\/error-words|ui\/(age|states|confirm|provider)|app\/(login-screen|language|unsent-notes|reload-offer|root-outlet|screen-states|error-text|tellings|install|boot|session-life|skin))/

const CATALOGUE = /locales\/(\w+)\/messages\.po(\?lingui)?$/
const COMPILED = /JSON\.parse\((".*")\)/s

/**
 * Ids of the messages that a source before the login uses.
 * @param {string} language
 * @returns {Promise<Set<string>>}
 */
export async function firstIds(language) {
  const [catalog] = await getCatalogs(getConfig())
  const messages = (await catalog?.read(language)) ?? {}
  return new Set(Object.keys(messages).filter(id => messages[id]?.origin?.some(([file]) => FIRST.test(file))))
}

/**
 * The catalogue that the compiler wrote down as a literal of JavaScript, which knows escapes that JSON does not.
 * @param {string} literal
 * @returns {Record<string, unknown>}
 */
function readCompiled(literal) {
  const json = literal.replace(/\\(?:x([\da-f]{2})|.)/gis, (all, code) => (code ? `\\u00${code}` : all))
  return JSON.parse(JSON.parse(json))
}

/**
 * A step of the build, behind the compiler of catalogues: a first part that knows where the rest is.
 */
export function firstWords() {
  return {
    name: 'gatehouse-first-words',
    enforce: /** @type {const} */ ('post'),
    transform: {
      filter: { id: CATALOGUE },
      /** @param {string} code @param {string} id */
      async handler(code, id) {
        const [, language, rest] = CATALOGUE.exec(id) ?? []
        const compiled = COMPILED.exec(code)?.[1]
        if (!compiled) throw new Error(`${id} was not compiled as expected`)
        const first = await firstIds(language ?? '')
        const part = Object.entries(readCompiled(compiled)).filter(
          ([key]) => first.has(key) !== Boolean(rest),
        )
        const messages = `export const messages=JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(part)))});`
        return {
          code: rest ? messages : `${messages}export const rest=()=>import('./messages.po?lingui');`,
          map: null,
        }
      },
    },
  }
}
