// Requests made of an endpoint's own schema, for tests that walk over the whole contract.
import * as z from 'zod/mini'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { WRITTEN_DAY } from '../../src/domain/limits.ts'

/** A row by all that names it. */
export interface Named {
  id: number
  imei: string
  iccid: string
}

/** A value that the schema takes, with what names the row wherever such a name is wanted. */
function sample(schema: Record<string, unknown>, row: Named, key = ''): unknown {
  const of = schema as {
    type?: string
    const?: unknown
    enum?: unknown[]
    anyOf?: Record<string, unknown>[]
    oneOf?: Record<string, unknown>[]
    properties?: Record<string, Record<string, unknown>>
    required?: string[]
    items?: Record<string, unknown>
    prefixItems?: Record<string, unknown>[]
    minItems?: number
    minimum?: number
    pattern?: string
  }
  if (of.const !== undefined) return of.const
  if (of.enum) return of.enum[0]
  if (of.anyOf) {
    const branch = of.anyOf.find(({ type }) => type !== 'null') ?? of.anyOf[0] ?? {}
    return sample(branch, row, key)
  }
  if (of.oneOf) return sample(of.oneOf[0] ?? {}, row, key)
  if (of.type === 'object') {
    const all = Object.entries(of.properties ?? {})
    // Everything that is wanted, and everything that could name somebody else's row.
    const wanted = all.filter(
      ([name]) => of.required?.includes(name) || /(^i|I)ds?$|^imei$|^version$/.test(name),
    )
    // Of what may be left out whole, something is not.
    const some = wanted.length === 0 && key !== '' ? all.slice(0, 1) : wanted
    return Object.fromEntries(some.map(([name, inner]) => [name, sample(inner, row, name)]))
  }
  if (of.prefixItems) return of.prefixItems.map(inner => sample(inner, row, key))
  if (of.type === 'array')
    return Array.from({ length: Math.max(1, of.minItems ?? 1) }, () => sample(of.items ?? {}, row, key))
  if (key === 'version') return 1
  // After its beginning.
  if (key === 'endsAt') return 2
  if (of.type === 'integer' || of.type === 'number')
    return /(^i|I)ds?$/.test(key) ? row.id : Math.max(1, of.minimum ?? 1)
  if (of.type === 'boolean') return false
  if (of.pattern === WRITTEN_DAY.source) return '2026-01-01'
  return texts(row)[key] ?? 'Foreign-2026'
}

const texts = ({ id, imei, iccid }: Named): Record<string, string> => ({
  id: String(id),
  ids: String(id),
  imei,
  imeis: imei,
  roomId: '1111',
  number: '1111',
  iccid,
  subject: iccid,
  phone: '13600000000',
  person: 'walkUp:foreign-2026',
  regionCode: '330106',
  zone: 'Asia/Shanghai',
  serialPrefix: 'F-2026',
  url: `/files/${'x'.repeat(43)}`,
  picture: '/files/none',
  pictures: `/files/${'x'.repeat(43)}`,
  key: 'x'.repeat(43),
  birthDate: '2000-01-01',
  day: '2026-06-01',
  idNumber: '11010519491231002X',
  startOn: '2026-01-01',
  month: '2026-01',
  endOn: '2026-12-31',
  validFrom: '2026-01-01',
  validUntil: '2026-12-31',
  fromDay: '2026-06-01',
  untilDay: '2026-06-02',
  endDay: '2026-06-01',
  from: '2026-06-01',
  until: '2026-06-07',
  data: '0106',
  callNumber: '1111',
  address: 'https://example.com/',
  creditCode: '91310000MA1K4XWL9T',
  buildingPattern: '{number}',
  unitPattern: '{number}',
  roomPattern: '{floor}{room:2}',
  mainAddress: 'rtsp://10.0.0.1/stream',
  region: '440305',
  regions: '44',
  scopes: 'device.read',
  addresses: '203.0.113.7',
})

/** A request that an endpoint takes, about the row. */
export function requestOf(endpoint: Endpoint, row: Named): Record<string, unknown> {
  const schema = z.toJSONSchema(endpoint.request, { io: 'input', unrepresentable: 'any' })
  const request = sample(schema as Record<string, unknown>, row) as Record<string, unknown>
  // Of several ways to say which devices are meant an order takes one.
  if (!endpoint.path.startsWith('order/')) return request
  const { groupId: _group, departmentId: _department, sample: _sample, ...chosen } = request
  return chosen
}
