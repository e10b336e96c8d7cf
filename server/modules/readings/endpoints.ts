// Measured values over time, what meters have counted, and both as a file.
import { readingConsumption, readingSeries } from '../../../src/contract/endpoints/device.ts'
import { exportReadings } from '../../../src/contract/endpoints/report.ts'
import { DAY_MS } from '../../../src/domain/durations.ts'
import { bucketStarts, isZone, nextStart } from '../../../src/domain/report/zone-time.ts'
import type { Store } from '../../entity/statement.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import { deviceByImei, refusePeriod } from '../devices/public.ts'
import type { Runners } from '../tasks/public.ts'
import { consumptionOf } from './consumption.ts'
import { readPoints, readSeries } from './series.ts'
import { readingsRunner, startReadingsExport } from './start-readings.ts'

/** The last figure of a counter before the period is looked for this far back: consumption begins with it. */
const BEFORE_MS = 7 * DAY_MS

export function mountReadings(
  handlers: Handlers,
  { bus, jobs, pools, runners }: Pick<Kernel, 'bus' | 'jobs' | 'pools'> & { runners: Runners },
  devices: Store,
): void {
  runners.register('readings', readingsRunner(pools.jobs, devices))

  handlers.handle(readingSeries, async ({ imei, kind, from, to, points }, context) => {
    refusePeriod(from, to)
    const { id } = await deviceByImei(devices, imei, context)
    return readSeries(context.sql, { deviceId: id, kind, from, to, points })
  })

  handlers.handle(readingConsumption, async ({ imei, kind, from, to, zone }, context) => {
    refusePeriod(from, to)
    if (!isZone(zone)) throw new Refused('field.zone', { field: 'zone' })
    const { id } = await deviceByImei(devices, imei, context)
    const starts = bucketStarts('day', zone, from, to + 1)
    const end = nextStart('day', zone, starts.at(-1) ?? from)
    const points = await readPoints(context.sql, {
      deviceId: id,
      kind,
      from: (starts[0] ?? from) - BEFORE_MS,
      to: end - 1,
    })
    const { total, amounts, resets } = consumptionOf(points, starts, end)
    return {
      total,
      days: starts.map((at, index) => ({ at, amount: amounts[index] ?? 0 })),
      resets: resets.filter(at => at >= (starts[0] ?? from)),
    }
  })

  handlers.handle(exportReadings, async (request, context) => {
    refusePeriod(request.from, request.to)
    const wanted = [...new Set(request.imeis)]
    // One that the person may not see refuses the whole order, as an unknown one does.
    for (const imei of wanted) await deviceByImei(devices, imei, context)
    return { taskId: await startReadingsExport({ bus, jobs }, { ...request, imeis: wanted }, context) }
  })
}
