// What start, test and bench need first: the packages, and a Node that runs TypeScript.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the project, with a trailing slash. */
export const root = fileURLToPath(new URL('../', import.meta.url))

const windows = process.platform === 'win32'
const LEAST_NODE = 24

/** @param {string} path */
const changedAt = path => (existsSync(path) ? statSync(path).mtimeMs : 0)

/** Whether every package of the lock file is there in its version. Times say nothing: npm itself writes the lock last. */
function isInstalled() {
  const there = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(there)) return false
  /** @typedef {Record<string, { version?: string, optional?: boolean }>} Packages */
  /** @type {Packages[]} */
  const [wanted = {}, found = {}] = [join(root, 'package-lock.json'), there].map(
    file => JSON.parse(readFileSync(file, 'utf8')).packages,
  )
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    const has = found[path]
    // An optional one may be for another platform.
    return path === '' || (has ? has.version === version : optional === true)
  })
}

/** Installs what the lock file names, unless it is there already. */
export async function ensureInstalled() {
  if (isInstalled()) return
  say('Installing packages (npm ci) …')
  // Without the project's own Node in the path: npm would delete the program it runs on.
  const path = (process.env.PATH ?? '').split(delimiter).filter(folder => !folder.includes('node_modules'))
  // Development packages build the console, also where NODE_ENV says production.
  const code = await run('npm', ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'], {
    env: { PATH: path.join(delimiter) },
    shell: windows,
  })
  if (code !== 0)
    stop('The packages could not be installed: npm said why above. Is the registry within reach?')
}

/** The Node that runs the server, the build and the tests. */
export function findNode() {
  const own = join(root, 'node_modules', '.bin', windows ? 'node.cmd' : 'node')
  if (!windows && existsSync(own)) return own
  if (Number(process.versions.node.split('.')[0]) >= LEAST_NODE) return process.execPath
  return stop(
    `This is Node ${process.versions.node}. On ${process.platform} ${process.arch} install Node ${LEAST_NODE} or later ` +
      'from https://nodejs.org; only on Linux x64 it comes with the packages.',
  )
}

/** Environment with the project's programs first in the path. */
export function environment() {
  return {
    ...process.env,
    PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`,
  }
}

/** Whether the console must be built, and why. */
export function whyBuild() {
  // The service worker is written last: without it a build was cut short.
  const built = changedAt(join(root, 'dist', 'sw.js'))
  if (!built || !existsSync(join(root, 'dist', 'index.html'))) return 'there is none yet'
  const steps =
    readFileSync(join(root, 'vite.config.ts'), 'utf8').match(/(?<=')\.\/scripts\/[\w-]+\.mjs(?=')/g) ?? []
  const sources = ['src', 'sw', 'locales', 'public', ...steps]
  const settings = ['index.html', 'vite.config.ts', 'lingui.config.ts', 'tsconfig.json', 'package-lock.json']
  const newer = [...sources, ...settings].find(name => newest(join(root, name)) > built)
  return newer ? `${newer} is newer` : undefined
}

/** Builds the console unless the built one is as new as its sources. */
export async function ensureBuilt() {
  const why = whyBuild()
  if (!why) return
  say(`Building the console (${why}) …`)
  const code = await run(findNode(), ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'])
  if (code === 0) return
  // Written even when the rest failed: the next start would take it for a finished build.
  rmSync(join(root, 'dist', 'sw.js'), { force: true })
  stop('The console could not be built: the lines above say why.')
}

/**
 * Time of the last change below a path; the generated route tree does not count, the build writes it itself.
 * @param {string} path
 * @returns {number}
 */
function newest(path) {
  if (!existsSync(path) || path.endsWith('.gen.ts')) return 0
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(path).map(name => newest(join(path, name))))
}

/**
 * Runs a program with its output passed on; answers its exit code.
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: Record<string, string | undefined>, shell?: boolean }} options
 * @returns {Promise<number>}
 */
export function run(program, args, { env = {}, shell = false } = {}) {
  return new Promise(resolve => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...environment(), ...env },
      shell,
    })
    child.on('error', error => {
      say(`${program}: ${error.message}`)
      resolve(1)
    })
    child.on('exit', code => resolve(code ?? 1))
  })
}

/** @param {string} text */
export function say(text) {
  console.log(text)
}

/**
 * @param {string} text
 * @returns {never}
 */
export function stop(text) {
  console.error(text)
  process.exit(1)
}
