// How the data models of products and the newest readings are read.
import { latestReading } from '../../../src/domain/device/latest-reading.ts'
import { productReading } from '../../../src/domain/device/product-reading.ts'
import { readingKinds } from '../../../src/domain/device/readings.ts'
import type { Store } from '../../entity/statement.ts'

export function readingStores(): Store[] {
  return [
    {
      entity: productReading,
      table: { name: 'product_reading', unique: { product_reading_once: 'kind' } },
    },
    {
      entity: latestReading,
      table: {
        name: 'device',
        joins: `join device_state s on s.device_id = t.id and s.tenant_id = t.tenant_id
          left join lateral (select jsonb_object_agg(r.kind, r.value) as v, max(r.at) as at
            from latest_reading r where r.device_id = t.id) l on true`,
        columns: {
          state: 's.state',
          measuredAt: 'l.at',
          ...Object.fromEntries(readingKinds.map(kind => [kind, `(l.v ->> '${kind}')::float8`])),
        },
        search: 't.search_text',
      },
    },
  ]
}
