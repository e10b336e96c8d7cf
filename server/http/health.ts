// Health for load balancers and operators. It has connections of its own: it answers when all others are in use.
import type { FastifyInstance } from 'fastify'
import { judgeClock } from '../../src/domain/operations/judgement.ts'
import type { AgreedClock } from '../agreed-clock.ts'
import { type Data, WHOLE } from '../db/scoped.ts'
import type { Guard } from '../person.ts'
import type { CertificateHealth } from '../tls/certificate.ts'

const PROBE_MS = 2_000

/** Why messages are not stored. */
export interface Trouble {
  since: number
  /** The newest reason: the class of the database's code, the name of another error, or `full`: no room to wait in. */
  reason: string
  /** Devices whose messages wait with them. */
  devices: number
  /** No message was stored since. */
  nothingGoes: boolean
}

/** How work in the background goes. `late`: some is not begun. */
interface WorkHealth {
  status: 'ok' | 'late' | 'failing'
}

export interface HealthSources {
  version: string
  startedAt: number
  /** Whether the server was told to stop: it still answers, and wants nothing new. */
  draining: () => boolean
  /** For this alone. */
  data: Data
  sessions: Pick<Guard, 'find'>
  /** Whether the broker takes connections; undefined when it is not part of this process. */
  broker: () => boolean | undefined
  /** Since when and why messages of devices are not stored; undefined while all are. */
  ingestion: () => Trouble | undefined
  /** Whether work in the background is begun and done. */
  jobs: () => Promise<WorkHealth>
  /** The certificate of the TLS port for devices; undefined where there is none. */
  deviceTls: () => CertificateHealth | undefined
  /** That of the console's own port, the same. */
  consoleTls: () => CertificateHealth | undefined
  /** That of the machine against the database's. */
  clock: Pick<AgreedClock, 'aheadMs'>
  /** Since when more waits to be sent than there is room for; undefined while there is. */
  outboundFull: () => number | undefined
  /** Whether the audit log is what was written; undefined until it was proved for the first time. */
  auditLog: () => { whole: boolean; provedAt: number | undefined } | undefined
  /** Whether changes are archived, and how old the newest backup is. */
  backup: () => Promise<{ status: string }>
  /** Whether conferences can be carried (`idle`: none was yet), and how many people are in how many rooms. */
  conferences: () => { media: string; rooms: number; participants: number }
  /** Whether live video can be carried (`idle`: none was yet), of how many cameras, to how many views. */
  cameras: () => { media: string; fetched: number; views: number }
  /** SHA-256 of the key that signs evidence: published here, so that archives of another key are told apart. */
  evidenceKey: string
  /** What passes through the broker; for the highest authorization only. */
  traffic: () => object | undefined
  /** How many database connections are in use and wanted; for the highest authorization only. */
  pools: () => object
}

export function mountHealth(app: FastifyInstance, sources: HealthSources): void {
  const {
    version,
    startedAt,
    draining,
    data,
    sessions,
    broker,
    ingestion,
    deviceTls,
    consoleTls,
    jobs,
    clock,
    outboundFull,
    auditLog,
    backup,
    conferences,
    cameras,
    evidenceKey,
    traffic,
    pools,
  } = sources
  // However many ask, the database is asked once at a time.
  let asking: Promise<boolean> | undefined
  const alive = () => {
    asking ??= inTime(
      data.scoped(WHOLE, sql => sql.query('select 1')).then(() => true),
      false,
    ).finally(() => {
      asking = undefined
    })
    return asking
  }
  // For whoever starts processes again: one whose database is away would only be away itself.
  app.get('/api/live', async () => ({ status: 'ok' }))
  // For whoever hands out work: it goes elsewhere before connections are closed.
  app.get('/api/ready', async (_request, reply) => {
    const status = draining()
      ? 'draining'
      : !(await alive())
        ? 'unavailable'
        : broker() === false
          ? 'away'
          : 'ok'
    return reply.code(status === 'ok' ? 200 : 503).send({ status })
  })
  app.get('/api/health', async (request, reply) => {
    const database = await alive()
    const brokerUp = broker()
    const authorization = request.headers.authorization?.replace(/^Bearer /i, '')
    const live = database && authorization ? await inTime(sessions.find(authorization), undefined) : undefined
    const work = database ? await inTime(jobs(), undefined) : undefined
    const trouble = ingestion()
    const fullSince = outboundFull()
    const audit = auditLog()
    const tls = { deviceTls: deviceTls(), consoleTls: consoleTls() }
    const certificates = Object.values(tls)
    const kept = await inTime(backup(), { status: 'failing' })
    const aheadMs = clock.aheadMs()
    const clockOff = judgeClock(aheadMs) === 'act'
    const failing =
      clockOff ||
      trouble !== undefined ||
      fullSince !== undefined ||
      work?.status === 'late' ||
      audit?.whole === false ||
      certificates.some(one => one?.status === 'act' || one?.status === 'refused') ||
      kept.status === 'late' ||
      kept.status === 'failing'
    // One device whose messages fail is the operator's matter; where none gets through, this process is of no use.
    const well = database && brokerUp !== false && !trouble?.nothingGoes
    return reply.code(well ? 200 : 503).send({
      status: well ? (failing ? 'failing' : 'ok') : 'unavailable',
      database: database ? 'ok' : 'away',
      broker: brokerUp === undefined ? 'apart' : brokerUp ? 'ok' : 'away',
      ingestion: trouble
        ? { status: 'failing', since: trouble.since, reason: trouble.reason, devices: trouble.devices }
        : { status: 'ok' },
      ...withoutReason(tls),
      clock: clockOff ? { status: 'off', aheadMs } : { status: 'ok' },
      outbound: fullSince === undefined ? { status: 'ok' } : { status: 'full', since: fullSince },
      auditLog: {
        status: audit === undefined ? 'unproved' : audit.whole ? 'ok' : 'failing',
        ...(audit?.provedAt !== undefined && { provedAt: audit.provedAt }),
      },
      jobs: { status: work?.status ?? 'unknown' },
      backup: kept,
      conferences: { media: conferences().media },
      cameras: { media: cameras().media },
      evidenceKey,
      uptime: Math.round((Date.now() - startedAt) / 1000),
      ...(live?.person.highest
        ? {
            version,
            ...tls,
            pools: pools(),
            traffic: traffic(),
            jobs: work,
            conferences: conferences(),
            cameras: cameras(),
          }
        : {}),
    })
  })
}

/** Why files are not used names their place, which is nobody's to know. */
const withoutReason = (all: Readonly<Record<string, CertificateHealth | undefined>>) =>
  Object.fromEntries(
    Object.entries(all).flatMap(([name, one]) => {
      if (!one) return []
      const { problem: _, ...told } = one
      return [[name, told]]
    }),
  )

/** What fails or takes too long counts as `otherwise`. */
async function inTime<Value, Otherwise>(
  work: Promise<Value>,
  otherwise: Otherwise,
): Promise<Value | Otherwise> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Otherwise>(resolve => {
    timer = setTimeout(() => resolve(otherwise), PROBE_MS)
  })
  const answer = await Promise.race([work.catch(() => otherwise), late])
  clearTimeout(timer)
  return answer
}
