// What the server counts, as Prometheus reads it. Nothing of it names a person, a device or a tenant, and what comes from
// outside (addresses, reasons) cannot make more lines than are bounded here.
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { IngestWatch } from '../ingest/public.ts'
import type { Queues } from './queues.ts'
import type { SelfSources } from './self.ts'

/** Routes, methods and statuses together: further ones are counted under `other`. */
const MOST_ROUTES = 2_000
/** Reasons for which messages were refused. */
const MOST_REASONS = 100
const OTHER = 'other'
const PREFIX = 'gatehouse_'

const REQUEST_SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10]
const STORE_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

export interface Metrics {
  /** Told by the intake of messages. */
  watch: IngestWatch
  /** Counts the requests of a server from now on. */
  follow(http: FastifyInstance): void
  text(): Promise<string>
  contentType: string
  stop(): void
}

export interface MetricSources {
  self: SelfSources
  queues(): Promise<Queues>
  release: string
}

type Labels = Record<string, string>

export function createMetrics({ self, queues, release }: MetricSources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, prefix: PREFIX })

  /** A number that is read when somebody asks; `lines` answers it with its labels. */
  const read = (
    kind: typeof Gauge | typeof Counter,
    name: string,
    help: string,
    labelNames: readonly string[],
    lines: () => Iterable<readonly [labels: Labels, value: number | undefined]>,
  ) =>
    new kind({
      name: `${PREFIX}${name}`,
      help,
      labelNames,
      registers,
      collect() {
        this.reset()
        for (const [labels, value] of lines()) if (value !== undefined) this.inc(labels, value)
      },
    })
  const gauge = (name: string, help: string, value: () => number | undefined) =>
    read(Gauge, name, help, [], () => [[{}, value()]])
  const counter = (name: string, help: string, value: () => number | undefined) =>
    read(Counter, name, help, [], () => [[{}, value()]])
  const ageOf = (at: number | undefined | null) => (at == null ? 0 : Math.max(0, Date.now() - at) / 1000)

  read(Gauge, 'build_info', 'Always 1; which release this is', ['release'], () => [[{ release }, 1]])
  gauge('draining', '1 while the process was told to stop and serves on', () => (self.draining() ? 1 : 0))

  gauge('lane_messages', 'Messages of devices that wait to be stored', () => self.traffic()?.waiting)
  gauge('lane_oldest_seconds', 'How long the oldest of them has waited', () => {
    const traffic = self.traffic()
    return traffic && ageOf(traffic.oldestAt)
  })
  gauge('store_failing', '1 while messages of some device are not stored', () => {
    const traffic = self.traffic()
    return traffic && (traffic.trouble ? 1 : 0)
  })
  counter('messages_stored_total', 'Messages of devices that were stored', () => self.traffic()?.stored)
  read(Counter, 'messages_refused_total', 'Messages that were refused for good', ['reason'], () =>
    bounded(self.traffic()?.refused ?? {}, MOST_REASONS).map(([reason, value]) => [{ reason }, value]),
  )
  const store = new Histogram({
    name: `${PREFIX}store_seconds`,
    help: 'How long it took to store a batch of messages',
    buckets: STORE_SECONDS,
    registers,
  })
  const alarms = new Counter({
    name: `${PREFIX}alarms_raised_total`,
    help: 'Alarms that devices raised',
    labelNames: ['type', 'severity'],
    registers,
  })

  counter('published_total', 'Messages to consoles and devices', () => self.traffic()?.published)
  counter('unpublished_total', 'Messages to consoles and devices that could not be sent', () => {
    return self.traffic()?.unpublished
  })
  counter('fan_out_published_total', 'Words to the other server processes', () => {
    const fanOut = self.traffic()?.fanOut
    return fanOut && fanOut.said - fanOut.dropped
  })
  counter('fan_out_dropped_total', 'Words to the other server processes that were lost', () => {
    return self.traffic()?.fanOut?.dropped
  })
  read(
    Counter,
    'fan_out_unheard_total',
    'Words of other server processes that were not believed',
    ['reason'],
    () => Object.entries(self.traffic()?.fanOut?.unheard ?? {}).map(([reason, value]) => [{ reason }, value]),
  )
  gauge('unsent_bytes', 'Bytes that wait for connections to read them', () => self.traffic()?.unsent.bytes)
  read(Counter, 'connections_cut_total', 'Connections that were cut for not reading', ['reason'], () =>
    Object.entries(self.traffic()?.unsent.cut ?? {}).map(([reason, value]) => [{ reason }, value]),
  )
  read(Gauge, 'connections', 'Open connections', ['kind'], () => {
    const traffic = self.traffic()
    const { pushConnections, spokenConnections } = self.sockets()
    return [
      [{ kind: 'console' }, traffic?.people],
      [{ kind: 'device' }, traffic?.devices],
      [{ kind: 'push' }, pushConnections],
      [{ kind: 'spoken' }, spokenConnections],
    ]
  })

  const pools = () => Object.entries(self.pools())
  read(Gauge, 'pool_connections', 'Database connections', ['pool', 'state'], () =>
    pools().flatMap(([pool, { size, busy }]): [Labels, number][] => [
      [{ pool, state: 'most' }, size],
      [{ pool, state: 'busy' }, busy],
    ]),
  )
  read(Gauge, 'pool_waiting', 'Who waits for a database connection now', ['pool'], () =>
    pools().map(([pool, { waiting }]) => [{ pool }, waiting]),
  )
  read(Counter, 'pool_waits_total', 'Who found no database connection free', ['pool'], () =>
    pools().map(([pool, { waits }]) => [{ pool }, waits]),
  )
  read(Counter, 'pool_wait_seconds_total', 'How long they waited, together', ['pool'], () =>
    pools().map(([pool, { waitedMs }]) => [{ pool }, waitedMs / 1000]),
  )
  read(Counter, 'pool_refused_total', 'Who waited for a database connection in vain', ['pool'], () =>
    pools().map(([pool, { refused }]) => [{ pool }, refused]),
  )

  gauge('push_unsent', 'Push messages that have neither arrived nor been given up', () => self.push().waiting)
  gauge('push_oldest_unsent_seconds', 'How long the oldest of them has waited', () =>
    ageOf(self.push().oldestAt),
  )

  // All of these are of one look into the database, whichever is asked for first.
  let looking: Promise<Queues | undefined> | undefined
  const look = () => {
    looking ??= queues()
      .catch(() => undefined)
      .finally(() => {
        looking = undefined
      })
    return looking
  }
  const ofJobs = (
    name: string,
    help: string,
    labelNames: readonly string[],
    lines: (found: Queues) => readonly (readonly [labels: Labels, value: number])[],
  ) =>
    new Gauge({
      name: `${PREFIX}${name}`,
      help,
      labelNames,
      registers,
      async collect() {
        const found = await look()
        this.reset()
        // What is not known is no line, rather than a zero.
        if (!found) return this.remove()
        for (const [labels, value] of lines(found)) this.set(labels, value)
      },
    })
  ofJobs('jobs_waiting', 'Background jobs that could have begun', ['kind'], found =>
    found.queues.map(({ kind, waiting }) => [{ kind }, waiting]),
  )
  ofJobs('jobs_running', 'Background jobs that are under way', ['kind'], found =>
    found.queues.map(({ kind, running }) => [{ kind }, running]),
  )
  ofJobs('jobs_oldest_seconds', 'How long the oldest of those that wait has waited', ['kind'], found =>
    found.queues.map(({ kind, oldestAt }) => [{ kind }, ageOf(oldestAt)]),
  )
  ofJobs('jobs_dead', 'Background jobs that failed for good', [], found => [[{}, found.dead]])

  const requests = new Histogram({
    name: `${PREFIX}http_request_seconds`,
    help: 'How long requests took, by the pattern of their address',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const known = new Set<string>()
  const mayBe = (key: string) => {
    if (!known.has(key) && known.size >= MOST_ROUTES) return false
    known.add(key)
    return true
  }

  return {
    watch: {
      stored: (_messages, ms) => store.observe(ms / 1000),
      raised: raised => {
        for (const { type, severity } of raised) alarms.inc({ type, severity })
      },
    },
    follow: http => {
      http.addHook('onResponse', async (request, reply) => {
        // What no route answers to is one line, whatever somebody tries.
        const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown')
        const method = route === 'unknown' ? OTHER : request.method
        const status = String(reply.statusCode)
        const labels = mayBe(`${method} ${route} ${status}`)
          ? { method, route, status }
          : { method: OTHER, route: OTHER, status: `${status[0]}xx` }
        requests.observe(labels, reply.elapsedTime / 1000)
      })
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
    stop: () => registry.clear(),
  }
}

/** The most frequent, and the rest in one. */
export function bounded(counts: Readonly<Record<string, number>>, most: number): [string, number][] {
  const all = Object.entries(counts).sort(([, a], [, b]) => b - a)
  const rest = all.slice(most).reduce((sum, [, count]) => sum + count, 0)
  return [...all.slice(0, most), ...(rest > 0 ? [[OTHER, rest] satisfies [string, number]] : [])]
}
