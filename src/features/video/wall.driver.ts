// Ties a wall of live pictures to the world: one player and one line for each picture in sight, what they report, what the
// server says of the cameras, the one that is heard, and the one that is talked through.
import { VIEW_KEEP_ALIVE_MS } from '../../contract/endpoints/cameras.ts'
import type { CameraHealth, CameraStream } from '../../domain/camera/camera.ts'
import {
  type PictureHealth,
  type Player,
  type PlayerEffect,
  type PlayerEvent,
  type Shown,
  shownOf,
  stepPlayer,
  switchedOff,
} from '../../domain/video/player.ts'
import {
  emptyWall,
  isBig,
  placesIn,
  stepWall,
  type Wall,
  type WallEffect,
  type WallEvent,
  type WallRefusal,
  type WallShape,
} from '../../domain/video/wall.ts'
import { type Runner, runMachine } from '../../platform/machine-runner.ts'
import type { LineClock } from '../../platform/rtc/line-clock.ts'
import { createStore } from '../../platform/store.ts'
import {
  type LiveFacts,
  type LiveLine,
  type LivePort,
  TalkError,
  type TalkFault,
  WatchError,
} from '../../platform/video/port.ts'

const LOOK_MS = 1_000
/** No new picture for so long: it stands still. */
const STILL_MS = 3_000
/** A camera that is woken for the first viewer takes its time; later nothing comes by itself any more. */
const CONNECT_MS = 20_000
const STALLED_MS = 15_000

export interface WallPorts {
  /** Fetched with the first picture. */
  live: () => Promise<LivePort>
  /** Says that views are looked at; answers those that are over. */
  keepViews: (viewIds: string[]) => Promise<readonly string[]>
  askHealth: () => Promise<readonly CameraHealth[]>
  onHealth: (listener: (health: CameraHealth) => void) => () => void
  /** Called when the server can be reached again. */
  onReached: (listener: () => void) => () => void
  refuse: (why: WallRefusal, cameraId: number) => void
  sayTalk: (fault: TalkFault) => void
  serverNow: () => number
  clock: LineClock
}

export interface TileView {
  cameraId: number
  player: Player
  shown: Shown
  health: PictureHealth | undefined
  facts: LiveFacts | undefined
  /** There is something to see in its place. */
  picture: boolean
  lastFrameAt: number | undefined
  talk: 'off' | 'starting' | 'on'
}

export interface WallView {
  wall: Wall
  tiles: ReadonlyMap<number, TileView>
  /** Of the one that is heard, 0 to 100. */
  volume: number
}

export interface WallDriver {
  read: () => WallView
  subscribe: (listener: () => void) => () => void
  send: (event: WallEvent) => void
  setVolume: (percent: number) => void
  attach: (cameraId: number, element: HTMLVideoElement | null) => void
  elementOf: (cameraId: number) => HTMLVideoElement | undefined
  again: (cameraId: number) => void
  talk: (cameraId: number, on: boolean) => void
  /** Nothing is fetched while it is paused; what is open stays open. */
  pause: (paused: boolean) => void
  stop: () => void
}

interface Tile {
  player: Runner<Player, PlayerEvent>
  opening: AbortController | undefined
  line: LiveLine | undefined
  /** In sight until the new one has its first picture. */
  before: LiveLine | undefined
  frames: number
  grewAt: number
  lastFrameAt: number | undefined
  health: PictureHealth | undefined
  talk: TileView['talk']
  stopFollowing: () => void
}

