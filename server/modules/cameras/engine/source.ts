// One stream of one camera: fetched once however many look, kept while somebody does, tried again with growing pauses.
import type {
  CameraFault,
  CameraState,
  CameraStream,
  StreamFacts,
} from '../../../../src/domain/camera/camera.ts'
import { SECOND_MS } from '../../../../src/domain/durations.ts'
import { readRtp } from '../../conference/public.ts'
import type { CameraFrame, CameraSound, FrameConsumer, VideoFormat } from '../frames.ts'
import { type Feed, FeedError, type FeedEvents, faultOf } from './feeds.ts'
import { createInOrder, type InOrder } from './in-order.ts'
import { createClock, createPictures } from './pictures.ts'

/** After the last viewer it stays for so long: who changes a layout comes back at once. */
const LINGER_MS = 10 * SECOND_MS
const PAUSES_MS = [1, 2, 4, 8, 15, 30].map(seconds => seconds * SECOND_MS)
/** Live for so long: the next loss is the first again. */
const STEADY_MS = 30 * SECOND_MS
const FACTS_MS = 2 * SECOND_MS
/** A group of pictures beyond this is not kept: who comes then waits for the next key frame. */
const MOST_KEPT = { frames: 900, bytes: 16_000_000 }

/** A consumer that may take the pictures since the last key frame as one group. */
export interface Sink extends FrameConsumer {
  onGroup?(frames: readonly CameraFrame[]): void
}

export interface Source {
  readonly stream: CameraStream
  state(): CameraState
  since(): number
  fault(): CameraFault | null
  attempts(): number
  nextTryAt(): number | null
  facts(): StreamFacts
  feed(): Feed | undefined
  /** Resolves when it is live; rejects with the first fault. Tries at once where it waits. */
  ready(): Promise<Feed>
  join(sink: Sink): () => void
  /** The pictures since the last key frame, that one first. */
  group(): readonly CameraFrame[]
  refresh(): void
  /** Asks for missing packets and counts. */
  tend(now: number): void
  /** Ends for good; sinks are told. */
  end(fault: CameraFault): void
}

export interface SourceOptions {
  stream: CameraStream
  /** Opens the way; rejects with what `faultOf` understands. */
  open(events: FeedEvents, abort: AbortSignal): Promise<Feed>
  onChange(): void
  /** Nobody has looked for a while. */
  onIdle(): void
}

