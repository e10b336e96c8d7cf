// Which door units are there: the known ones from the database, their connection from the broker.
import { doorClientId, roomClientName } from '../../../src/contract/push-service.ts'
import type { Bus } from '../../bus.ts'
import { type Data, WHOLE } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import type { RosterClient } from './roster.ts'

/** Door units at the broker, as far as this process can tell. */
export interface DoorPresence {
  isThere(door: { imei: string; online: boolean }): boolean
  /** Calls back when some device may have come or gone. Answers the function that stops listening. */
  onChange(listener: () => void): () => void
}

/** Many devices come and go at once; one look at the doors serves them all. */
const GATHER_MS = 100
const READ_GATHER_MS = 500
/** What another process has changed, and doors at a broker that tells nothing. */
const READ_EVERY_MS = 15_000
const LOOK_EVERY_MS = 5_000

interface DoorRow {
  imei: string
  tenantId: number
  departmentId: number | null
  building: string | null
  unit: string | null
  roomNo: string | null
  /** As far as the database knows. */
  online: boolean
}

/** Watches the door units and tells which rooms are there; answers the function that stops it. */
export function watchRooms(options: {
  data: Data
  bus: Bus
  doors: DoorPresence
  setRooms(rooms: readonly RosterClient[]): void
  onError(error: unknown): void
}): () => void {
  const { data, bus, doors, setRooms, onError } = options
  let known: DoorRow[] = []
  let stopped = false

  const look = () => {
    if (!stopped) setRooms(known.filter(door => doors.isThere(door)).map(clientOf))
  }
  const read = () => {
    data
      .scoped(WHOLE, sql =>
        rowsOf(
          sql,
          tables
            .selectFrom('device as d')
            .leftJoin('device_state as s', 's.device_id', 'd.id')
            .select([
              'd.imei',
              'd.tenant_id as tenantId',
              'd.department_id as departmentId',
              'd.building',
              'd.unit',
              'd.room_no as roomNo',
              's.state',
            ])
            .where('d.kind', '=', 'doorUnit')
            .where('d.removed_at', 'is', null)
            .where('d.lifecycle', '<>', 'recycled'),
        ),
      )
      .then(rows => {
        known = rows.map(({ state, ...door }) => ({
          ...door,
          online: state === 'online' || state === 'abnormal',
        }))
        look()
      })
      .catch(onError)
  }
  const soon = gather(GATHER_MS, look)
  const readSoon = gather(READ_GATHER_MS, read)
  const stops = [
    doors.onChange(soon.ask),
    bus.on('device.changed', ({ change }) => {
      if (change !== 'settings') readSoon.ask()
    }),
  ]
  const timers = [setInterval(read, READ_EVERY_MS), setInterval(look, LOOK_EVERY_MS)]
  for (const timer of timers) timer.unref()
  read()
  return () => {
    stopped = true
    for (const timer of timers) clearInterval(timer)
    for (const stop of [...stops, soon.stop, readSoon.stop]) stop()
  }
}

function clientOf(door: DoorRow): RosterClient {
  const { imei, tenantId, departmentId } = door
  return { is: 'room', id: doorClientId(imei), name: roomClientName(door), tenantId, departmentId }
}

function gather(milliseconds: number, run: () => void): { ask(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined
  return {
    ask: () => {
      timer ??= setTimeout(() => {
        timer = undefined
        run()
      }, milliseconds)
    },
    stop: () => clearTimeout(timer),
  }
}
