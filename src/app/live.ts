// Composition of what is live: broker messages reach the caches and the features that show them.
import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { QueryClient } from '@tanstack/react-query'
import { confirmCards, pendingNotices } from '../contract/endpoints/message.ts'
import { brokerConfig } from '../contract/endpoints/session.ts'
import type { RowsNotice, WebMessage } from '../contract/messages.ts'
import { maskedName } from '../domain/access/masked-name.ts'
import { alarm } from '../domain/alarm/alarm.ts'
import { deviceCommand } from '../domain/device/command.ts'
import { sosChangeOf, sosOfAlarm } from '../domain/notice/sos-of-alarm.ts'
import type { TakeRefusal } from '../domain/notice/sos-queue.ts'
import { task } from '../domain/task/task.ts'
import { announceSos } from '../features/notices/announce.ts'
import { createNotices } from '../features/notices/notices.driver.ts'
import { sendQueued } from '../features/offline/send-queued.ts'
import { publishCameraChanges } from '../platform/camera-changes.ts'
import { getConnection, probe, subscribeConnection } from '../platform/connection.ts'
import { publishDeviceChanges } from '../platform/device-changes.ts'
import { publishFenceChanges } from '../platform/fence-changes.ts'
import { newKey, sendRequest } from '../platform/http.ts'
import { createBroker } from '../platform/mqtt.ts'
import { connectMqtt } from '../platform/mqtt-client.ts'
import { browserClock } from '../platform/mqtt-ports.ts'
import { queuedActions, replay, startQueue, stopQueue } from '../platform/queue.ts'
import { RequestError } from '../platform/request-error.ts'
import { publishRowChanges } from '../platform/row-changes.ts'
import { registerServiceWorker } from '../platform/service-worker.ts'
import { getSession, subscribeSession } from '../platform/session-store.ts'
import { armAtFirstGesture, ring, silence } from '../platform/sound.ts'
import { leadSound } from '../platform/sound-tab.ts'
import { showToast } from '../platform/toast.ts'
import { askedBy, endpointsFor, invalidateEntity, patchRows } from '../resource/query.ts'
import { keepCardsAtHand } from './cards-at-hand.ts'
import { type AlarmRow, isWorkedOff, receiveAlarms } from './live-alarms.ts'
import { catchUpCalls, hearCalls, startCalls, stopCalls } from './live-calls.ts'
import { catchUpCentre, countUnread, hearCentre, startCentre, stopCentre } from './live-centre.ts'
import { countChanges, receiveDevices } from './live-devices.ts'
import { atMostEvery, perFrame } from './live-frame.ts'
import { spokenBoard, startSockets, stopSockets } from './live-sockets.ts'
import { showBroker } from './live-state.ts'
import { queryClient } from './query-client.ts'
import { expire } from './session-life.ts'

const COUNTS_MS = 5_000
/** What waits is tried again so often while the network seems to be there. */
const REPLAY_MS = 20_000
const RETRY_SPREAD_MS = 1_000
/** A server whose broker is silent gets this long: with the wait before, nobody is told later than after 10 s. */
const DOUBT_PROBE_MS = 3_500

/** SOS and card notices, for the host over all pages. */
export const notices = createNotices({
  take: takeSos,
  fetchPending,
  confirmCards: async ids => void (await sendRequest(confirmCards, { ids: [...ids] })),
  siren: { ring, silence },
  announce: sos => announceSos(i18n, sos),
  lead: leadSound,
  now: browserClock.now,
  after: browserClock.after,
})

/** The broker connection, for the pill that shows its state and for the trace. */
export const broker = createBroker(
  { ...browserClock, connect: connectMqtt, ticket: () => sendRequest(brokerConfig, {}) },
  { onMessage: receive, onLive: catchUp, onDoubt: () => void probe(DOUBT_PROBE_MS) },
)

let open = 0
const openListeners = new Set<() => void>()

