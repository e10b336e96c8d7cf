// The last step of the build: lays the compressed forms of each text file beside it, for the server to send as they are.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { shellFiles } from './shell-files.mjs'

const TEXT = /\.(js|css|svg|webmanifest|json)$/
const LEAST_BYTES = 1024
// The hardest setting takes seconds for a large script: only the first screens are worth it.
const SHELL_QUALITY = 11
const OTHER_QUALITY = 9

const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)

/**
 * A plugin of the build.
 * @param {string} root the folder of the project
 * @returns {import('vite').Plugin}
 */
export function compressFiles(root) {
  const dist = join(root, 'dist')
  return {
    name: 'compress-files',
    apply: 'build',
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const manifest = join(dist, '.vite', 'manifest.json')
        // A build that failed says so itself.
        if (!existsSync(manifest)) return
        const shell = shellFiles(JSON.parse(readFileSync(manifest, 'utf8')))
        const names = readdirSync(dist, { recursive: true, encoding: 'utf8' })
          .map(name => name.replaceAll('\\', '/'))
          .filter(name => TEXT.test(name) && !name.startsWith('.vite/'))
        await Promise.all(names.map(name => compressFile(join(dist, name), shell.has(name))))
      },
    },
  }
}

/**
 * @param {string} path
 * @param {boolean} inShell
 */
async function compressFile(path, inShell) {
  const bytes = readFileSync(path)
  if (bytes.length < LEAST_BYTES) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: inShell ? SHELL_QUALITY : OTHER_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  const [brotli, zipped] = await Promise.all([asBrotli(bytes, { params }), asGzip(bytes, { level: 9 })])
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, zipped)])
}
