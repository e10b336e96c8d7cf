// All cameras that are fetched: viewers, senders and consumers come and go, each source is there once.
import type { CameraFault, CameraHealth, CameraStream } from '../../../../src/domain/camera/camera.ts'
import type { ConsumerFactory } from '../frames.ts'
import type { Carried } from './connection.ts'
import { type Feed, FeedError, type FeedEvents, pull } from './feeds.ts'
import { openSender, type Sender } from './sender.ts'
import { createSource, type Source } from './source.ts'
import { openViewer, type Viewer } from './viewer.ts'
import type { CameraPlan, Word } from './words.ts'

const TEND_MS = 50
const HEALTH_MS = 5_000
/** A device that was asked for its picture has so long to send it. */
const SENDER_MS = 8_000

interface Camera {
  plan: CameraPlan
  sources: Map<CameraStream, Source>
  /** Id of the view that has the word. */
  talker: string | undefined
}

interface Sent {
  id: string
  sender: Sender
}

export interface EngineOptions extends Carried {
  alsoHere: boolean
  consumers: Readonly<Record<string, ConsumerFactory>>
  tell(word: Word): void
}

type Watched = Pick<Extract<Word, { say: 'answer' }>, 'sdp' | 'facts' | 'sound' | 'canTalk'>

const isSame = (one: CameraPlan, other: CameraPlan) => JSON.stringify(one) === JSON.stringify(other)