/** How many alarms are open, for the badge of the menu; an external store. */
export const openAlarms = {
  subscribe(listener: () => void): () => void {
    openListeners.add(listener)
    return () => openListeners.delete(listener)
  },
  read: (): number => open,
}

let stopFollowing: (() => void) | undefined
let liveFor: string | undefined
let stopShowing = () => {}
let stopKeepingCards = () => {}

/** Starts what is live with the session, now and whenever one starts; ends it with the session. Call once. */
export function goLive(): () => void {
  if (stopFollowing) return stopFollowing
  const stops = [
    subscribeSession(follow),
    subscribeConnection(() => {
      if (!getConnection().online) return
      void sendWaiting()
      // The server answers again, so the broker is tried at once; many consoles are spread over a while.
      browserClock.after(browserClock.random() * RETRY_SPREAD_MS, broker.retry)
    }),
    armAtFirstGesture(),
  ]
  const timer = setInterval(() => void sendWaiting(), REPLAY_MS)
  follow()
  stopFollowing = () => {
    clearInterval(timer)
    for (const stop of stops) stop()
    end()
    stopFollowing = undefined
  }
  return stopFollowing
}

function follow(): void {
  const session = getSession()
  if (session?.token === liveFor) return
  end()
  if (!session) return
  liveFor = session.token
  stopShowing = showBroker(broker)
  stopKeepingCards = keepCardsAtHand(queryClient)
  notices.start()
  startCalls(broker)
  startSockets()
  startCentre(broker)
  broker.start()
  const { tenantId, id, keys, name } = session.user
  // Visitors do nothing that could wait.
  if (!keys) return
  startQueue(
    { tenantId, userId: id },
    { seal: keys.seal, tell: keys.tell, mask: maskedName(name) },
    {
      send: sendQueued,
      newKey,
      onDone: action => void invalidateEntity(queryClient, { key: action.entity }),
      onFailed: () =>
        showToast({ kind: 'tip', message: msg`One of your stored actions was refused. View pending.` }),
    },
  ).then(sendWaiting, () => {
    // Private mode or a full disk: commands work, but none can wait for the network.
  })
}

function end(): void {
  if (liveFor === undefined) return
  liveFor = undefined
  broker.stop()
  stopShowing()
  stopKeepingCards()
  notices.stop()
  stopCalls()
  stopSockets()
  stopQueue()
  countOpen(0)
  stopCentre()
}

async function sendWaiting(): Promise<void> {
  const waits = queuedActions.read().some(action => action.state !== 'failed')
  if (waits && getSession() && getConnection().online) await replay().catch(() => {})
}

const onDevices = perFrame((batches: readonly Parameters<typeof receiveDevices>[1][number][]) => {
  receiveDevices(queryClient, batches)
  if (countChanges(batches)) refreshDevices()
})
const onAlarms = perFrame((rows: readonly AlarmRow[]) => {
  receiveAlarms(queryClient, rows)
  refreshAlarms()
})
const refreshDevices = atMostEvery(COUNTS_MS, () => void refreshPages(queryClient, 'device'))
const refreshAlarms = atMostEvery(COUNTS_MS, () => {
  // A list that somebody works off grows by what arrives; fetched again it would move under the finger.
  void queryClient.invalidateQueries({
    queryKey: ['entity', 'alarm', 'page'],
    predicate: ({ queryKey }) => !isWorkedOff(askedBy(queryKey)),
  })
  refreshRooms()
  notices.send({ on: 'connected' })
})

/** Boards of device commands follow their figures while answers come in. */
const ORDERS_MS = 1_000
const refreshOrders = atMostEvery(ORDERS_MS, () => {
  for (const key of ['commandBatch', 'deviceCommand'])
    void queryClient.invalidateQueries({ queryKey: ['entity', key] })
})

/** A payment page stands where its bills stand; those of one payment move one after the other. */
const BILLS_MS = 250
const refreshBills = atMostEvery(BILLS_MS, () => {
  void queryClient.invalidateQueries({ queryKey: ['pay'] })
  void invalidateEntity(queryClient, { key: 'bill', shownIn: ['simCard'] })
})

