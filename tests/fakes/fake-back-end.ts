// A back end in memory for component tests: it answers the generic endpoints of entities through the real client.
import * as z from 'zod/mini'
import { entityEndpoints, type PageQuery } from '../../src/contract/entity-endpoints.ts'
import { codes } from '../../src/contract/errors.ts'
import type { EntityDefinition } from '../../src/domain/entity.ts'
import { configureHttp } from '../../src/platform/http.ts'

export interface FakeRow {
  id: number
  version: number
  [field: string]: unknown
}

export interface Asked {
  /** `device/page`, `device/save` … */
  path: string
  request: unknown
}

interface Refusal {
  id: string
  field?: string
  params?: Record<string, string | number>
  code?: number
}

interface FakeEntity {
  entity: EntityDefinition
  rows: FakeRow[]
  removed: FakeRow[]
}

export interface FakeBackEnd {
  /** Everything that was asked, in order. */
  asked: Asked[]
  /** Requests to a path, decoded. */
  askedFor: (path: string) => unknown[]
  rows: (key: string) => FakeRow[]
  /** The next call to a path is refused so. */
  refuse: (path: string, refusal: Refusal) => void
  /** Commands on this row are refused so. */
  refuseRow: (id: number, errorId: string) => void
  /** From now on nothing is reached. */
  cut: () => void
  mend: () => void
  /** Answers of endpoints that are not an entity's own, by path. */
  answer: (path: string, data: unknown) => void
}

/** Puts a fake back end behind `sendRequest`. */
export function fakeBackEnd(tables: readonly { entity: EntityDefinition; rows: FakeRow[] }[]): FakeBackEnd {
  const store = new Map<string, FakeEntity>(
    tables.map(({ entity, rows }) => [entity.key, { entity, rows: [...rows], removed: [] }]),
  )
  const asked: Asked[] = []
  const refusals = new Map<string, Refusal>()
  const refusedRows = new Map<number, string>()
  const answers = new Map<string, unknown>()
  let reached = true

  const envelope = (body: object) =>
    new Response(JSON.stringify({ code: codes.ok, ...body }), {
      headers: { 'Content-Type': 'application/json' },
    })
  const refused = ({ id, field, params, code = codes.invalid }: Refusal) =>
    envelope({ code, id, msg: id, ...(field && { field }), ...(params && { params }) })

  configureHttp({
    fetch: async (input, init) => {
      if (!reached) throw new TypeError('Failed to fetch')
      const url = new URL(String(input), location.href)
      const path = url.pathname.split('/').slice(3).join('/')
      const raw: unknown =
        init?.method === 'GET' ? Object.fromEntries(url.searchParams) : JSON.parse(String(init?.body ?? '{}'))
      const refusal = refusals.get(path)
      if (refusal) {
        refusals.delete(path)
        asked.push({ path, request: raw })
        return refused(refusal)
      }
      if (answers.has(path)) {
        asked.push({ path, request: raw })
        return envelope({ data: answers.get(path) })
      }
      const [key = '', verb = ''] = path.split('/')
      const table = store.get(key)
      if (!table) return refused({ id: 'route.unknown', code: codes.unknown })
      return envelope({ data: answerOf(table, verb, raw, path) })
    },
  })

  function answerOf(table: FakeEntity, verb: string, raw: unknown, path: string): unknown {
    const endpoints = entityEndpoints(table.entity)
    const decode = (schema: z.ZodMiniType): Record<string, unknown> => {
      const request = z.decode(schema, raw as never) as Record<string, unknown>
      asked.push({ path, request })
      return request
    }
    const encodeRow = (row: FakeRow) => z.encode(endpoints.get.response as z.ZodMiniType, row)
    switch (verb) {
      case 'page': {
        const query: PageQuery = decode(endpoints.page.request)
        const { rows, counts } = select(table, query)
        const { page = 1, size = 20 } = query
        return {
          list: rows.slice((page - 1) * size, page * size).map(encodeRow),
          total: rows.length,
          ...(counts && { counts }),
        }
      }
      case 'get': {
        const { id } = decode(endpoints.get.request)
        return encodeRow(table.rows.find(row => row.id === id) ?? { id: 0, version: 0 })
      }
      case 'save': {
        const { id, version: _, ...values } = decode(endpoints.save.request)
        const before = table.rows.find(row => row.id === id)
        const row: FakeRow = {
          ...(table.rows[0] ?? { id: 0, version: 0 }),
          ...before,
          ...values,
          id: before?.id ?? table.rows.length + 1000,
          version: (before?.version ?? 0) + 1,
        }
        table.rows = before ? table.rows.map(each => (each === before ? row : each)) : [...table.rows, row]
        return encodeRow(row)
      }
      case 'export':
        decode(endpoints.export.request)
        return { taskId: 1 }
      case 'remove':
      case 'restore': {
        const ids = decode(endpoints.remove.request).ids as number[]
        const [from, to] = verb === 'remove' ? (['rows', 'removed'] as const) : (['removed', 'rows'] as const)
        table[to] = [...table[to], ...table[from].filter(row => ids.includes(row.id))]
        table[from] = table[from].filter(row => !ids.includes(row.id))
        return { results: ids.map(resultOf) }
      }
      default: {
        const { ids, input } = decode(endpoints.command(verb).request) as { ids: number[]; input?: object }
        table.rows = table.rows.map(row =>
          ids.includes(row.id) && !refusedRows.has(row.id) ? { ...row, ...effectOf(verb), ...input } : row,
        )
        return { results: ids.map(resultOf) }
      }
    }
  }

  function resultOf(id: number) {
    const error = refusedRows.get(id)
    return error ? { id, ok: false, error: { id: error } } : { id, ok: true }
  }

  return {
    asked,
    askedFor: path => asked.filter(each => each.path === path).map(each => each.request),
    rows: key => store.get(key)?.rows ?? [],
    refuse: (path, refusal) => refusals.set(path, refusal),
    refuseRow: (id, errorId) => refusedRows.set(id, errorId),
    cut: () => {
      reached = false
    },
    mend: () => {
      reached = true
    },
    answer: (path, data) => answers.set(path, data),
  }
}

