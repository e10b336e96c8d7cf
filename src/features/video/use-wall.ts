// A wall on a page: as it was left last, in one window at a time, with the alarms that open their camera.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { alarm } from '../../domain/alarm/alarm.ts'
import { permissionFor } from '../../domain/entity.ts'
import { id } from '../../domain/fields.ts'
import { cameraFor } from '../../domain/video/nearest-camera.ts'
import { emptyWall, stepWall, type Wall, type WallShape, wallShapes } from '../../domain/video/wall.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { getSession } from '../../platform/session-store.ts'
import { type WallTab, wallTab } from '../../platform/video/wall-tab.ts'
import { keep, readKept } from '../../resource/kept.ts'
import { pageOptions } from '../../resource/query.ts'
import { useRights } from '../../resource/surroundings.ts'
import type { CameraRow } from './video-query.ts'
import { createWall, type WallDriver, type WallPorts, type WallView } from './wall.driver.ts'
import type { AlarmRow } from './wall-alarm.tsx'

const kept = z.object({ shape: z.enum(wallShapes), places: z.array(z.nullable(id)) })

/** The wall as it was left. */
function readWall(name: string, shape: WallShape): Wall {
  const read = kept.safeParse(readKept(name))
  if (!read.success) return emptyWall(shape)
  const places = read.data.places.map(key => key ?? undefined)
  return stepWall(emptyWall(shape), { on: 'lay', shape: read.data.shape, places })[0]
}

/** What the person put there; an alarm that has the big place now is not theirs. */
function keepWall(name: string, wall: Wall): void {
  const { shape, places } = wall.alarm ? stepWall({ ...wall, waiting: [] }, { on: 'putBack' })[0] : wall
  keep(name, { shape, places: places.map(key => key ?? null) })
}

export interface OwnWall {
  driver: WallDriver
  view: WallView
  /** `elsewhere`: another window of this browser has it. */
  is: 'asking' | 'here' | 'elsewhere'
  take: () => void
}

interface WallOptions {
  ports: WallPorts
  /** Under which it is kept. */
  name: string
  shape: WallShape
  /** Taken from another window without a question: it was opened for that. */
  takes: boolean
}

/** One wall for as long as the page stands. */
export function useWall({ ports, name, shape, takes }: WallOptions): OwnWall {
  const [driver, setDriver] = useState<WallDriver>()
  const [is, setIs] = useState<OwnWall['is']>('asking')
  const tab = useRef<WallTab>(undefined)
  const [first] = useState(() => readWall(name, shape))
  // biome-ignore lint/correctness/useExhaustiveDependencies: one wall a page
  useEffect(() => {
    const made = createWall(ports, first)
    made.pause(true)
    const mine = wallTab(`gatehouse-wall-${getSession()?.user.id ?? 0}`, () => {
      made.pause(true)
      setIs('elsewhere')
    })
    tab.current = mine
    let gone = false
    const begin = () => {
      if (gone) return
      mine.take()
      made.pause(false)
      setIs('here')
    }
    if (takes) begin()
    else
      void mine.elsewhere().then(held => {
        if (held) setIs('elsewhere')
        else begin()
      })
    let last = made.read().wall
    const unfollow = made.subscribe(() => {
      const { wall } = made.read()
      if (wall === last) return
      last = wall
      keepWall(name, wall)
    })
    const stop = () => made.stop()
    addEventListener('pagehide', stop)
    setDriver(made)
    return () => {
      gone = true
      removeEventListener('pagehide', stop)
      unfollow()
      made.stop()
      mine.leave()
    }
  }, [])
  const view = useSyncExternalStore(driver?.subscribe ?? never, driver?.read ?? nothing)
  return {
    driver: driver ?? idle,
    view: view ?? { wall: first, tiles: new Map(), volume: 60 },
    is,
    take() {
      tab.current?.take()
      // As the other window left it.
      const { shape: present, places } = readWall(name, shape)
      driver?.send({ on: 'lay', shape: present, places })
      driver?.pause(false)
      setIs('here')
    },
  }
}

const never = () => () => {}
const nothing = () => undefined
/** Before the first effect there is no wall to speak to. */
const idle: WallDriver = {
  read: () => ({ wall: emptyWall('one'), tiles: new Map(), volume: 0 }),
  subscribe: never,
  send: () => {},
  setVolume: () => {},
  attach: () => {},
  elementOf: () => undefined,
  again: () => {},
  talk: () => {},
  pause: () => {},
  stop: () => {},
}

const LOOK_AGAIN_MS = 60_000
const MOST = 50

/** Opens the camera that sees a new critical alarm, and lets go of it once the alarm is handled; answers the alarm now shown. */
export function useAlarmCameras(
  driver: WallDriver,
  wall: Wall,
  cameras: readonly CameraRow[] | undefined,
  on: boolean,
): { row: AlarmRow; metres: number | undefined } | undefined {
  const may = useRights()
  const [since] = useState(serverNow)
  const told = useRef(new Set<number>())
  const { data } = useQuery({
    ...pageOptions(alarm, {
      size: MOST,
      sort: '-raisedAt',
      severity: ['critical'],
      status: ['open', 'taken'],
      onTest: false,
    }),
    enabled: may(permissionFor(alarm, 'read')),
    refetchInterval: LOOK_AGAIN_MS,
  })
  const rows = data?.list
  useEffect(() => {
    if (!rows || !cameras) return
    for (const row of rows) {
      const fresh = row.createdAt >= since && row.status !== 'handled' && !row.late
      if (!fresh || told.current.has(row.id)) continue
      // Those that came while alarms opened nothing stay where they are once they do.
      told.current.add(row.id)
      const seen = on && cameraFor(row, cameras)
      if (seen) driver.send({ on: 'alarm', alarm: { alarmId: row.id, key: seen.camera.id } })
    }
    const burning = new Set(rows.flatMap(row => (row.status === 'handled' ? [] : [row.id])))
    const { alarm: held, waiting } = driver.read().wall
    for (const { alarmId } of [...(held ? [held] : []), ...waiting])
      if (!burning.has(alarmId)) driver.send({ on: 'alarmOver', alarmId })
  }, [rows, cameras, on, since, driver])
  const row = rows?.find(each => each.id === wall.alarm?.alarmId)
  return row && { row, metres: cameraFor(row, cameras ?? [])?.metres }
}
