// A wall with a hand-moved world: which lines open, what they report and what the server knows is said by the test.
import type { CameraHealth, CameraStream } from '../../../src/domain/camera/camera.ts'
import type { WatchFault } from '../../../src/domain/video/player.ts'
import type { WallPorts } from '../../../src/features/video/wall.driver.ts'
import { type LiveLine, TalkError, type TalkFault, WatchError } from '../../../src/platform/video/port.ts'
import { handClock } from '../../platform/rtc/hand-clock.ts'

export const START = 1_700_000_000_000

/** One line that was opened. */
export interface StagedLine {
  cameraId: number
  stream: CameraStream
  frames: number
  lossPercent: number
  closed: boolean
  talks: boolean
  media: MediaStream
  break: () => void
}

/** A picture of one colour that moves by itself. */
function movingPicture(): MediaStream {
  const canvas = document.createElement('canvas')
  canvas.width = 320
  canvas.height = 180
  const paint = canvas.getContext('2d')
  let hue = 0
  const timer = setInterval(() => {
    if (!paint) return
    hue += 7
    paint.fillStyle = `hsl(${hue} 60% 45%)`
    paint.fillRect(0, 0, 320, 180)
  }, 40)
  const media = canvas.captureStream(25)
  const [track] = media.getTracks()
  track?.addEventListener('ended', () => clearInterval(timer))
  return media
}

export function wallStage() {
  const clock = handClock()
  let now = START
  const lines: StagedLine[] = []
  const refusals = new Map<number, WatchFault>()
  const health = new Set<(health: CameraHealth) => void>()
  const reached = new Set<() => void>()
  const stage = {
    lines,
    said: [] as string[],
    kept: [] as string[][],
    over: [] as string[],
    talkFault: undefined as TalkFault | undefined,
    /** Cameras that have no sound and cannot be moved or talked through. */
    canTalk: true,
    canMove: true,
    refuse(cameraId: number, why: WatchFault | undefined) {
      if (why) refusals.set(cameraId, why)
      else refusals.delete(cameraId)
    },
    /** The line of a camera that is open now. */
    lineOf(cameraId: number): StagedLine {
      const line = lines.findLast(each => each.cameraId === cameraId && !each.closed)
      if (!line) throw new Error(`No line is open to ${cameraId}`)
      return line
    },
    open: () => lines.filter(({ closed }) => !closed),
    tell(cameraId: number, facts: Partial<CameraHealth>) {
      const told: CameraHealth = {
        cameraId,
        state: 'live',
        since: now,
        fault: null,
        attempts: 0,
        nextTryAt: null,
        streams: [],
        ...facts,
      }
      for (const listener of health) listener(told)
    },
    reach() {
      for (const listener of reached) listener()
    },
    /** Time passes in steps of a second, in which each line brings pictures unless it is frozen. */
    async pass(seconds: number, frozen: readonly number[] = []) {
      // What was asked is answered before the next second.
      const settled = () => new Promise(resolve => setTimeout(resolve))
      await settled()
      for (let second = 0; second < seconds; second++) {
        now += 1_000
        for (const line of lines) if (!line.closed && !frozen.includes(line.cameraId)) line.frames += 25
        clock.move(1_000)
        await settled()
      }
    },
  }
  const ports: WallPorts = {
    live: async () => ({
      async open({ cameraId, stream, abort, onBroken }): Promise<LiveLine> {
        const why = refusals.get(cameraId)
        if (why) throw new WatchError(why)
        abort.throwIfAborted()
        const viewId = `view ${lines.length}`
        const line: StagedLine = {
          cameraId,
          stream,
          frames: 0,
          lossPercent: 0,
          closed: false,
          talks: false,
          media: movingPicture(),
          break: onBroken,
        }
        lines.push(line)
        return {
          facts: {
            viewId,
            cameraId,
            name: `Camera ${cameraId}`,
            imei: null,
            stream: {
              stream,
              codec: 'H264',
              width: 320,
              height: 180,
              framesPerSecond: 25,
              kilobits: 300,
              loss: 0,
              jitterMs: 1,
              viewers: 1,
            },
            sound: true,
            canTalk: stage.canTalk,
            canMove: stage.canMove,
          },
          media: line.media,
          report: async () => ({
            frames: line.frames,
            health: {
              width: stream === 'main' ? 1920 : 640,
              height: stream === 'main' ? 1080 : 360,
              framesPerSecond: 25,
              lossPercent: line.lossPercent,
              delayMs: 400,
            },
          }),
          async talk(on) {
            if (on && stage.talkFault) throw new TalkError(stage.talkFault)
            line.talks = on
          },
          close() {
            line.closed = true
            for (const track of line.media.getTracks()) track.stop()
          },
        }
      },
    }),
    async keepViews(viewIds) {
      stage.kept.push(viewIds)
      return stage.over
    },
    askHealth: async () => [],
    onHealth(listener) {
      health.add(listener)
      return () => health.delete(listener)
    },
    onReached(listener) {
      reached.add(listener)
      return () => reached.delete(listener)
    },
    refuse: why => stage.said.push(why),
    sayTalk: fault => stage.said.push(fault),
    serverNow: () => now,
    clock,
  }
  return Object.assign(stage, { ports })
}