export function createSource({ stream, open, onChange, onIdle }: SourceOptions): Source {
  let state: CameraState = 'idle'
  let since = Date.now()
  let fault: CameraFault | null = null
  let attempts = 0
  let nextTryAt: number | null = null
  let feed: Feed | undefined
  let format: VideoFormat | undefined
  let group: CameraFrame[] = []
  let groupBytes = 0
  let video: InOrder | undefined
  let over = false
  let opening: AbortController | undefined
  let retry: NodeJS.Timeout | undefined
  let linger: NodeJS.Timeout | undefined
  let waiting: { resolve(feed: Feed): void; reject(error: FeedError): void }[] = []
  const sinks = new Set<Sink>()
  const facts: Omit<StreamFacts, 'stream' | 'viewers'> = {
    codec: null,
    width: null,
    height: null,
    framesPerSecond: null,
    kilobits: null,
    loss: null,
    jitterMs: null,
  }
  let counted = { at: Date.now(), frames: 0 }

  const become = (next: CameraState) => {
    if (state !== next) since = Date.now()
    state = next
    onChange()
  }
  /** What one of them throws ends it alone: it may have something to finish, and who asked for it is told. */
  const each = (tell: (sink: Sink) => void) => {
    for (const sink of sinks) {
      try {
        tell(sink)
      } catch {
        if (sinks.delete(sink)) void endOf(sink)
        rest()
      }
    }
  }
  const endOf = async (sink: Sink): Promise<void> => {
    try {
      await sink.onEnd()
    } catch {
      // It has thrown before: there is nothing that it could still be asked for.
    }
  }
  const forget = () => {
    group = []
    groupBytes = 0
  }
  const keep = (frame: CameraFrame) => {
    if (frame.key) forget()
    else if (group.length === 0) return
    group.push(frame)
    for (const unit of frame.units) groupBytes += unit.length
    if (group.length > MOST_KEPT.frames || groupBytes > MOST_KEPT.bytes) forget()
  }

  const settle = (error: FeedError | undefined) => {
    const all = waiting
    waiting = []
    for (const one of all) {
      if (error) one.reject(error)
      else if (feed) one.resolve(feed)
    }
  }
  const lost = (why: CameraFault) => {
    if (over) return
    feed?.stop()
    feed = undefined
    opening = undefined
    video = undefined
    forget()
    if (state === 'live' && Date.now() - since > STEADY_MS) attempts = 0
    fault = why
    const pause = PAUSES_MS[Math.min(attempts, PAUSES_MS.length - 1)] ?? SECOND_MS
    attempts++
    nextTryAt = Date.now() + pause
    retry = setTimeout(attempt, pause)
    become('waiting')
    each(sink => sink.onGap(why))
    settle(new FeedError(why))
  }

  const listen = (): { events: FeedEvents; begin(opened: Feed): void } => {
    let current = true
    let sound: ReturnType<typeof soundReader> | undefined
    let early: Buffer[] = []
    return {
      begin(opened) {
        const pictures = createPictures(opened.video, {
          onFormat(told) {
            const first = format === undefined
            format = told
            facts.width = told.width
            facts.height = told.height
            each(sink => sink.onFormat(told))
            if (first) onChange()
          },
          onFrame(frame) {
            counted.frames++
            keep(frame)
            each(sink => sink.onFrame(frame))
          },
          onGap() {
            forget()
            opened.refresh()
            each(sink => sink.onGap(undefined))
          },
        })
        pictures.know(opened.parameters)
        const ordered = createInOrder({ clockRate: 90_000, waitMs: opened.waitMs, onPacket: pictures.take })
        video = ordered
        sound = opened.sound && soundReader(opened.sound, packet => each(sink => sink.onSound?.(packet)))
        for (const packet of early) ordered.take(packet)
        early = []
      },
      events: {
        onVideo: packet => {
          if (!current) return
          if (video) video.take(packet)
          else if (early.length < 64) early.push(Buffer.from(packet))
        },
        onSound: packet => {
          if (current) sound?.(packet)
        },
        onEnd: why => {
          if (!current) return
          current = false
          if (feed) lost(why)
        },
      },
    }
  }

  const attempt = () => {
    clearTimeout(retry)
    if (over || feed || opening) return
    nextTryAt = null
    const mine = new AbortController()
    opening = mine
    become('connecting')
    const { events, begin } = listen()
    video = undefined
    open(events, mine.signal).then(
      opened => {
        if (over || opening !== mine) return opened.stop()
        opening = undefined
        feed = opened
        facts.codec = opened.video
        format = undefined
        begin(opened)
        fault = null
        become('live')
        settle(undefined)
      },
      error => {
        if (opening === mine) lost(faultOf(error))
      },
    )
  }

  const rest = () => {
    clearTimeout(linger)
    if (sinks.size > 0 || over) return
    linger = setTimeout(onIdle, LINGER_MS)
  }
  const count = (now: number) => {
    const passed = now - counted.at
    if (passed < FACTS_MS) return
    const heard = video?.counts()
    facts.framesPerSecond = Math.round((counted.frames * 10_000) / passed) / 10
    facts.kilobits = heard ? Math.round((heard.bytes * 8) / passed) : null
    facts.loss = heard && heard.received > 0 ? heard.lost / (heard.received + heard.lost) : null
    facts.jitterMs = heard ? Math.round(heard.jitterMs * 10) / 10 : null
    counted = { at: now, frames: 0 }
  }

  return {
    stream,
    state: () => state,
    since: () => since,
    fault: () => fault,
    attempts: () => attempts,
    nextTryAt: () => nextTryAt,
    facts: () => ({ stream, ...facts, viewers: sinks.size }),
    feed: () => feed,
    ready() {
      if (over) return Promise.reject(new FeedError('off'))
      if (feed) return Promise.resolve(feed)
      clearTimeout(linger)
      const promise = new Promise<Feed>((resolve, reject) => waiting.push({ resolve, reject }))
      attempt()
      // Whoever asked and did not join leaves nothing running.
      return promise.finally(rest)
    },
    join(sink) {
      sinks.add(sink)
      clearTimeout(linger)
      if (format && feed) {
        sink.onFormat(format)
        if (sink.onGroup) sink.onGroup(group)
        else for (const frame of group) sink.onFrame(frame)
      }
      if (group.length === 0) feed?.refresh()
      return () => {
        sinks.delete(sink)
        rest()
      }
    },
    group: () => group,
    refresh: () => feed?.refresh(),
    tend(now) {
      video?.tend(now)
      if (state === 'live') count(now)
    },
    end(why) {
      if (over) return
      over = true
      clearTimeout(retry)
      clearTimeout(linger)
      opening?.abort()
      feed?.stop()
      feed = undefined
      settle(new FeedError(why))
      for (const sink of sinks) void endOf(sink)
      sinks.clear()
    },
  }
}

function soundReader(
  { codec, clockRate }: NonNullable<Feed['sound']>,
  onSound: (packet: CameraSound) => void,
) {
  const clock = createClock(clockRate)
  return (bytes: Buffer) => {
    const view = readRtp(bytes)
    if (!view) return
    onSound({
      codec,
      clockRate,
      timestampUs: clock(view.timestamp),
      at: Date.now(),
      data: Buffer.from(bytes.subarray(view.payloadFrom, view.payloadTo)),
    })
  }
}