const refreshDoors = atMostEvery(COUNTS_MS, () => {
  for (const key of ['call', 'doorEvent', 'doorCard']) void refreshPages(queryClient, key)
  refreshRooms()
})

/** A room's cell says of alarms, doors and people alike. */
const refreshRooms = atMostEvery(COUNTS_MS, () => void invalidateEntity(queryClient, { key: 'room' }))

/** Five phones tick at once: each tick is seen at once, and a hundred of them fetch no hundred rolls. */
const MUSTERS_MS = 1_000
const refreshMusters = atMostEvery(MUSTERS_MS, () => void invalidateEntity(queryClient, { key: 'muster' }))

const refreshFences = atMostEvery(COUNTS_MS, () => {
  for (const key of ['fence', 'fenceEvent']) void refreshPages(queryClient, key)
  void queryClient.invalidateQueries({ queryKey: ['entity', 'fenceEvent', 'figures'] })
})

const refreshTexts = atMostEvery(COUNTS_MS, () => {
  void invalidateEntity(queryClient, { key: 'alarmText' })
})

/** What others judge is seen soon; who judges a hundred in a minute does not fetch a hundred lists. */
const JUDGED_MS = 2_000
const refreshJudgedOf = (key: string) => atMostEvery(JUDGED_MS, () => void refreshPages(queryClient, key))
const refreshJudged: Record<RowsNotice['entity'], () => void> = {
  photo: refreshJudgedOf('photo'),
  video: refreshJudgedOf('video'),
  faceSample: refreshJudgedOf('faceSample'),
  faceCapture: refreshJudgedOf('faceCapture'),
  leaveRequest: refreshJudgedOf('leaveRequest'),
  application: refreshJudgedOf('application'),
  worker: refreshJudgedOf('worker'),
  approvalCase: refreshJudgedOf('approvalCase'),
  announcement: refreshJudgedOf('announcement'),
  announcementReceipt: refreshJudgedOf('announcementReceipt'),
  room: () => refreshRooms(),
  muster: () => refreshMusters(),
  // The log on screen is the work itself: what a colleague writes is there at once.
  emergency: () => void invalidateEntity(queryClient, { key: 'emergency' }),
}

// Only lists on screen; what nobody looks at is fetched when somebody does.
const refreshPages = (client: QueryClient, key: string) =>
  client.invalidateQueries({ queryKey: ['entity', key, 'page'] })

type Coded<Code extends WebMessage['code']> = Extract<WebMessage, { code: Code }>

/** Who is told of what, by code; a code that nobody takes does not compile. */
const takers: { readonly [Code in WebMessage['code']]: (message: Coded<Code>) => void } = {
  state(message) {
    publishDeviceChanges(message)
    for (const change of message.devices) onDevices({ ...change, heardAt: message.at })
  },
  alarm({ alarm: row }) {
    const change = sosChangeOf(row)
    if (change) notices.send({ on: 'changed', change, me: getSession()?.user.id ?? 0 })
    if (row.status !== 'open' || row.acknowledgedAt !== null) spokenBoard.settle(row.id)
    onAlarms(row)
  },
  tests: () => void invalidateEntity(queryClient, { key: 'alarmTest' }),
  texts: refreshTexts,
  notice: hearCentre,
  '9003': sos => notices.send({ on: 'raised', sos }),
  '5084'(message) {
    notices.cardIssued(message)
    refreshDoors()
  },
  '5081': hearCalls,
  '5082': hearCalls,
  '5083': hearCalls,
  '5088': hearCalls,
  call(message) {
    hearCalls(message)
    refreshDoors()
  },
  '5091'(message) {
    hearCalls(message)
    refreshDoors()
  },
  camera: publishCameraChanges,
  rows(message) {
    publishRowChanges(message)
    refreshJudged[message.entity]()
  },
  fence(message) {
    publishFenceChanges(message)
    refreshFences()
  },
  command({ id, state, reason }) {
    patchRows(queryClient, deviceCommand, [{ id, state, reason }])
    if (state === 'done') showToast({ kind: 'ok', message: msg`The device has carried out the command` })
    if (state === 'failed')
      showToast({ kind: 'tip', message: msg`The device could not carry out the command` })
    if (state === 'expired')
      showToast({ kind: 'tip', message: msg`The device did not answer the command in time` })
    void invalidateEntity(queryClient, deviceCommand)
  },
  orders({ moves }) {
    // Many at once: the board that watches them tells, no message for each.
    patchRows(queryClient, deviceCommand, moves)
    refreshOrders()
  },
  task(message) {
    patchRows(queryClient, task, [{ id: message.id, state: message.state, rows: message.rows }])
    if (message.quiet !== true) tellTaskEnd(message)
    void invalidateEntity(queryClient, task)
  },
  allocation({ code: _, ...moved }) {
    patchRows(queryClient, { key: 'allocation', countBy: 'state' }, [moved])
    void queryClient.invalidateQueries({ queryKey: ['allocationItems', moved.id] })
    if (moved.state !== 'running' && moved.state !== 'undoing')
      void invalidateEntity(queryClient, { key: 'allocation', shownIn: ['device'] })
  },
  bills: refreshBills,
  '5097': hearCalls,
  '208': () => expire(getSession()?.token),
}

