// What is served to everybody holds no secret, no source and no part of the server.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { whyBuild } from '../../scripts/toolchain.mjs'
import { demoEntrance } from '../../server/demo/accounts.ts'
import { root } from '../house/source-files.ts'

const dist = join(root, 'dist')
const files = existsSync(dist)
  ? readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(name =>
      /\.(js|css|html|json|webmanifest|map)$/.test(name),
    )
  : []

beforeAll(() => {
  const why = whyBuild()
  if (why) throw new Error(`dist is not what the sources make (${why}): build it with \`npx vite build\``)
})

const filesWith = (pattern: RegExp) =>
  files.filter(name => pattern.test(readFileSync(join(dist, name), 'utf8')))

test('no key, password or address of a database is in the bundle', () => {
  expect(
    filesWith(/-----BEGIN [A-Z ]*PRIVATE KEY|SECRET_KEY|DATABASE_URL|postgres:\/\/|gatehouse_app/),
  ).toEqual([])
})

test('the accounts of the demo are in no bundle: they come from a server in demo mode', () => {
  expect(filesWith(new RegExp(`${demoEntrance.password}|${demoEntrance.phone}`))).toEqual([])
})

test('no source map is served, and no path of the building machine', () => {
  expect(files.filter(name => name.endsWith('.map'))).toEqual([])
  expect(filesWith(/sourceMappingURL/)).toEqual([])
  expect(filesWith(new RegExp(root.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))).toEqual([])
})

test.each(files.filter(name => /^\w+\.html$/.test(name)))(
  '%s runs without inline scripts, as its content security policy wants',
  name => {
    const page = readFileSync(join(dist, name), 'utf8')
    expect(page.match(/<script(?![^>]*\ssrc=)/g)).toBeNull()
    expect(page.match(/\son\w+=|\sstyle=/g)).toBeNull()
    // One sheet stands in a page: the rank of the layers, and what the console paints before any script has come.
    expect(page.match(/<style/g)?.length ?? 0).toBeLessThanOrEqual(1)
  },
)

test('what is sent compressed is what was built', () => {
  const scripts = files.filter(
    name => name.startsWith('assets/') && readFileSync(join(dist, name)).length > 2048,
  )
  expect(scripts.length).toBeGreaterThan(0)
  for (const name of scripts) {
    const bytes = readFileSync(join(dist, name))
    expect(brotliDecompressSync(readFileSync(join(dist, `${name}.br`))).equals(bytes), name).toBe(true)
    expect(gunzipSync(readFileSync(join(dist, `${name}.gz`))).equals(bytes), name).toBe(true)
  }
})

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}
type Manifest = Record<string, Chunk>

const readManifest = () => JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest

/** What comes with these at once. */
function chunksOf(manifest: Manifest, keys: readonly string[]): Chunk[] {
  const seen = new Set<string>()
  const visit = (key: string) => {
    if (seen.has(key)) return
    seen.add(key)
    for (const next of manifest[key]?.imports ?? []) visit(next)
  }
  for (const key of keys) visit(key)
  return [...seen].flatMap(key => manifest[key] ?? [])
}

const LOGIN = ['index.html', 'src/routes/login.tsx?tsr-split=component']
const STEPS = /\/(frame|lists|alarms|fleet|device|features|resource)-(?!([a-z]+-)*common-)[^/]+$/

/** Scripts that are there before anybody has signed in. */
const firstScripts = (manifest: Manifest): string[] =>
  chunksOf(manifest, [...LOGIN, 'src/app/toasts.tsx']).map(({ file }) => file)

test('the page paints without waiting for its sheets', () => {
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  const sheets = page.match(/<link[^>]*rel="stylesheet"[^>]*>/g) ?? []
  expect(sheets).not.toEqual([])
  for (const sheet of sheets) expect(sheet).toContain('media="print" data-entry')
  expect(page).toMatch(/ data-words="[^"]*\bcn=\/assets\/[^ "]+\.js/)
})

test('each step after the login comes as a few files, and no earlier one waits for it', () => {
  const manifest = readManifest()
  for (const before of [firstScripts(manifest), chunksOf(manifest, ['door.html']).map(({ file }) => file)])
    expect(before.filter(file => STEPS.test(file))).toEqual([])
  const home = chunksOf(manifest, [
    'src/routes/_console.tsx?tsr-split=component',
    'src/routes/_console/AlarmHistory.tsx?tsr-split=component',
  ]).flatMap(({ file, css = [] }) => [file, ...css])
  expect(home.filter(file => STEPS.test(file)).length).toBeGreaterThanOrEqual(3)
  const before = new Set(firstScripts(manifest))
  expect(home.filter(file => !before.has(file)).length).toBeLessThan(25)
})

test('the login screen has all its words in the first part of the catalogue', () => {
  const manifest = readManifest()
  const idsIn = (key: string) => {
    const text = readFileSync(join(dist, manifest[key]?.file ?? ''), 'utf8')
    return new Set([...text.matchAll(/\\?"([\w+/]{6})\\?":/g)].map(match => match[1]))
  }
  const first = idsIn('locales/cn/messages.po')
  const rest = idsIn('locales/cn/messages.po?lingui')
  expect(Math.min(first.size, rest.size)).toBeGreaterThan(50)
  const used = firstScripts(manifest).flatMap(file =>
    [...readFileSync(join(dist, file), 'utf8').matchAll(/\bid:[`"']([\w+/]{6})[`"']/g)].map(
      match => match[1],
    ),
  )
  expect(used.filter(id => first.has(id)).length).toBeGreaterThan(50)
  expect(used.filter(id => rest.has(id))).toEqual([])
})
