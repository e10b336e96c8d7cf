// Traces by OpenTelemetry. Loaded by a server that was told where to send them, and by no other. What runs around work is
// known by Node's own store; nothing global is registered, so that no library writes spans of its own.
import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TracePoint, Tracing } from '../trace.ts'
import type { TracingConfig } from './settings.ts'

/** Of a batch of messages; the first is what it follows from. */
const MOST_LINKS = 32
/** Asked every few seconds by whatever watches the server. */
const PROBES = /^\/(api\/(health|live|ready)|metrics)\b/

export interface RunningTracing extends Tracing {
  /** Follows the requests of a server from now on. */
  follow(http: FastifyInstance): void
  /** Sends what is left. */
  stop(): Promise<void>
}

interface Given {
  config: NonNullable<TracingConfig>
  release: string
  /** Milliseconds between two sendings. */
  everyMs?: number
}

export function createTracing({ config, release, everyMs = 5_000 }: Given): RunningTracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'gatehouse', 'service.version': release }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(config.share) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: config.url }),
        scheduledDelayMillis: everyMs,
      }),
    ],
  })
  const tracer = provider.getTracer('gatehouse')
  const around = new AsyncLocalStorage<Context>()
  /** Whose point it is. */
  const spans = new WeakMap<TracePoint, Span>()
  const here = () => around.getStore() ?? ROOT_CONTEXT

  const fail = (span: Span, error: unknown) => {
    // The words of an error may name somebody; its kind does not.
    const message = error instanceof Error ? error.name : 'failed'
    span.setStatus({ code: SpanStatusCode.ERROR, message })
  }
  const begin = (...[name, facts, , after]: Parameters<Tracing['run']>) => {
    const causes = after?.flatMap(point => spans.get(point)?.spanContext() ?? [])
    const [first, ...rest] = causes ?? []
    const context = causes ? (first ? trace.setSpanContext(ROOT_CONTEXT, first) : ROOT_CONTEXT) : here()
    const links = rest.slice(0, MOST_LINKS).map(cause => ({ context: cause }))
    const span = tracer.startSpan(name, { kind: SpanKind.INTERNAL, attributes: facts, links }, context)
    return { span, inside: trace.setSpan(context, span) }
  }

  return {
    run: async (name, facts, work, after) => {
      const { span, inside } = begin(name, facts, work, after)
      try {
        return await around.run(inside, work)
      } catch (error) {
        fail(span, error)
        throw error
      } finally {
        span.end()
      }
    },
    runNow: (name, facts, work) => {
      const { span, inside } = begin(name, facts, async () => undefined)
      try {
        return around.run(inside, work)
      } catch (error) {
        fail(span, error)
        throw error
      } finally {
        span.end()
      }
    },
    here: () => {
      const span = trace.getSpan(here())
      if (!span) return undefined
      const point = { traceId: span.spanContext().traceId }
      spans.set(point, span)
      return point
    },
    follow: http => {
      const open = new WeakMap<FastifyRequest, Span>()
      http.addHook('onRequest', async request => {
        if (PROBES.test(request.url)) return
        const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown')
        // The address itself may carry a ticket, and what somebody looks for: its pattern does not.
        open.set(
          request,
          tracer.startSpan(
            `${request.method} ${route}`,
            {
              kind: SpanKind.SERVER,
              attributes: { 'http.request.method': request.method, 'http.route': route },
            },
            ROOT_CONTEXT,
          ),
        )
      })
      // What follows the last hook before the handler runs inside of it, whatever the body came through.
      http.addHook('preHandler', (request, _reply, done) => {
        const span = open.get(request)
        if (span) around.run(trace.setSpan(ROOT_CONTEXT, span), done)
        else done()
      })
      http.addHook('onResponse', async (request, reply) => {
        const span = open.get(request)
        span?.setAttribute('http.response.status_code', reply.statusCode)
        if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
        span?.end()
      })
      http.addHook('onRequestAbort', async request => {
        open.get(request)?.setStatus({ code: SpanStatusCode.ERROR, message: 'aborted' })
        open.get(request)?.end()
      })
    },
    stop: () => provider.shutdown(),
  }
}
