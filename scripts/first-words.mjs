// Parts each message catalogue: the words that the login screen needs, and the rest, fetched with a session; and those of the
// pages of door units and residents, which have a part of their own with nothing of the console's.
// What only the server or the verifier of evidence says is in neither.

import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'

/** Sources that run before anybody has signed in; a test compares them with what the build really loads then. */
const FIRST =
  /^src\/(features\/session\/|resource\/error-words|ui\/(age|states|confirm|provider)|app\/(login-screen|language|unsent-notes|reload-offer|root-outlet|screen-states|error-text|toasts|install|boot|session-life|skin))/

/** Sources whose messages stand in the verifier's one file. */
const VERIFIER = /^src\/case-verifier\/(?!record-words)/

/** Sources of the pages that stand beside the console, with what they draw with. */
const OWN = /^src\/(door-unit|resident|ui|platform)\//

const CATALOGUE = /locales\/(\w+)\/messages\.po(\?own)?(\?lingui)?$/
const COMPILED = /JSON\.parse\((".*")\)/s

/**
 * The sources of each message, by its id.
 * @param {string} language
 * @returns {Promise<Map<string, string[]>>}
 */
async function originsOf(language) {
  const [catalog] = await getCatalogs(getConfig())
  const messages = (await catalog?.read(language)) ?? {}
  return new Map(Object.keys(messages).map(id => [id, (messages[id]?.origin ?? []).map(([file]) => file)]))
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
        const [, language, own, rest] = CATALOGUE.exec(id) ?? []
        const compiled = COMPILED.exec(code)?.[1]
        if (!compiled) throw new Error(`${id} was not compiled as expected`)
        const origins = await originsOf(language ?? '')
        const part = Object.entries(readCompiled(compiled)).filter(([key]) => {
          const files = origins.get(key) ?? []
          if (files.length > 0 && files.every(file => file.startsWith('server/') || VERIFIER.test(file)))
            return false
          if (own) return files.some(file => OWN.test(file))
          return files.some(file => FIRST.test(file)) !== Boolean(rest)
        })
        const messages = `export const messages=JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(part)))});`
        return {
          code: own || rest ? messages : `${messages}export const rest=()=>import('./messages.po?lingui');`,
          map: null,
        }
      },
    },
  }
}
