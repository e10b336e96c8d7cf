// The wall of live pictures: which stands where, the seventh that is refused, an alarm that takes the big place and gives it
// back, and the one that is heard. Pure: what happened in, the next wall and what is to be said out.
import { MOST_MONITORS } from '../camera/camera.ts'

export const wallShapes = ['one', 'four', 'bigAndFive', 'six'] as const
export type WallShape = (typeof wallShapes)[number]

/** So many places are in sight; the first one is the big one where places differ. */
export const placesIn: Record<WallShape, number> = { one: 1, four: 4, bigAndFive: 6, six: 6 }

/** Whether a place of a shape is large enough for the main stream. */
export const isBig = (shape: WallShape, place: number): boolean =>
  place === 0 && (shape === 'one' || shape === 'bigAndFive')

/** The id of a camera that stands there; undefined: nothing does. */
export type WallPlace = number | undefined

/** An alarm that wants its camera in the big place. */
export interface WallAlarm {
  alarmId: number
  key: number
}

/** The alarm in the big place, and how things stood before. */
export interface Held extends WallAlarm {
  /** What stood in the big place before; undefined where nothing did. */
  replaced: WallPlace
  /** It was open before: putting back leaves it open. */
  wasOpen: boolean
  /** Nothing was free: what stood there has been closed. */
  closed: boolean
  /** The shape before, where the alarm changed it. */
  shape: WallShape | undefined
}

export interface Wall {
  shape: WallShape
  /** Six places, of which the shape shows the first. */
  places: readonly WallPlace[]
  /** Who is heard; one at a time. */
  sound: WallPlace
  alarm: Held | undefined
  /** Alarms that came while another holds the big place, in the order they came. */
  waiting: readonly WallAlarm[]
}

export type WallEvent =
  | { on: 'open'; key: number; place?: number }
  | { on: 'close'; key: number }
  | { on: 'shape'; shape: WallShape }
  /** Two places change what stands in them. */
  | { on: 'swap'; from: number; to: number }
  | { on: 'sound'; key: WallPlace }
  | { on: 'alarm'; alarm: WallAlarm }
  /** Handled or cleared. */
  | { on: 'alarmOver'; alarmId: number }
  | { on: 'putBack' }
  /** A layout that was kept takes the place of what is there. */
  | { on: 'lay'; shape: WallShape; places: readonly WallPlace[] }

/** `full`: six are open. `already`: that one is open, another is to be chosen. */
export type WallRefusal = 'full' | 'already'
export type WallEffect = { do: 'refuse'; why: WallRefusal; key: number }

type Step = readonly [Wall, readonly WallEffect[]]

const none: readonly WallPlace[] = Array.from({ length: MOST_MONITORS }, () => undefined)

export const emptyWall = (shape: WallShape): Wall => ({
  shape,
  places: none,
  sound: undefined,
  alarm: undefined,
  waiting: [],
})

/** All that are open, in sight or not. */
export const openOn = ({ places }: Pick<Wall, 'places'>): number[] => places.filter(key => key !== undefined)

/** Open, but beyond the places of the shape. */
export const outOfSight = ({ shape, places }: Pick<Wall, 'shape' | 'places'>): number[] =>
  openOn({ places: places.slice(placesIn[shape]) })

export function stepWall(wall: Wall, event: WallEvent): Step {
  switch (event.on) {
    case 'open':
      return open(wall, event.key, event.place)
    case 'close':
      return plain(close(wall, event.key))
    case 'shape':
      return plain(reshape(wall, event.shape))
    case 'swap':
      return plain(swap(wall, event.from, event.to))
    case 'sound':
      return plain({
        ...wall,
        sound: event.key !== undefined && wall.places.includes(event.key) ? event.key : undefined,
      })
    case 'alarm':
      return plain(raise(wall, event.alarm))
    case 'alarmOver':
      if (wall.alarm?.alarmId === event.alarmId) return plain(next(putBack(wall)))
      return plain({ ...wall, waiting: wall.waiting.filter(({ alarmId }) => alarmId !== event.alarmId) })
    case 'putBack':
      return plain(next(putBack(wall)))
    case 'lay':
      return plain(lay(event.shape, event.places))
  }
}

const plain = (wall: Wall): Step => [wall, []]

