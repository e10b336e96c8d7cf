// Measured values of chosen devices as a file: one line a moment, one column a reading.
import * as z from 'zod/mini'
import { exportReadings } from '../../../src/contract/endpoints/report.ts'
import type { ReadingKind } from '../../../src/domain/device/readings.ts'
import { DAY_MS } from '../../../src/domain/durations.ts'
import type { Cell } from '../../../src/domain/file/csv-dialect.ts'
import { clockText } from '../../../src/domain/report/zone-time.ts'
import type { Data, Sql } from '../../db/scoped.ts'
import { addVisibility, Conditions, type Store } from '../../entity/statement.ts'
import type { Context } from '../../http/handlers.ts'
import { type Run, type Runner, type Starting, stampedName, startTask, storedZone } from '../tasks/public.ts'
import { readPoints } from './series.ts'

type ReadingsRequest = z.output<typeof exportReadings.request>

/** Lines that are written before the progress is reported again. */
const BATCH = 5_000

/** Puts an export of measured values into the task list. */
export function startReadingsExport(
  starting: Starting,
  request: ReadingsRequest,
  context: Pick<Context, 'person' | 'sql' | 'address'>,
): Promise<number> {
  const { format, imeis, kinds, from, to } = request
  return startTask(
    starting,
    {
      kind: 'readings',
      entity: 'device',
      format,
      fileName: stampedName('readings', format, request.zone),
      request: { wanted: request },
      detail: { imeis, kinds, from, to },
    },
    context,
  )
}

interface Known {
  id: number
  imei: string
  name: string
}

/** Does such tasks. Devices that the person may not see any more are left out. */
export function readingsRunner(data: Data, devices: Store): Runner {
  return {
    permissions: () => ['device.export'],
    run: async run => {
      const request = z.parse(exportReadings.request, run.task.request.wanted)
      const known = await data.scoped(run.scope, sql => seen(sql, devices, request.imeis, run))
      await run.writeLines(lines(data, run, request, known))
    },
  }
}

function seen(sql: Sql, devices: Store, imeis: readonly string[], run: Run): Promise<Known[]> {
  const conditions = new Conditions()
  conditions.parts.push('t.removed_at is null', `t.imei = any(${conditions.bind([...imeis])})`)
  addVisibility(devices, conditions, run)
  return sql.query<Known>(
    `select t.id, t.imei, t.name from device t where ${conditions.where} order by t.name, t.id`,
    conditions.values,
  )
}

async function* lines(
  data: Data,
  run: Run,
  { kinds, from, to, words, ...request }: ReadingsRequest,
  devices: readonly Known[],
): AsyncGenerator<readonly Cell[]> {
  const zone = storedZone(request)
  const word = (name: string) => words[name] ?? name
  yield [word('device'), word('imei'), word('time'), ...kinds.map(word)]
  let done = 0
  for (const { id, imei, name } of devices) {
    // A day at a time: a year of one value a second never is in memory together.
    for (let start = from; start <= to; start += DAY_MS) {
      const stretch = { deviceId: id, from: start, to: Math.min(to, start + DAY_MS - 1) }
      for (const { at, values } of await data.scoped(run.scope, sql => table(sql, kinds, stretch))) {
        yield [name, imei, clockText(zone, at), ...values]
        if (++done % BATCH === 0) await run.progress({ done })
      }
      run.signal.throwIfAborted()
    }
  }
  await run.progress({ done })
}

interface Line {
  at: number
  values: (number | null)[]
}

/** Readings side by side, one line for each moment at which any of them has a value. */
async function table(
  sql: Sql,
  kinds: readonly ReadingKind[],
  stretch: { deviceId: number; from: number; to: number },
): Promise<Line[]> {
  const byTime = new Map<number, (number | null)[]>()
  for (const [column, kind] of kinds.entries()) {
    const { times, values } = await readPoints(sql, { ...stretch, kind })
    times.forEach((at, index) => {
      const line = byTime.get(at) ?? kinds.map(() => null)
      line[column] = values[index] ?? null
      byTime.set(at, line)
    })
  }
  return [...byTime].map(([at, values]) => ({ at, values })).sort((a, b) => a.at - b.at)
}
