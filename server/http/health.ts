// Health for load balancers and operators.
import type { FastifyInstance } from 'fastify'
import type { Parts } from '../parts.ts'

const PROBE_MS = 2_000

export interface HealthSources {
  version: string
  /** Whether the broker takes connections; undefined when it is not part of this process. */
  broker: () => boolean | undefined
  /** What passes through the broker; for the highest authorization only. */
  traffic: () => object | undefined
}

export function mountHealth(
  app: FastifyInstance,
  parts: Parts,
  { version, broker, traffic }: HealthSources,
): void {
  app.get('/api/health', async (request, reply) => {
    const database = await alive(parts)
    const brokerUp = broker()
    const authorization = request.headers.authorization?.replace(/^Bearer /i, '')
    const live = database && authorization ? await parts.sessions.find(authorization) : undefined
    const well = database && brokerUp !== false
    return reply.code(well ? 200 : 503).send({
      status: well ? 'ok' : 'unavailable',
      database: database ? 'ok' : 'away',
      broker: brokerUp === undefined ? 'apart' : brokerUp ? 'ok' : 'away',
      version,
      uptime: Math.round((Date.now() - parts.startedAt) / 1000),
      ...(live?.person.highest ? { traffic: traffic() } : {}),
    })
  })
}

async function alive({ data }: Parts): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>(resolve => {
    timer = setTimeout(() => resolve(false), PROBE_MS)
  })
  const asked = data.pool.query('select 1').then(
    () => true,
    () => false,
  )
  const answer = await Promise.race([asked, late])
  clearTimeout(timer)
  return answer
}
