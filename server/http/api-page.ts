// The page that shows the API and lets one try it: Swagger UI over the OpenAPI document, all of it served from here.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'

const require = createRequire(import.meta.url)
const packaged = dirname(require.resolve('@fastify/swagger-ui/static/swagger-ui.css'))
const own = join(import.meta.dirname, 'docs')

const FILES = [
  { path: '/api/docs', file: join(own, 'docs.html'), type: 'text/html' },
  { path: '/api/docs/docs.css', file: join(own, 'docs.css'), type: 'text/css' },
  { path: '/api/docs/start.js', file: join(own, 'start.js'), type: 'text/javascript' },
  ...(['swagger-ui-bundle.js', 'swagger-ui.css'] as const).map(name => ({
    path: `/api/docs/${name}`,
    file: join(packaged, name),
    type: name.endsWith('.css') ? 'text/css' : 'text/javascript',
  })),
]

/** The signs of the page are pictures written into its style sheet, hence `data:`; there is nothing of anybody else. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export function mountApiPage(app: FastifyInstance): void {
  for (const { path, file, type } of FILES) {
    // Read when first asked for: few look at this page, and it is two megabytes.
    let content: Buffer | undefined
    app.get(path, async (_request, reply) => {
      content ??= readFileSync(file)
      return reply
        .header('cache-control', 'no-cache')
        .header('content-security-policy', POLICY)
        .type(`${type}; charset=utf-8`)
        .send(content)
    })
  }
}
