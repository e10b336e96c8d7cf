// Live pictures over HTTP: watching, how cameras stand, moving them, talking through them, senders and their tokens.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import {
  askCamera,
  cameraPresets,
  camerasHealth,
  camerasOfDevices,
  goToPreset,
  keepViews,
  leaveView,
  moveCamera,
  newCameraToken,
  talkThroughCamera,
  videoSetup,
  watchCamera,
} from '../../../src/contract/endpoints/cameras.ts'
import {
  type CameraFault,
  type CameraHealth,
  type CameraStream,
  cameraPermissions,
} from '../../../src/domain/camera/camera.ts'
import { HOUR_MS, SECOND_MS } from '../../../src/domain/durations.ts'
import { ONVIF_ADDRESS } from '../../../src/domain/limits.ts'
import { holds } from '../../../src/domain/permission.ts'
import { type Sql, WHOLE } from '../../db/scoped.ts'
import { rowsOf, tables } from '../../db/typed.ts'
import { by } from '../../entity/rules.ts'
import type { ApartContext, Context, Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { createBucket } from '../../http/throttle.ts'
import type { Kernel } from '../../kernel.ts'
import type { Lines } from '../../lines.ts'
import type { Live, Person } from '../../person.ts'
import type { Secrets } from '../../secrets.ts'
import type { ConferenceConfig } from '../conference/public.ts'
import { type CallConfig, iceServersFor } from '../intercom/public.ts'
import type { Sessions } from '../session/public.ts'
import { connectorOf } from './engine/feeds.ts'
import type { CameraPlan } from './engine/words.ts'
import { watchAtGateway } from './gateway.ts'
import { type CameraMedia, createCameraMedia, DescriptionRefused, PictureFault } from './media.ts'
import { createMoves } from './moves.ts'
import { type OnvifOptions, openOnvif } from './onvif/camera.ts'
import { OnvifError } from './onvif/soap.ts'
import { CAMERA_PASSWORDS, openPassword } from './passwords.ts'
import { camerasOf, type KeptCamera, keptCamera, planOf, SIMULATED, seenCamera } from './plans.ts'
import { createAskedTokens, hashOfToken, mountSenders, newToken, WHIP_PATH } from './senders.ts'
import { addressAtGateway, type CameraConfig } from './settings.ts'
import { createViews } from './views.ts'

const ICE_SECONDS = (12 * HOUR_MS) / SECOND_MS
const RESTART_MS = 3 * SECOND_MS
const RESTART_LOOK_MS = 100
const SWEEP_MS = 5 * SECOND_MS
const REVIEW_MS = 30 * SECOND_MS
/** Watching and asking cost a connection each. */
const WATCHES = { perSecond: 2, atOnce: 30 }
const MOVES = { perSecond: 8, atOnce: 30 }

/** What is asked of walls, which are no session and watch what stands on their boards. */
export interface WallPorts {
  findByHash(tokenHash: string): Promise<Live | undefined>
  camerasOf(sql: Sql, wallId: number): Promise<ReadonlySet<number>>
}

export interface CameraParts extends Pick<Kernel, 'data' | 'bus' | 'log'> {
  sessions: Sessions
  walls: WallPorts
  lines: Lines
  config: CallConfig & { secrets: Secrets; conference: ConferenceConfig; cameras: CameraConfig }
}

export interface Cameras {
  media: CameraMedia
  /** How a camera is fetched, for whoever has its pictures kept; undefined: it is off, gone, or cannot be. */
  planOf(cameraId: number): Promise<CameraPlan | undefined>
  /** For operators. */
  health(): { media: ReturnType<CameraMedia['state']>; fetched: number; views: number }
  stop(): Promise<void>
}

interface Standing {
  tenantId: number
  departmentId: number | null
  imei: string | null
  health: CameraHealth | undefined
}

export function mountCameras(handlers: Handlers, http: FastifyInstance, parts: CameraParts): Cameras {
  const { data, bus, log, sessions, walls, lines, config } = parts
  const key = config.secrets.keyFor(CAMERA_PASSWORDS)
  const tokens = createAskedTokens(config.secrets)
  const views = createViews()
  const moves = createMoves()
  const standing = new Map<number, Standing>()
  const { ports, address } = config.conference
  const media = createCameraMedia(
    { ports: ports ?? null, address: address ?? null, alsoHere: config.cameras.loopback },
    log,
    {
      onHealth(health, told) {
        const one = standing.get(health.cameraId)
        if (!one) return
        one.health = health
        const { tenantId, departmentId } = one
        if (told) bus.emit('camera.stands', { tenantId, departmentId, health })
      },
      onIdle(cameraId) {
        const one = standing.get(cameraId)
        standing.delete(cameraId)
        if (one?.health) tellIdle(cameraId, one)
      },
      onOver: id => views.forget(id),
      onUnpublished: id => senders.forget(id),
      onWanted: (cameraId, on) => want(cameraId, on),
      onRestarted() {
        views.clear()
        for (const [cameraId, one] of standing) tellIdle(cameraId, one)
        standing.clear()
      },
    },
  )
  const senders = mountSenders(http, { data, media, tokens })

  const tellIdle = (cameraId: number, { tenantId, departmentId }: Standing) => {
    const health = {
      cameraId,
      state: 'idle' as const,
      since: Date.now(),
      fault: null,
      attempts: 0,
      nextTryAt: null,
      streams: [],
    }
    bus.emit('camera.stands', { tenantId, departmentId, health })
  }
  /** Asks a device for its picture, or tells it that nobody wants it any more. */
  const want = (cameraId: number, on: boolean) => {
    const imei = standing.get(cameraId)?.imei
    if (!imei) return
    const { token, expiresAt } = tokens.make(cameraId)
    bus.emit('camera.wanted', {
      imei,
      message: { code: '5098', on, url: `${WHIP_PATH}/${cameraId}`, token: on ? token : '', expiresAt },
    })
  }
  const note = ({ id, tenantId, departmentId, imei }: KeptCamera) =>
    standing.set(id, { health: standing.get(id)?.health, tenantId, departmentId, imei })

  const refusedBy = (fault: CameraFault) => new Refused(`camera.${fault}`)
  const simulatedFor = async ({ mainAddress, subAddress }: KeptCamera): Promise<number | null> => {
    const isSimulated = [mainAddress, subAddress].some(
      one => URL.canParse(one) && new URL(one).hostname.endsWith(SIMULATED),
    )
    return (isSimulated && (await lines.simulatedCameras?.())) || null
  }
  const plan = async (camera: KeptCamera) =>
    planOf(camera, { key, config: config.cameras, simulated: await simulatedFor(camera) })

  const isShown = async (sql: Sql, { wall }: Pick<Person, 'wall'>, cameraId: number): Promise<boolean> =>
    wall === undefined || (await walls.camerasOf(sql, wall)).has(cameraId)

  const find = async (
    { scoped, person }: Pick<ApartContext, 'scoped' | 'person'>,
    wanted: { cameraId?: number | undefined; imei?: string | undefined },
  ): Promise<KeptCamera> => {
    if (wanted.cameraId === undefined && wanted.imei === undefined)
      throw new Refused('field.required', { field: 'cameraId' })
    const camera = await scoped(async sql => {
      const seen = await seenCamera(sql, person, wanted)
      return seen && (await isShown(sql, person, seen.id)) ? seen : undefined
    })
    if (!camera) throw new Refused('row.unknown')
    if (!camera.enabled) throw refusedBy('off')
    return camera
  }

  handlers.handle(videoSetup, async (_request, { person }) => ({
    engine: media.state(),
    iceServers: iceServersFor(config, viewerOf(person), { now: Date.now(), seconds: ICE_SECONDS }),
    gateway: config.cameras.gateway !== undefined,
  }))

  handlers.handle(camerasOfDevices, async ({ imeis }, { sql, person }) => camerasOf(sql, person, imeis))

  const mayWatch = createBucket(WATCHES)
  handlers.handleApart(watchCamera, async ({ cameraId, imei, stream, sdp }, context) => {
    const { person, tokenHash } = context
    const camera = await find(context, { cameraId, imei })
    if (!mayWatch(viewerOf(person))) throw new Refused('throttled', { status: 429 })
    if (!views.hasRoom(viewerOf(person))) throw new Refused('camera.tooMany')
    const viewId = views.newId()
    const opened = await open(camera, { viewId, stream, sdp })
    views.add({
      id: viewId,
      viewer: viewerOf(person),
      tokenHash,
      cameraId: camera.id,
      leave: opened.leave,
    })
    return {
      viewId,
      cameraId: camera.id,
      name: camera.name,
      imei: camera.imei,
      sdp: opened.sdp,
      facts: opened.facts,
      sound: opened.sound,
      canTalk: opened.canTalk && holds(person.permissions, cameraPermissions.talk),
      canMove: camera.onvifAddress !== null && holds(person.permissions, cameraPermissions.move),
    }
  })

  /** One that has just fallen is given a moment to come back. */
  const isUp = async (): Promise<boolean> => {
    for (const until = Date.now() + RESTART_MS; ; await sleep(RESTART_LOOK_MS)) {
      const state = await media.warm()
      if (state !== 'down' || Date.now() > until) return state === 'up'
    }
  }
  const open = async (
    camera: KeptCamera,
    { viewId, stream, sdp }: { viewId: string; stream: CameraStream; sdp: string },
  ) => {
    const { gateway, gatewayToken } = config.cameras
    try {
      if (camera.source === 'gateway' && gateway?.startsWith('http')) {
        const isSub = stream === 'sub' && camera.subAddress !== ''
        const url = addressAtGateway(gateway, isSub ? camera.subAddress : camera.mainAddress)
        const relayed = await watchAtGateway(url, gatewayToken, sdp)
        return { ...relayed, facts: unknownFacts(isSub ? 'sub' : 'main'), sound: true, canTalk: false }
      }
      const wanted = await plan(camera)
      if (!wanted) throw new PictureFault('gateway')
      if (!(await isUp())) throw new PictureFault('engine')
      note(camera)
      return { ...(await media.watch(viewId, wanted, stream, sdp)), leave: () => media.leave(viewId) }
    } catch (error) {
      if (error instanceof PictureFault) throw refusedBy(error.fault)
      if (error instanceof DescriptionRefused) throw new Refused('camera.description', { field: 'sdp' })
      log.warn({ err: error, cameraId: camera.id }, 'A camera could not be watched')
      throw refusedBy('engine')
    }
  }

  handlers.handle(keepViews, async ({ viewIds }, { tokenHash }) => ({
    over: viewIds.filter(id => !views.of(id, tokenHash)),
  }))
  handlers.handle(leaveView, async ({ viewId }, { tokenHash }) => {
    if (views.of(viewId, tokenHash)) views.end(viewId)
    return {}
  })

  handlers.handle(camerasHealth, async (_request, { person, sql }) => {
    const seen: CameraHealth[] = []
    const shown = person.wall === undefined ? undefined : await walls.camerasOf(sql, person.wall)
    for (const { tenantId, departmentId, health } of standing.values()) {
      const mine = person.platform || tenantId === person.tenantId
      const theirs = person.departments === null || person.departments.includes(departmentId ?? -1)
      if (health && mine && theirs && (!shown || shown.has(health.cameraId))) seen.push(health)
    }
    return seen
  })

  const mayMove = createBucket(MOVES)
  /** The way to a camera that can be moved. */
  const movable = async (context: ApartContext, cameraId: number) => {
    const camera = await find(context, { cameraId })
    if (camera.onvifAddress === null) throw new Refused('camera.cannotMove')
    if (!mayMove(String(context.person.accountId))) throw new Refused('throttled', { status: 429 })
    const { username, passwordSealed, tenantId, networks, onvifAddress } = camera
    const password = passwordSealed ? openPassword(key, passwordSealed, tenantId) : ''
    const options = onvifOptions(onvifAddress, { username, password: password ?? '', networks })
    return { options, key: `${cameraId} ${onvifAddress} ${username} ${passwordSealed?.toString('base64')}` }
  }
  const onvifOptions = (
    onvifAddress: string,
    { username, password, networks }: { username: string | null; password: string; networks: string[] },
  ): OnvifOptions => ({
    address: onvifAddress,
    account: username ? { username, password } : undefined,
    connect: connectorOf({ networks, simulated: null }, config.cameras.loopback),
  })
  const told = async <Result>(asking: Promise<Result>): Promise<Result> => {
    try {
      return await asking
    } catch (error) {
      if (error instanceof OnvifError) throw refusedBy(error.fault)
      throw error
    }
  }

  handlers.handleApart(moveCamera, async ({ cameraId, ...speed }, context) => {
    const way = await movable(context, cameraId)
    await told(moves.move(way.key, way.options, speed))
    return {}
  })
  handlers.handleApart(cameraPresets, async ({ cameraId }, context) => {
    const way = await movable(context, cameraId)
    return told(moves.with(way.key, way.options, camera => camera.presets()))
  })
  handlers.handleApart(goToPreset, async ({ cameraId, token }, context) => {
    const way = await movable(context, cameraId)
    await told(moves.with(way.key, way.options, camera => camera.goTo(token)))
    return {}
  })

  handlers.handleApart(talkThroughCamera, async ({ viewId, on }, { person, tokenHash, address, scoped }) => {
    const view = views.of(viewId, tokenHash)
    if (!view) throw new Refused('camera.viewOver')
    const answer = await media.talk(viewId, on).catch(() => 'over' as const)
    if (answer === 'busy') throw new Refused('camera.talkBusy')
    if (answer === 'cannot') throw new Refused('camera.cannotTalk')
    if (answer === 'over') throw new Refused('camera.viewOver')
    await scoped(async sql =>
      sql.audit({
        ...by({ person, address }, person.tenantId),
        action: on ? 'camera.talk' : 'camera.talkEnd',
        entity: 'camera',
        rowId: view.cameraId,
        detail: null,
      }),
    )
    return {}
  })

  handlers.handle(newCameraToken, async ({ cameraId }, context) => {
    const camera = await seenCamera(context.sql, context.person, { cameraId })
    if (!camera) throw new Refused('row.unknown')
    if (camera.source !== 'whip') throw new Refused('state.transition')
    const token = newToken()
    await rowsOf(
      context.sql,
      tables
        .updateTable('camera')
        .set({ token_hash: hashOfToken(token) })
        .where('id', '=', cameraId),
    )
    context.sql.audit({
      ...by(context, camera.tenantId),
      action: 'camera.token',
      entity: 'camera',
      rowId: cameraId,
      detail: null,
    })
    return { token, url: `${WHIP_PATH}/${cameraId}` }
  })

  handlers.handleApart(askCamera, async ({ cameraId, onvifAddress, username, password }, context) => {
    const { person, scoped } = context
    if (!ONVIF_ADDRESS.test(onvifAddress) || !URL.canParse(onvifAddress))
      throw new Refused('field.onvifAddress', { field: 'onvifAddress' })
    const kept =
      cameraId === undefined ? undefined : await scoped(sql => seenCamera(sql, person, { cameraId }))
    if (cameraId !== undefined && !kept) throw new Refused('row.unknown')
    if (!mayMove(String(person.accountId))) throw new Refused('throttled', { status: 429 })
    const networks = kept?.networks ?? (await scoped(sql => networksOf(sql, person.tenantId)))
    // A kept password goes to the address that it was kept for, and to no other.
    const isKept = kept?.onvifAddress === onvifAddress && password === undefined
    const known =
      isKept && kept.passwordSealed ? openPassword(key, kept.passwordSealed, kept.tenantId) : password
    const account = { username: username ?? kept?.username ?? null, password: known ?? '', networks }
    return told(
      (async () => {
        const camera = await openOnvif(onvifOptions(onvifAddress, account))
        const facts = await camera.describe()
        const profiles = []
        for (const { token, name, codec, width, height } of await camera.profiles())
          profiles.push({ name, codec, width, height, address: await camera.addressOf(token) })
        // What browsers can show first, the largest of those first.
        const fits = (codec: string) => (codec === 'H264' ? 0 : 1)
        profiles.sort(
          (one, other) => fits(one.codec) - fits(other.codec) || (other.width ?? 0) - (one.width ?? 0),
        )
        return { ...facts, profiles }
      })(),
    )
  })

  // Whoever may not look any more looks no longer: rights, sessions and scopes change.
  const review = async () => {
    for (const view of [...views.all()]) {
      const live = (await sessions.findByHash(view.tokenHash)) ?? (await walls.findByHash(view.tokenHash))
      const may =
        live !== undefined &&
        holds(live.person.permissions, cameraPermissions.watch) &&
        (await data.scoped(
          WHOLE,
          async sql =>
            (await isShown(sql, live.person, view.cameraId)) &&
            (await seenCamera(sql, live.person, { cameraId: view.cameraId })),
        ))
      if (!live || !may) views.end(view.id)
      // The word was given to who may talk: it goes with that right, the picture stays.
      else if (!holds(live.person.permissions, cameraPermissions.talk) && media.state() === 'up')
        await media.talk(view.id, false).catch(() => {})
    }
  }
  let reviewing: Promise<void> | undefined
  let again = false
  const reviewSoon = () => {
    again = reviewing !== undefined
    reviewing ??= review()
      .catch(error => log.warn({ err: error }, 'Viewers of cameras could not be reviewed'))
      .finally(() => {
        reviewing = undefined
        // What changed while it was looking is looked at once more.
        if (again) reviewSoon()
      })
  }
  const changed = async (cameraId: number) => {
    const camera = await data.scoped(WHOLE, sql => keptCamera(sql, cameraId))
    for (const view of [...views.all()])
      if (view.cameraId === cameraId && !camera?.enabled) views.end(view.id)
    if (camera && standing.has(cameraId)) note(camera)
    media.drop(cameraId, 'off', camera?.enabled ? await plan(camera) : undefined)
    // Who may see it may have changed with it.
    reviewSoon()
  }
  const timers = [setInterval(views.sweep, SWEEP_MS), setInterval(reviewSoon, REVIEW_MS)]
  for (const timer of timers) timer.unref()
  const stops = [
    bus.on('session.ended', reviewSoon),
    bus.on('rights.changed', reviewSoon),
    bus.on('camera.changed', ({ id }) => {
      changed(id).catch(error => log.warn({ err: error }, 'A changed camera could not be read'))
    }),
  ]

  return {
    media,
    async planOf(cameraId) {
      const camera = await data.scoped(WHOLE, sql => keptCamera(sql, cameraId))
      if (!camera?.enabled) return undefined
      note(camera)
      return plan(camera)
    },
    health: () => ({
      media: media.state(),
      fetched: standing.size,
      views: [...views.all()].length,
    }),
    async stop() {
      for (const timer of timers) clearInterval(timer)
      for (const stop of stops) stop()
      moves.stop()
      await media.stop()
    },
  }
}

/** Each wall by itself: all of them are nobody. */
const viewerOf = (person: Pick<Person, 'wall' | 'accountId'>): string =>
  person.wall === undefined ? `u${person.accountId}` : `w${person.wall}`

async function networksOf(sql: Context['sql'], tenantId: Person['tenantId']): Promise<string[]> {
  const [row] = await rowsOf(
    sql,
    tables.selectFrom('tenant').select('camera_networks').where('id', '=', tenantId),
  )
  return (row?.camera_networks ?? '')
    .split(',')
    .map(one => one.trim())
    .filter(Boolean)
}

const unknownFacts = (stream: CameraStream) => ({
  stream,
  codec: null,
  width: null,
  height: null,
  framesPerSecond: null,
  kilobits: null,
  loss: null,
  jitterMs: null,
  viewers: 1,
})
