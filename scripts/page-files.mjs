// Writes down which files each page needs, so that a browser with a session has them on their way before any script runs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesOf } from './first-paint.mjs'

/**
 * @typedef {import('./first-paint.mjs').Built} Built
 * @typedef {{ files: string[], pages: Record<string, number[]> }} PageFiles
 */

const PAGE = /\/src\/routes\/(_console|_map)\/([^/]+?)\.tsx\?tsr-split=component$/
const FRAME = /\/src\/routes\/(_console|_map)\.tsx\?tsr-split=component$/
/** What comes with every session. */
const SESSION = /\/src\/(app\/toasts\.tsx|resource\/later-error-words\.ts)$/
/** The page that decides where one lands has no file to wait for. */
const LANDING = 'index'

/** The first part of the address that a route's file stands for, or undefined: brackets only part it from the landing. */
const nameOf = (/** @type {string} */ file) =>
  file === LANDING ? undefined : file.split('.')[0]?.replace(/^\[(\w+)\]$/, '$1')

/**
 * Every page by the first part of its address, with the files that it and the frame around it need at once.
 * @param {Record<string, Built>} bundle
 * @returns {PageFiles}
 */
export function pageFiles(bundle) {
  const chunks = Object.entries(bundle).map(([file, { facadeModuleId }]) => ({
    file,
    source: facadeModuleId?.replaceAll('\\', '/') ?? '',
  }))
  const always = chunks.filter(({ source }) => SESSION.test(source)).map(({ file }) => file)
  const frames = Object.fromEntries(
    chunks.flatMap(({ file, source }) => {
      const layout = FRAME.exec(source)?.[1]
      return layout === undefined ? [] : [[layout, file]]
    }),
  )
  /** @type {string[]} */
  const files = []
  /** @type {PageFiles['pages']} */
  const pages = {}
  for (const { file, source } of chunks) {
    const [, layout = '', route = ''] = PAGE.exec(source) ?? []
    const name = nameOf(route)
    if (!name) continue
    const scripts = new Set(
      [...(frames[layout] ? [frames[layout]] : []), file, ...always].flatMap(each => [
        ...filesOf(bundle, each),
      ]),
    )
    const sheets = new Set([...scripts].flatMap(each => [...(bundle[each]?.viteMetadata?.importedCss ?? [])]))
    pages[name] = [...scripts, ...sheets].map(each => {
      const known = files.indexOf(each)
      return known >= 0 ? known : files.push(each) - 1
    })
  }
  return { files, pages }
}

/** What stands in `public/first.js` for them where nothing is built. */
const NONE = '{ files: [], pages: {} }'

/**
 * The script before the console, with the files of each page in it: asking for a list of them would be a way to the server
 * and back before the first of them is asked for.
 * @param {string} script as it lies in `public/`
 * @param {PageFiles} known
 */
export function nameFilesIn(script, known) {
  if (!script.includes(NONE)) throw new Error('first.js has no place for the files of the pages')
  return script.replace(NONE, () => JSON.stringify(known))
}

/**
 * A plugin that writes them down.
 * @param {string} root the folder of the project
 * @returns {import('vite').Plugin}
 */
export function writePageFiles(root) {
  return {
    name: 'gatehouse-page-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const script = readFileSync(join(root, 'public/first.js'), 'utf8')
      this.emitFile({
        type: 'asset',
        fileName: 'first.js',
        source: nameFilesIn(script, pageFiles(bundle)),
      })
    },
  }
}
