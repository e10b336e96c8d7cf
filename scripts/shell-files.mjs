// Chooses what the service worker stores at once: the shell, computed from what the build says imports what.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Sources whose chunks, with all they import statically, make up the shell. */
const SHELL_SOURCES = [
  /^index\.html$/,
  /^src\/routes\/(login|_console|_console\/(index|\[index\]))(\/route)?\.tsx(\?|$)/,
  // What waits sealed is told on the login screen, and most often without a network.
  /^src\/app\/unsent-notes\.tsx$/,
  // Toasts and the words of most errors are fetched late, and an offline start must find them.
  /^src\/app\/toasts\.tsx$/,
  /^src\/resource\/later-error-words\.ts$/,
  // What the bar opens, and what comes by itself over the page: wanted most when the network is away.
  /^src\/app\/shell\/(live-panel|command-palette)\.tsx$/,
  /^src\/features\/(notices\/centre-digest|reachability\/reachability-drawers|spoken-notices\/spoken-strip)\.tsx$/,
  // A call is answered within seconds, also just after the network came back: its code must be there already.
  /^src\/app\/call-part\.tsx$/,
  /^src\/platform\/rtc\/built-in-line\.ts$/,
  /^locales\/cn\/messages\.po(\?lingui)?$/,
]

/** Files outside the module graph that an offline start needs too. */
const SHELL_FILES = ['index.html', 'first.js', 'manifest.webmanifest', 'favicon.svg', 'icons/icon-192.png']

/**
 * The file names of the shell.
 * @param {Record<string, { file: string, src?: string, imports?: string[], css?: string[] }>} manifest
 *   what Vite wrote to `.vite/manifest.json`
 * @returns {Set<string>}
 */
export function shellFiles(manifest) {
  const files = new Set(SHELL_FILES)
  /** @type {Set<string>} */
  const seen = new Set()
  /** @param {string} key */
  const visit = key => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    files.add(chunk.file)
    for (const sheet of chunk.css ?? []) files.add(sheet)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const key of Object.keys(manifest)) {
    if (SHELL_SOURCES.some(source => source.test(manifest[key]?.src ?? key))) visit(key)
  }
  return files
}

/**
 * A step of the service worker's build that drops everything but the shell.
 * @param {string} root the folder of the project
 */
export function keepShell(root) {
  /** @param {{ url: string, revision: string | null, size: number }[]} entries */
  return entries => {
    const path = join(root, 'dist', '.vite', 'manifest.json')
    if (!existsSync(path)) {
      // A build that failed comes here too; its own error is the one to show.
      if (!existsSync(join(root, 'dist', 'index.html')))
        return { manifest: [], warnings: ['There is no shell'] }
      throw new Error(`${path} is missing: the shell cannot be told from the rest`)
    }
    const files = shellFiles(JSON.parse(readFileSync(path, 'utf8')))
    return { manifest: entries.filter(entry => files.has(entry.url)), warnings: [] }
  }
}