export function createEngine({ alsoHere, consumers, tell, ...carried }: EngineOptions) {
  const cameras = new Map<number, Camera>()
  const senders = new Map<number, Sent>()
  const arrivals = new Map<number, Set<() => void>>()
  const views = new Map<string, { viewer: Viewer; camera: Camera; source: Source; leave(): void }>()
  const consuming = new Map<string, () => Promise<void>>()

  const healthOf = ({ plan, sources }: Camera): CameraHealth => {
    const all = [...sources.values()]
    const inState = (state: CameraHealth['state']) => all.find(one => one.state() === state)
    // What is lost is said, though the other stream is there.
    const leading = inState('waiting') ?? inState('connecting') ?? inState('live') ?? all[0]
    return {
      cameraId: plan.cameraId,
      state: leading?.state() ?? 'idle',
      since: leading?.since() ?? Date.now(),
      fault: leading?.state() === 'waiting' ? leading.fault() : null,
      attempts: leading?.attempts() ?? 0,
      nextTryAt: leading?.nextTryAt() ?? null,
      streams: all.map(one => one.facts()),
    }
  }
  const tellHealth = (camera: Camera, told: boolean) => {
    if (cameras.get(camera.plan.cameraId) === camera) tell({ say: 'health', health: healthOf(camera), told })
  }

  const push = async (cameraId: number, events: FeedEvents, abort: AbortSignal): Promise<Feed> => {
    tell({ say: 'wanted', cameraId, on: true })
    if (!senders.get(cameraId)?.sender.sending()) await arrival(cameraId, abort)
    const sent = senders.get(cameraId)
    if (!sent) throw new FeedError('notSending')
    return sent.sender.attach(events)
  }
  const arrival = (cameraId: number, abort: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const waiting = arrivals.get(cameraId) ?? new Set()
      arrivals.set(cameraId, waiting)
      const settle = (error?: FeedError) => {
        clearTimeout(timer)
        waiting.delete(came)
        if (waiting.size === 0) arrivals.delete(cameraId)
        if (error) reject(error)
        else resolve()
      }
      const came = () => settle()
      const timer = setTimeout(() => settle(new FeedError('notSending')), SENDER_MS)
      waiting.add(came)
      abort.addEventListener('abort', () => settle(new FeedError('notSending')))
    })

  const sourceOf = (camera: Camera, wanted: CameraStream): Source => {
    const { plan, sources } = camera
    const stream = wanted === 'sub' && plan.sub === '' ? 'main' : wanted
    const before = sources.get(stream)
    if (before) return before
    const source = createSource({
      stream,
      open: (events, abort) =>
        plan.way === 'push'
          ? push(plan.cameraId, events, abort)
          : pull(plan, stream === 'main' ? plan.main : plan.sub, events, { alsoHere, abort }),
      onChange: () => tellHealth(camera, true),
      onIdle: () => forget(camera, source),
    })
    sources.set(stream, source)
    return source
  }
  const end = (source: Source, fault: CameraFault) => {
    source.end(fault)
    // Those whose way is not open yet have not joined it: nothing would ever come to them.
    for (const [id, view] of views)
      if (view.source === source) {
        leave(id)
        tell({ say: 'over', id })
      }
  }
  const forget = (camera: Camera, source: Source) => {
    camera.sources.delete(source.stream)
    end(source, 'off')
    const { cameraId, way } = camera.plan
    if (camera.sources.size > 0 || cameras.get(cameraId) !== camera) return
    cameras.delete(cameraId)
    if (way === 'push') tell({ say: 'wanted', cameraId, on: false })
    tell({ say: 'idle', cameraId })
  }
  const drop = (cameraId: number, fault: CameraFault, unless?: CameraPlan) => {
    const camera = cameras.get(cameraId)
    if (!camera || (unless && isSame(camera.plan, unless))) return
    cameras.delete(cameraId)
    for (const source of camera.sources.values()) end(source, fault)
    tell({ say: 'idle', cameraId })
  }
  /** As it is set now: what was fetched by another plan ends. */
  const cameraOf = (plan: CameraPlan): Camera => {
    const before = cameras.get(plan.cameraId)
    if (before && isSame(before.plan, plan)) return before
    if (before) drop(plan.cameraId, 'off')
    const camera = { plan, sources: new Map(), talker: undefined }
    cameras.set(plan.cameraId, camera)
    return camera
  }

  const leave = (id: string) => {
    const view = views.get(id)
    if (!view) return
    views.delete(id)
    if (view.camera.talker === id) view.camera.talker = undefined
    view.leave()
    view.viewer.close()
  }

  const timers = [
    setInterval(() => {
      const now = Date.now()
      for (const { sources } of cameras.values()) for (const source of sources.values()) source.tend(now)
    }, TEND_MS),
    setInterval(() => {
      for (const camera of cameras.values()) tellHealth(camera, false)
    }, HEALTH_MS),
  ]

  return {
    async watch(id: string, plan: CameraPlan, stream: CameraStream, sdp: string): Promise<Watched> {
      const camera = cameraOf(plan)
      const source = sourceOf(camera, stream)
      const feed = await source.ready()
      let stopped = () => {}
      const viewer = await openViewer({
        ...carried,
        id,
        sdp,
        video: feed.video,
        sound: feed.sound,
        takes: plan.talks ? feed.takes : undefined,
        group: source.group,
        onOpen: () => {
          if (views.has(id)) stopped = source.join(viewer.sink)
        },
        onOver() {
          if (!views.has(id)) return
          leave(id)
          tell({ say: 'over', id })
        },
        onSaid: (payload, timestamp) => {
          if (camera.talker === id) source.feed()?.say(payload, timestamp)
        },
        onRefresh: source.refresh,
      })
      if (camera.sources.get(source.stream) !== source) {
        viewer.close()
        throw new FeedError('off')
      }
      views.set(id, { viewer, camera, source, leave: () => stopped() })
      return { sdp: viewer.sdp, facts: source.facts(), sound: viewer.sound, canTalk: viewer.canTalk }
    },
    leave,
    talk(id: string, on: boolean): 'yes' | 'busy' | 'cannot' | 'over' {
      const view = views.get(id)
      if (!view) return 'over'
      if (!on) {
        if (view.camera.talker === id) view.camera.talker = undefined
        return 'yes'
      }
      if (!view.viewer.canTalk) return 'cannot'
      if (view.camera.talker !== undefined && view.camera.talker !== id) return 'busy'
      view.camera.talker = id
      return 'yes'
    },
    async publish(id: string, cameraId: number, sdp: string): Promise<string> {
      const sender = await openSender({
        ...carried,
        id,
        sdp,
        onSending: () => {
          for (const came of arrivals.get(cameraId) ?? []) came()
        },
        onOver() {
          if (senders.get(cameraId)?.id !== id) return
          senders.delete(cameraId)
          tell({ say: 'unpublished', id })
        },
      })
      const before = senders.get(cameraId)
      senders.set(cameraId, { id, sender })
      before?.sender.close()
      return sender.sdp
    },
    unpublish(id: string) {
      for (const [cameraId, sent] of senders)
        if (sent.id === id) {
          senders.delete(cameraId)
          sent.sender.close()
        }
    },
    consume(
      id: string,
      plan: CameraPlan,
      stream: CameraStream,
      { consumer, options }: { consumer: string; options: unknown },
    ) {
      const factory = consumers[consumer]
      if (!factory) throw new Error(`there is no consumer ${consumer}`)
      const source = sourceOf(cameraOf(plan), stream)
      const made = factory(options, message => tell({ say: 'consumed', id, message }))
      let ended: Promise<void> | undefined
      const end = () => {
        ended ??= (async () => made.onEnd())()
        return ended
      }
      const leave = source.join({
        ...made,
        onEnd() {
          consuming.delete(id)
          return end().finally(() => tell({ say: 'consumingOver', id }))
        },
      })
      consuming.set(id, () => {
        leave()
        return end()
      })
      // What does not come is tried again, as long as it is joined.
      source.ready().catch(() => {})
    },
    async unconsume(id: string) {
      const end = consuming.get(id)
      consuming.delete(id)
      await end?.()
    },
    drop,
    stop() {
      for (const timer of timers) clearInterval(timer)
      for (const id of [...views.keys()]) leave(id)
      for (const { sender } of senders.values()) sender.close()
      for (const cameraId of [...cameras.keys()]) drop(cameraId, 'off')
    },
  }
}

export type Engine = ReturnType<typeof createEngine>