const effects: Readonly<Record<string, object>> = {
  enable: { status: 'enabled' },
  disable: { status: 'disabled' },
  read: { state: 'read', readAt: 1_700_000_000_000 },
  unread: { state: 'unread', readAt: null },
  issue: { state: 'writing', writeFailure: null, writeExpiresAt: 8_000_000_000_000 },
  cancel: { state: 'draft', writeFailure: 'cancelled', writeExpiresAt: null },
}
const effectOf = (command: string): object => effects[command] ?? {}

function select(table: FakeEntity, query: Record<string, unknown>) {
  const { entity } = table
  const fits = (row: FakeRow, skip?: string) =>
    Object.entries(entity.filters).every(([field, kind]) => {
      const wanted = query[field]
      if (field === skip || wanted === undefined) return true
      if (kind === 'contains') return String(row[field]).includes(String(wanted))
      return kind === 'oneOf' ? (wanted as unknown[]).includes(row[field]) : row[field] === wanted
    }) &&
    (query.q === undefined || entity.search.some(field => String(row[field] ?? '').includes(String(query.q))))
  const sort = String(query.sort ?? entity.defaultSort)
  const field = sort.replace(/^-/, '')
  const rows = table.rows
    .filter(row => fits(row))
    .sort((a, b) => String(a[field]).localeCompare(String(b[field]), 'en', { numeric: true }))
  if (sort.startsWith('-')) rows.reverse()
  const { countBy } = entity
  if (!countBy || !query.counts) return { rows }
  const counts: Record<string, number> = {}
  for (const row of table.rows.filter(each => fits(each, countBy))) {
    counts[String(row[countBy])] = (counts[String(row[countBy])] ?? 0) + 1
  }
  return { rows, counts }
}