export function createWall(ports: WallPorts, first: Wall | WallShape): WallDriver {
  const { clock, serverNow } = ports
  const tiles = new Map<number, Tile>()
  const elements = new Map<number, HTMLVideoElement>()
  const cameras = new Map<number, CameraHealth>()
  let volume = 60
  let paused = false
  let live: Promise<LivePort> | undefined

  const wall = runMachine<Wall, WallEvent, WallEffect>({
    state: typeof first === 'string' ? emptyWall(first) : first,
    step: stepWall,
    performers: { refuse: ({ why, key }) => ports.refuse(why, key) },
    clock: { now: serverNow, after: clock.after },
  })
  const store = createStore<WallView>({ wall: wall.read(), tiles: new Map(), volume })

  function show(): void {
    const shown = new Map<number, TileView>()
    for (const [cameraId, tile] of tiles) {
      const player = tile.player.read()
      shown.set(cameraId, {
        cameraId,
        player,
        shown: shownOf(player, cameras.get(cameraId), tile.health),
        health: tile.health,
        facts: (tile.line ?? tile.before)?.facts,
        picture: tile.frames > 0 || tile.before !== undefined,
        lastFrameAt: tile.lastFrameAt,
        talk: tile.talk,
      })
    }
    store.become({ wall: wall.read(), tiles: shown, volume })
  }

  function makeTile(cameraId: number): Tile {
    const player = runMachine<Player, PlayerEvent, PlayerEffect>({
      state: switchedOff,
      step: stepPlayer,
      performers: {
        connect: ({ attempt, stream, goesOn }) => void connect(cameraId, attempt, stream, goesOn),
        hangUp: () => hangUp(cameraId),
        wait: ({ milliseconds }, { timers }) =>
          timers.start('again', milliseconds, () => ({ on: 'again', at: serverNow() })),
        stopWaiting: (_, { timers }) => timers.stop('again'),
      },
      clock: { now: serverNow, after: clock.after },
    })
    const tile: Tile = {
      player,
      opening: undefined,
      line: undefined,
      before: undefined,
      frames: 0,
      grewAt: 0,
      lastFrameAt: undefined,
      health: undefined,
      talk: 'off',
      stopFollowing: player.subscribe(show),
    }
    tiles.set(cameraId, tile)
    return tile
  }

  /** Those in sight play, in the size of their place; the others do not. */
  function follow(): void {
    const { shape, places } = wall.read()
    const wanted = new Map<number, CameraStream>()
    if (!paused)
      for (const [place, key] of places.slice(0, placesIn[shape]).entries())
        if (key !== undefined) wanted.set(key, isBig(shape, place) ? 'main' : 'sub')
    for (const [cameraId, tile] of tiles) {
      if (wanted.has(cameraId)) continue
      tile.player.send({ on: 'close' })
      tile.player.stop()
      tile.stopFollowing()
      tiles.delete(cameraId)
    }
    for (const [cameraId, stream] of wanted)
      (tiles.get(cameraId) ?? makeTile(cameraId)).player.send({ on: 'open', stream, at: serverNow() })
    hear()
    show()
  }

  async function connect(cameraId: number, attempt: number, stream: CameraStream, goesOn: boolean) {
    const tile = tiles.get(cameraId)
    if (!tile) return
    const { player } = tile
    const before = goesOn ? tile.line : undefined
    if (!goesOn) hangUp(cameraId)
    else if (tile.talk !== 'off') endTalk(tile)
    tile.opening?.abort()
    tile.before?.close()
    tile.before = before
    tile.line = undefined
    tile.frames = 0
    tile.health = undefined
    const mine = new AbortController()
    tile.opening = mine
    const fail = (why: WatchError['why']) => {
      if (!mine.signal.aborted) player.send({ on: 'failed', attempt, why, at: serverNow() })
    }
    try {
      live ??= ports.live()
      const port = await live
      const line = await port.open({ cameraId, stream, abort: mine.signal, onBroken: () => fail('line') })
      if (mine.signal.aborted) return line.close()
      tile.line = line
      if (!tile.before) lay(cameraId)
      show()
    } catch (error) {
      // The code that carries pictures is fetched again where it did not come.
      if (!(error instanceof WatchError)) live = undefined
      fail(error instanceof WatchError ? error.why : 'line')
    }
  }

  function hangUp(cameraId: number): void {
    const tile = tiles.get(cameraId)
    if (!tile) return
    tile.opening?.abort()
    tile.opening = undefined
    tile.line?.close()
    tile.before?.close()
    tile.line = undefined
    tile.before = undefined
    tile.frames = 0
    tile.health = undefined
    tile.talk = 'off'
    const element = elements.get(cameraId)
    if (element) element.srcObject = null
  }

  /** Puts the present line into the element, and lets go of the one before. */
  function lay(cameraId: number): void {
    const [tile, element] = [tiles.get(cameraId), elements.get(cameraId)]
    const media = tile?.line?.media
    if (!tile || !media) return
    if (element && element.srcObject !== media) {
      element.srcObject = media
      element.play().catch(() => {
        // Sound before a gesture is refused: seen without being heard.
        element.muted = true
        element.play().catch(() => {})
      })
    }
    tile.before?.close()
    tile.before = undefined
  }

  function hear(): void {
    const { sound } = wall.read()
    for (const [cameraId, element] of elements) {
      element.muted = cameraId !== sound
      element.volume = volume / 100
    }
  }

  async function look(): Promise<void> {
    const at = serverNow()
    await Promise.all(
      [...tiles].map(async ([cameraId, tile]) => {
        const { line, player } = tile
        const report = await line?.report().catch(() => undefined)
        const state = player.read()
        if (state.is === 'off' || tile.line !== line) return
        if (report) {
          if (report.frames > tile.frames) {
            if (tile.frames === 0) lay(cameraId)
            tile.frames = report.frames
            tile.grewAt = at
            tile.lastFrameAt = at
            player.send({ on: 'frames', attempt: state.attempt, grew: true, at })
          } else if (at - tile.grewAt >= STILL_MS)
            player.send({ on: 'frames', attempt: state.attempt, grew: false, at })
          tile.health = report.health
        }
        const now = player.read()
        // The server brings lost pictures back on the same line.
        const expected = cameras.get(cameraId)?.state === 'waiting'
        const late =
          now.is === 'connecting'
            ? at - now.since >= CONNECT_MS
            : now.is === 'stalled' && !expected && at - now.since >= STALLED_MS
        if (late) player.send({ on: 'overdue', attempt: state.attempt, at })
      }),
    )
    show()
  }

  async function keep(): Promise<void> {
    const lines = [...tiles].flatMap(([cameraId, { line }]) => (line ? [{ cameraId, line }] : []))
    if (lines.length === 0) return
    try {
      const over = new Set(await ports.keepViews(lines.map(({ line }) => line.facts.viewId)))
      for (const { cameraId, line } of lines) {
        const tile = tiles.get(cameraId)
        const state = tile?.player.read()
        if (!tile || !state || !over.has(line.facts.viewId) || tile.line !== line || state.is === 'off')
          continue
        tile.player.send({ on: 'failed', attempt: state.attempt, why: 'line', at: serverNow() })
      }
    } catch {
      // The server is away: the lines say so by themselves.
    }
  }

  function learn(health: CameraHealth): void {
    cameras.set(health.cameraId, health)
    show()
  }
  const catchUp = () => {
    ports.askHealth().then(
      list => {
        for (const each of list) learn(each)
      },
      () => {
        // What is told live follows.
      },
    )
  }

  function endTalk(tile: Tile): void {
    tile.talk = 'off'
    tile.line?.talk(false).catch(() => {
      // Who has the word is forgotten by the server with the view.
    })
  }
  async function beginTalk(cameraId: number): Promise<void> {
    const tile = tiles.get(cameraId)
    const line = tile?.line
    if (!tile || !line || tile.talk !== 'off') return
    tile.talk = 'starting'
    show()
    try {
      await line.talk(true)
      // Let go of while the microphone was asked for.
      if (tile.talk !== 'starting' || tile.line !== line) await line.talk(false).catch(() => {})
      else tile.talk = 'on'
    } catch (error) {
      if (tile.line === line) tile.talk = 'off'
      ports.sayTalk(error instanceof TalkError ? error.why : 'line')
    }
    show()
  }

  const stops = [
    wall.subscribe(follow),
    clock.every(LOOK_MS, () => void look()),
    clock.every(VIEW_KEEP_ALIVE_MS, () => void keep()),
    ports.onHealth(learn),
    ports.onReached(() => {
      catchUp()
      for (const { player } of tiles.values())
        if (player.read().is === 'lost') player.send({ on: 'again', at: serverNow() })
    }),
  ]
  catchUp()
  follow()

  return {
    read: store.read,
    subscribe: store.subscribe,
    send: wall.send,
    setVolume(percent) {
      volume = percent
      hear()
      show()
    },
    attach(cameraId, element) {
      if (!element) {
        elements.delete(cameraId)
        return
      }
      elements.set(cameraId, element)
      hear()
      const tile = tiles.get(cameraId)
      if (tile?.before) element.srcObject = tile.before.media
      else lay(cameraId)
    },
    elementOf: cameraId => elements.get(cameraId),
    again: cameraId => tiles.get(cameraId)?.player.send({ on: 'again', at: serverNow() }),
    talk(cameraId, on) {
      const tile = tiles.get(cameraId)
      if (on) void beginTalk(cameraId)
      else if (tile && tile.talk !== 'off') {
        endTalk(tile)
        show()
      }
    },
    pause(to) {
      paused = to
      follow()
    },
    stop() {
      for (const stop of stops) stop()
      paused = true
      follow()
      wall.stop()
    },
  }
}
