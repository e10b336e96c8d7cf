// The project's own source files and what each of them imports.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** Every file below the folders whose name ends so, as paths from the root with forward slashes. */
export function filesBelow(folders: string[], ending: RegExp): string[] {
  return folders
    .map(folder => join(root, folder))
    .filter(existsSync)
    .flatMap(folder => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile() && ending.test(entry.name))
    .map(entry => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(path => !path.endsWith('.gen.ts'))
    .sort()
}

export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

export interface Import {
  from: string
  /** A path from the root for one of our own files, else the name of a package. */
  to: string
  own: boolean
  /** Types are gone before anything runs. */
  typeOnly: boolean
  /** Waits until it is needed: a chunk of its own. */
  lazy: boolean
}

/** What a source text imports and re-exports. */
export function importsOf(from: string, text: string): Import[] {
  const { module, errors } = parseSync(from, text)
  if (errors[0]) throw new Error(`${from}: ${errors[0].message}`)
  const found: { request: string; typeOnly: boolean; lazy: boolean }[] = []
  for (const { moduleRequest, entries } of module.staticImports) {
    const typeOnly = entries.length > 0 && entries.every(entry => entry.isType)
    found.push({ request: moduleRequest.value, typeOnly, lazy: false })
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) {
      if (moduleRequest) found.push({ request: moduleRequest.value, typeOnly: isType, lazy: false })
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const request = text.slice(moduleRequest.start, moduleRequest.end)
    // A template names a family of files; its fixed beginning tells the room.
    found.push({ request: request.replace(/^['"`]|['"`]$|\$\{.*$/g, ''), typeOnly: false, lazy: true })
  }
  return found.map(({ request, ...rest }) => {
    const own = request.startsWith('.')
    const to = own
      ? relative(root, resolve(root, dirname(from), request))
          .split(sep)
          .join('/')
      : packageOf(request)
    return { from, to: to.replace(/\?.*$/, ''), own, ...rest }
  })
}

function packageOf(request: string): string {
  const parts = request.split('/')
  return parts.slice(0, request.startsWith('@') ? 2 : 1).join('/')
}
