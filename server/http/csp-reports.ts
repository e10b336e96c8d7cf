// Takes what browsers report of the pages' policy: that something was kept out. Anybody may send it, so it is bounded in
// every way, and nothing is kept of it but the rule, where the thing came from, and which page it was.
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { type Data, WHOLE } from '../db/scoped.ts'
import { firstOf, tables } from '../db/typed.ts'
import type { Log } from '../log.ts'
import { createMeter } from './throttle.ts'

export const CSP_REPORTS_PATH = '/api/csp-reports'
/** As `Reporting-Endpoints` calls it. */
export const CSP_GROUP = 'csp'

const MOST_BYTES = 16_384
const MOST_AT_ONCE = 20
/** Different ones of a day; the others are counted together. */
const MOST_OF_DAY = 500
const FROM_ADDRESS = { perSecond: 1, atOnce: 20 }
const FROM_ALL = { perSecond: 20, atOnce: 200 }
/** Pages of this server; the path of a page of another is nobody's business. */
const PAGES = new Set(['/', '/index.html', '/door', '/resident'])

const old = z.object({
  'csp-report': z.object({
    'effective-directive': z.optional(z.string()),
    'violated-directive': z.optional(z.string()),
    'blocked-uri': z.optional(z.string()),
    'document-uri': z.optional(z.string()),
  }),
})
const reported = z.array(
  z.object({
    type: z.literal('csp-violation'),
    body: z.object({
      effectiveDirective: z.string(),
      blockedURL: z.optional(z.string()),
      documentURL: z.optional(z.string()),
    }),
  }),
)

export interface CspReport {
  directive: string
  blocked: string
  page: string
}

/** What a body of either form says; nothing where it is none. */
export function readReports(body: unknown): CspReport[] {
  const one = z.safeParse(old, body)
  if (one.success) {
    const report = one.data['csp-report']
    const directive = report['effective-directive'] ?? report['violated-directive'] ?? ''
    return reportOf(directive, report['blocked-uri'], report['document-uri'])
  }
  const many = z.safeParse(reported, body)
  if (!many.success) return []
  return many.data
    .slice(0, MOST_AT_ONCE)
    .flatMap(({ body: { effectiveDirective, blockedURL, documentURL } }) =>
      reportOf(effectiveDirective, blockedURL, documentURL),
    )
}

function reportOf(directive: string, blocked = '', page = ''): CspReport[] {
  const [rule = ''] = directive.split(' ')
  if (!/^[a-z-]{1,40}$/.test(rule)) return []
  const path = URL.canParse(page) ? new URL(page).pathname : ''
  return [{ directive: rule, blocked: originOf(blocked), page: PAGES.has(path) ? path : 'other' }]
}

/** Of an address only its origin: what is behind it may say who looked at what. */
function originOf(blocked: string): string {
  if (/^(inline|eval|wasm-eval|trusted-types-policy|trusted-types-sink|self)$/.test(blocked)) return blocked
  if (!URL.canParse(blocked)) return 'other'
  const { protocol, origin } = new URL(blocked)
  return /^(https?|wss?):$/.test(protocol)
    ? `${origin === 'null' ? protocol : origin}`.slice(0, 200)
    : protocol
}

/** Registers the address. A report is counted for its day; the log hears of the first, and of each ten times as many. */
export function mountCspReports(app: FastifyInstance, { data, log }: { data: Data; log: Log }): void {
  const fromAddress = createMeter(FROM_ADDRESS)
  const fromAll = createMeter(FROM_ALL)
  void app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json', 'application/json'],
      { parseAs: 'string', bodyLimit: MOST_BYTES },
      (_request, body, done) => done(null, String(body)),
    )
    scope.setErrorHandler(async (error: { statusCode?: number }, _request, reply) =>
      reply.code(error.statusCode === 413 || error.statusCode === 415 ? error.statusCode : 400).send(),
    )
    scope.post(CSP_REPORTS_PATH, async (request, reply) => {
      const waitMs = fromAddress(request.ip) || fromAll('')
      if (waitMs > 0)
        return reply
          .code(429)
          .header('retry-after', String(Math.ceil(waitMs / 1000)))
          .send()
      for (const report of readReports(parsed(request.body))) {
        const count = await noteReport(data, report, new Date().toISOString().slice(0, 10))
        if (/^10*$/.test(String(count)))
          log.warn({ ...report, count }, 'The policy of a page kept something out')
      }
      return reply.code(204).send()
    })
  })
}

function parsed(body: unknown): unknown {
  try {
    return typeof body === 'string' ? JSON.parse(body) : undefined
  } catch {
    return undefined
  }
}

/** Answers how many there were of it today. */
async function noteReport(data: Data, report: CspReport, day: string): Promise<number> {
  const now = Date.now()
  return data.scoped(WHOLE, async sql => {
    const known = await firstOf(
      sql,
      tables
        .selectFrom('csp_report')
        .select(({ fn, eb }) => [
          fn.countAll<number>().as('all'),
          fn
            .count<number>(
              eb
                .case()
                .when(
                  eb.and([
                    eb('directive', '=', report.directive),
                    eb('blocked', '=', report.blocked),
                    eb('page', '=', report.page),
                  ]),
                )
                .then(1)
                .end(),
            )
            .as('same'),
        ])
        .where('day', '=', day),
    )
    const full = known !== undefined && known.same === 0 && known.all >= MOST_OF_DAY
    const kept = full ? { directive: 'other', blocked: 'other', page: 'other' } : report
    const row = await firstOf(
      sql,
      tables
        .insertInto('csp_report')
        .values({ day, ...kept, count: 1, first_at: now, last_at: now })
        .onConflict(conflict =>
          conflict
            .columns(['day', 'directive', 'blocked', 'page'])
            .doUpdateSet(({ eb }) => ({ count: eb('csp_report.count', '+', 1), last_at: now })),
        )
        .returning('count'),
    )
    return row?.count ?? 0
  })
}