/** A newly opened picture takes the place that was asked for where it is free, else the first free one. */
function open(wall: Wall, key: number, asked: number | undefined): Step {
  if (wall.places.includes(key)) return [wall, [{ do: 'refuse', why: 'already', key }]]
  const free =
    asked !== undefined && asked < MOST_MONITORS && wall.places[asked] === undefined
      ? asked
      : wall.places.indexOf(undefined)
  if (free < 0) return [wall, [{ do: 'refuse', why: 'full', key }]]
  const shape = free < placesIn[wall.shape] ? wall.shape : roomier(free + 1)
  return plain({ ...wall, shape, places: wall.places.with(free, key) })
}

/** The smallest shape that shows so many. */
const roomier = (count: number): WallShape =>
  wallShapes.find(shape => placesIn[shape] >= count) ?? 'bigAndFive'

function close(wall: Wall, key: number): Wall {
  const at = wall.places.indexOf(key)
  if (at < 0) return wall
  const closed: Wall = {
    ...wall,
    places: wall.places.with(at, undefined),
    sound: wall.sound === key ? undefined : wall.sound,
  }
  // Whoever closes the alarm's picture has seen it.
  return wall.alarm?.key === key ? next(putBack(closed)) : closed
}

/** A smaller shape shows what was open first; gaps are filled, so that nothing is hidden behind an empty place. */
function reshape(wall: Wall, shape: WallShape): Wall {
  const held = wall.alarm && { ...wall.alarm, shape: undefined }
  const places =
    openOn({ places: wall.places.slice(placesIn[shape]) }).length > 0 ? filledUp(openOn(wall)) : wall.places
  return { ...wall, shape, places, alarm: held }
}

const filledUp = (keys: readonly WallPlace[]): readonly WallPlace[] => none.map((_, place) => keys[place])

function swap(wall: Wall, from: number, to: number): Wall {
  if (from === to || !wall.places[from] || to < 0 || to >= placesIn[wall.shape]) return wall
  return {
    ...wall,
    places: wall.places.with(from, wall.places[to]).with(to, wall.places[from]),
  }
}

function raise(wall: Wall, alarm: WallAlarm): Wall {
  const known = [wall.alarm, ...wall.waiting].some(each => each?.alarmId === alarm.alarmId)
  if (known) return wall
  // The picture under an operator's eyes does not change for the next one.
  if (wall.alarm) return { ...wall, waiting: [...wall.waiting, alarm] }
  const { key } = alarm
  const [replaced] = wall.places
  const shape = wall.shape === 'four' || wall.shape === 'six' ? 'bigAndFive' : wall.shape
  const at = wall.places.indexOf(key)
  const free = wall.places.indexOf(undefined)
  const held: Held = {
    ...alarm,
    replaced: replaced === key ? undefined : replaced,
    wasOpen: at >= 0,
    closed: at < 0 && free < 0,
    shape: shape === wall.shape ? undefined : wall.shape,
  }
  const cleared = at >= 0 ? wall.places.with(at, replaced) : wall.places
  const moved = at < 0 && free > 0 ? cleared.with(free, replaced) : cleared
  return {
    ...wall,
    shape,
    places: moved.with(0, key),
    sound: held.closed && wall.sound === replaced ? undefined : wall.sound,
    alarm: held,
  }
}

/** As it was before the alarm, as far as nobody has changed it since. */
function putBack(wall: Wall): Wall {
  const { alarm } = wall
  if (!alarm) return wall
  const { key, replaced, wasOpen, closed } = alarm
  let places = wall.places
  let at = places.indexOf(key)
  if (at >= 0 && !wasOpen) {
    places = places.with(at, undefined)
  } else if (at < 0) {
    // Its picture was closed meanwhile: where it stood is where the other one goes.
    at = places[0] === undefined ? 0 : -1
  }
  const now = replaced === undefined ? -1 : places.indexOf(replaced)
  if (replaced !== undefined && at >= 0) {
    if (now >= 0) places = places.with(now, places[at]).with(at, replaced)
    else if (closed && places[at] === undefined) places = places.with(at, replaced)
  }
  const sound = wall.sound !== undefined && places.includes(wall.sound) ? wall.sound : undefined
  return { ...wall, shape: alarm.shape ?? wall.shape, places, sound, alarm: undefined }
}

/** The alarm that has waited longest has its turn. */
function next(wall: Wall): Wall {
  const [first, ...rest] = wall.waiting
  return first === undefined || wall.alarm ? wall : raise({ ...wall, waiting: rest }, first)
}

function lay(shape: WallShape, keys: readonly WallPlace[]): Wall {
  const once = keys
    .slice(0, MOST_MONITORS)
    .map((key, place) => (keys.indexOf(key) === place ? key : undefined))
  return { ...emptyWall(shape), places: filledUp(once) }
}
