// How the data models of products and the newest readings are read.
import { latestReading } from '../../../src/domain/device/latest-reading.ts'
import { productReading } from '../../../src/domain/device/product-reading.ts'
import { readingKind, readingKinds, readings } from '../../../src/domain/device/readings.ts'
import type { Bus } from '../../bus.ts'
import type { Store } from '../../entity/statement.ts'
import { Refused } from '../../http/refusal.ts'

// As a subquery for the rows of one page: a join would read the newest values of all devices first.
const newest = (kind: string, column: string) =>
  `(select r.${column} from latest_reading r where r.device_id = t.id and r.kind = '${kind}')`

export function readingStores(bus: Bus): Store[] {
  return [
    {
      entity: productReading,
      table: {
        name: 'product_reading',
        unique: { product_reading_once: 'kind' },
        beforeSave: async ({ before, input }) => {
          const { kind, lower, upper } = { ...before, ...input }
          if (typeof lower === 'number' && typeof upper === 'number' && lower >= upper)
            throw new Refused('field.limitOrder', { field: 'upper' })
          const { min, max } = readings[readingKind.parse(kind)]
          for (const [field, limit] of Object.entries({ lower, upper })) {
            if (typeof limit !== 'number') continue
            if (limit < min) throw new Refused('field.tooSmall', { field, params: { min } })
            if (limit > max) throw new Refused('field.tooBig', { field, params: { max } })
          }
          return undefined
        },
        afterChange: async ({ context, tenantId }) => {
          context.sql.afterCommit(() => bus.emit('limits.changed', { tenantId }))
        },
      },
    },
    {
      entity: latestReading,
      table: {
        name: 'device',
        // By tenant as well: who sorts by the newest measurement reads the states of one tenant, not all.
        joins: 'join device_state s on s.device_id = t.id and s.tenant_id = t.tenant_id',
        columns: {
          state: 's.state',
          measuredAt: 's.measured_at',
          settings: `(select g.desired - array['contacts', 'allowedNumbers', 'blockedNumbers', 'welcomeMessage']
            from device_settings g where g.device_id = t.id)`,
          ...Object.fromEntries(
            readingKinds.flatMap(kind => [
              [kind, newest(kind, 'value')],
              [`${kind}At`, newest(kind, 'at')],
            ]),
          ),
        },
        search: 't.search_text',
        pairs: 't.search_pairs',
      },
    },
  ]
}
