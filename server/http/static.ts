// Serves the built console: hashed files for ever, the entry and the service worker always fresh, a strict policy.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import serveFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { mapHosts } from '../../src/contract/map-hosts.ts'
import type { InstallationConfig } from '../settings/installation.ts'
import type { ServiceBases } from '../settings/service-bases.ts'
import { CSP_GROUP, CSP_REPORTS_PATH } from './csp-reports.ts'

const YEAR_SECONDS = 31_536_000
/** Names that the build marks with a hash of the content. */
const HASHED = /\/assets\/[^/]+-[\w-]{8,}\.\w+(\.br|\.gz)?$/

/** Pages and where they are. The service worker keeps the console under its own name. */
const PAGES = {
  'index.html': ['/', '/index.html'],
  'door.html': ['/door', '/door.html'],
  'resident.html': ['/resident', '/resident.html'],
}

/** What the page may show and call beside this server. */
interface Origins extends Pick<InstallationConfig, 'frameAncestors'> {
  serviceBases: ServiceBases
  agora?: object | undefined
  conference?: { other: { url: string } | undefined }
  maps?: {
    amap: object | undefined
    google: object | undefined
    raster: { url: string } | undefined
  }
}

/** Agora's gateways stand on ports of their own. */
const AGORA_HOSTS = ['agora.io', 'sd-rtn.com'].flatMap(host =>
  ['https', 'wss'].map(scheme => `${scheme}://*.${host}:*`),
)

/** Origins of services that are set apart: the console may call them. */
function servicesApart({ serviceBases }: Origins): string[] {
  const bases = Object.values(serviceBases).filter(base => URL.canParse(base))
  return [...new Set(bases.map(base => new URL(base).origin))]
}

/** A conference service beside this server; one with a websocket is asked over HTTP too. */
function conferenceOrigins({ conference }: Origins): string[] {
  const url = conference?.other?.url
  if (url === undefined) return []
  const { origin } = new URL(url.replace(/^ws/, 'http'))
  return url.startsWith('ws') ? [origin, origin.replace(/^http/, 'ws')] : [origin]
}

/** Where the configured map pictures come from; none when they are this server's own. */
function rasterOrigins({ maps }: Origins): string[] {
  const plain = maps?.raster?.url.replace(/[{}]/g, '')
  return plain !== undefined && URL.canParse(plain) ? [new URL(plain).origin] : []
}

/** Directives of the page: scripts from here only; Mantine sets styles inline; websockets to the own host. */
export function pagePolicy(origins: Origins): Record<string, string[]> {
  const maps = mapHosts({
    amap: origins.maps?.amap !== undefined,
    google: origins.maps?.google !== undefined,
  })
  const raster = rasterOrigins(origins)
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', 'https:'],
    'media-src': ["'self'", 'blob:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': [
      "'self'",
      ...servicesApart(origins),
      ...(origins.agora ? AGORA_HOSTS : []),
      ...conferenceOrigins(origins),
    ],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': origins.frameAncestors.length > 0 ? origins.frameAncestors : ["'none'"],
    // What is kept out is told by either way, for old browsers and new ones.
    'report-uri': [CSP_REPORTS_PATH],
    'report-to': [CSP_GROUP],
  }
  const more = Object.entries({ ...maps, 'connect-src': [...maps['connect-src'], ...raster] })
  for (const [directive, hosts] of [...more, ['img-src', raster] as const])
    if (hosts.length > 0)
      directives[directive] = [...new Set([...(directives[directive] ?? ["'self'"]), ...hosts])]
  return directives
}

/** The page names the services that answer elsewhere; one build then serves every installation. */
function withBases(page: string, { serviceBases }: Origins): string {
  const escaped = (text: string) => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)
  const metas = Object.entries(serviceBases).map(([service, base]) => {
    const dashed = service.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
    return `<meta name="gatehouse-base-${dashed}" content="${escaped(base)}" />`
  })
  return page.replace('</head>', () => `${metas.join('')}</head>`)
}

/** Registers the console's files under `/`. */
export async function mountStatic(app: FastifyInstance, config: Origins, dist: string): Promise<void> {
  await app.register(async scope => {
    await scope.register(helmet, {
      contentSecurityPolicy: { useDefaults: false, directives: pagePolicy(config) },
      // Said of every answer, pages or not, by the server itself.
      strictTransportSecurity: false,
      // The policy's frame-ancestors says it, and can name the parents that are allowed.
      frameguard: false,
      referrerPolicy: { policy: 'no-referrer' },
    })
    scope.addHook('onRequest', async (_request, reply) => {
      void reply.header('reporting-endpoints', `${CSP_GROUP}="${CSP_REPORTS_PATH}"`)
    })
    const index = join(dist, 'index.html')
    if (!existsSync(index)) {
      scope.get('/', async (_request, reply) =>
        reply
          .code(503)
          .type('text/plain; charset=utf-8')
          .send('The console is not built: npm start builds it.\n'),
      )
      return
    }
    await scope.register(serveFiles, {
      root: dist,
      cacheControl: false,
      index: false,
      dotfiles: 'ignore',
      // The build lays each file's compressed forms beside it: smaller than what could be made while somebody waits.
      preCompressed: true,
      setHeaders: (reply, path) => {
        const forEver = HASHED.test(path.replaceAll('\\', '/'))
        void reply.header(
          'cache-control',
          forEver ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
        )
      },
    })
    for (const [name, paths] of Object.entries(PAGES)) {
      const file = join(dist, name)
      if (!existsSync(file)) continue
      const page = withBases(readFileSync(file, 'utf8'), config)
      for (const path of paths)
        scope.get(path, async (_request, reply) =>
          reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page),
        )
    }
  })
}