function receive<Code extends WebMessage['code']>(message: { code: Code } & Coded<Code>): void {
  takers[message.code](message)
}

/** Live again: whatever was said meanwhile is read from the server, without a reload. */
function catchUp(): void {
  // Everything that could not wait is there now.
  void registerServiceWorker()
  notices.send({ on: 'connected' })
  spokenBoard.forgetAlarms()
  void queryClient.invalidateQueries({ refetchType: 'active' })
  catchUpCentre().catch(() => {
    // The badge and the centre itself still say what is unread.
  })
  void sendWaiting()
}

async function fetchPending() {
  const pending = await sendRequest(pendingNotices, {})
  countOpen(pending.openAlarms)
  countUnread(pending.unreadNotices)
  catchUpCalls(pending)
  return {
    sos: pending.sos.map(row => ({ sos: sosOfAlarm(row), version: row.version })),
    cards: pending.cards,
  }
}

function countOpen(count: number): void {
  if (count === open) return
  open = count
  for (const listener of openListeners) listener()
}

async function takeSos(ids: readonly number[]): Promise<ReadonlyMap<number, TakeRefusal>> {
  const all = (refusal: TakeRefusal) => new Map(ids.map(id => [id, refusal]))
  // Taking an alarm tells the others that somebody is on the way: sent later it would no longer be true.
  if (!getConnection().online) return all({ id: 'offline' })
  try {
    const { results } = await sendRequest(endpointsFor(alarm).command('take'), { ids: [...ids] })
    void invalidateEntity(queryClient, alarm)
    const ours = new Set(results.flatMap(result => (result.ok ? [result.id] : [])))
    const errors = new Map(results.map(result => [result.id, result.error]))
    return new Map(
      ids.flatMap(id => (ours.has(id) ? [] : [[id, errors.get(id) ?? { id: 'failed' }] as const])),
    )
  } catch (error) {
    if (!(error instanceof RequestError)) return all({ id: 'failed' })
    return all(error.passing ? { id: 'offline' } : { id: error.id ?? 'failed', params: error.params })
  }
}

function tellTaskEnd({ state, kind }: { state: string; kind?: string | undefined }): void {
  if (state === 'done' && kind === 'import')
    showToast({ kind: 'ok', message: msg`The import has come to its end. See Download tasks.` })
  else if (state === 'done') showToast({ kind: 'ok', message: msg`Your file is ready under Download tasks` })
  if (state !== 'failed' && state !== 'timeout') return
  showToast({
    kind: 'error',
    message:
      kind === 'import'
        ? msg`The import failed. See Download tasks.`
        : msg`Your export failed. See Download tasks.`,
  })
}
