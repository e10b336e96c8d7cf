// Ties the SOS queue and the card notices to the world: calls, siren, leading tab, timers. Views read its store.
import type { CardIssuedNotice } from '../../contract/messages.ts'
import {
  emptySosQueue,
  type Sos,
  type SosChange,
  type SosEffect,
  type SosEvent,
  type SosQueue,
  stepSos,
  type TakeRefusal,
} from '../../domain/notice/sos-queue.ts'

/** A card notice that waits to be confirmed; without an id it came from a server that keeps none. */
export interface WaitingCard {
  key: string
  id: number | undefined
  notice: CardIssuedNotice
  at: number
  /** Put aside by the person: out of the dialog, still in the bar. */
  later: boolean
}

export interface NoticesState {
  sos: SosQueue
  cards: readonly WaitingCard[]
}

/** What waits for the person, as the server knows it. */
export interface Pending {
  sos: readonly { sos: Sos; version: number }[]
  cards: readonly { id: number; notice: CardIssuedNotice; at: number }[]
}

export interface NoticesPorts {
  /** Takes alarms; resolves with the refusals, by alarm: what is not among them is ours. Never queued. */
  take: (alarmIds: readonly number[]) => Promise<ReadonlyMap<number, TakeRefusal>>
  fetchPending: () => Promise<Pending>
  confirmCards: (ids: readonly number[]) => Promise<void>
  siren: { ring: () => void; silence: () => void }
  /** Beyond the dialog: page title, system notification. */
  announce: (sos: Sos) => void
  /** Asks to be the one tab that sounds; returns how to give it back. */
  lead: (onChange: (leader: boolean) => void) => () => void
  me: () => number
  now: () => number
  after: (milliseconds: number, run: () => void) => () => void
}

export interface Notices {
  read: () => NoticesState
  subscribe: (listener: () => void) => () => void
  start: () => void
  /** The session ended: nothing of it stays on the screen. */
  stop: () => void
  /** The broker is live again: what was missed is fetched. */
  connected: () => void
  raised: (sos: Sos) => void
  changed: (change: SosChange) => void
  cardIssued: (notice: CardIssuedNotice) => void
  take: (alarmId: number) => void
  /** Takes all that wait. */
  takeAll: () => void
  /** Leafs to a newer one that waits; by -1 to an older one. */
  leaf: (by: 1 | -1) => void
  /** Puts all that wait aside. */
  later: () => void
  /** Brings the SOS that were put aside back. */
  showAgain: () => void
  close: (alarmId: number) => void
  confirmCard: (key: string) => Promise<void>
  /** Puts all card notices aside. */
  laterCards: () => void
  showCardsAgain: () => void
  /** While held, the notice of this order waits in the bar: another screen shows what became of it. */
  watchOrder: (orderId: number) => () => void
}

const cardKey = (notice: CardIssuedNotice, id = notice.noticeId): string =>
  id === undefined ? `${notice.imei} ${notice.cardInfo}` : String(id)

/** Makes the driver; nothing happens before `start`. */
export function createNotices(ports: NoticesPorts): Notices {
  let state: NoticesState = { sos: emptySosQueue, cards: [] }
  // Answers that belong to a session that is over are dropped.
  let session = 0
  let stopLeading = () => {}
  const timers = new Map<number, () => void>()
  let stopReminding = () => {}
  const confirmed = new Set<string>()
  const watched: number[] = []
  const listeners = new Set<() => void>()

  const become = (next: NoticesState) => {
    if (next.sos === state.sos && next.cards === state.cards) return
    state = next
    for (const listener of listeners) listener()
  }
  const send = (event: SosEvent) => {
    const [sos, effects] = stepSos(state.sos, event)
    become({ ...state, sos })
    for (const effect of effects) perform(effect)
  }
  const sendIn = (started: number, event: SosEvent) => {
    if (started === session) send(event)
  }
  const cancel = (alarmId: number) => {
    timers.get(alarmId)?.()
    timers.delete(alarmId)
  }

  function perform(effect: SosEffect): void {
    const started = session
    switch (effect.do) {
      case 'ring':
        ports.siren.ring()
        break
      case 'silence':
        ports.siren.silence()
        break
      case 'announce':
        ports.announce(effect.sos)
        break
      case 'startTimer': {
        const { alarmId, seconds } = effect
        cancel(alarmId)
        timers.set(
          alarmId,
          ports.after(seconds * 1000, () => sendIn(started, { on: 'closeDue', alarmId })),
        )
        break
      }
      case 'cancelTimer':
        cancel(effect.alarmId)
        break
      case 'startReminder':
        stopReminding()
        stopReminding = ports.after(effect.seconds * 1000, () => sendIn(started, { on: 'reminderDue' }))
        break
      case 'cancelReminder':
        stopReminding()
        break
      case 'take': {
        const { alarmIds, attempt } = effect
        const answered = (alarmId: number, refusal: TakeRefusal | undefined) =>
          sendIn(
            started,
            refusal ? { on: 'takeRefused', alarmId, attempt, refusal } : { on: 'taken', alarmId, attempt },
          )
        ports.take(alarmIds).then(
          refusals => {
            for (const id of alarmIds) answered(id, refusals.get(id))
          },
          () => {
            for (const id of alarmIds) answered(id, { id: 'failed' })
          },
        )
        break
      }
      case 'fetchPending':
        // A failed question is asked again with the next connection.
        ports.fetchPending().then(
          pending => started === session && catchUp(pending, effect.known),
          () => {},
        )
    }
  }

  function catchUp({ sos, cards }: Pending, known: readonly number[]): void {
    send({ on: 'pending', list: sos, known })
    for (const card of cards) addCard(card.notice, card.id, card.at)
  }

  function addCard(notice: CardIssuedNotice, id: number | undefined, at: number): void {
    const key = cardKey(notice, id)
    if (confirmed.has(key) || state.cards.some(card => card.key === key)) return
    become({ ...state, cards: [...state.cards, { key, id, notice, at, later: isWatched(notice) }] })
  }

  const isWatched = ({ orderId }: CardIssuedNotice) => orderId !== undefined && watched.includes(orderId)
  const putCards = (aside: (card: WaitingCard) => boolean) =>
    become({ ...state, cards: state.cards.map(card => ({ ...card, later: aside(card) })) })

  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start() {
      session += 1
      stopLeading()
      stopLeading = ports.lead(leader => send({ on: 'leadership', leader }))
    },
    stop() {
      session += 1
      send({ on: 'sessionEnded' })
      stopLeading()
      stopLeading = () => {}
      confirmed.clear()
      become({ ...state, cards: [] })
    },
    connected: () => send({ on: 'connected' }),
    raised: sos => send({ on: 'raised', sos }),
    changed: change => send({ on: 'changed', change, me: ports.me() }),
    cardIssued: notice => addCard(notice, notice.noticeId, ports.now()),
    take: alarmId => send({ on: 'takePressed', alarmId }),
    takeAll: () => send({ on: 'takeAllPressed' }),
    leaf: by => send({ on: 'leafed', by }),
    later: () => send({ on: 'laterPressed' }),
    showAgain: () => send({ on: 'barPressed' }),
    close: alarmId => send({ on: 'closePressed', alarmId }),
    async confirmCard(key) {
      const card = state.cards.find(each => each.key === key)
      if (!card) return
      if (card.id !== undefined) await ports.confirmCards([card.id])
      confirmed.add(key)
      become({ ...state, cards: state.cards.filter(each => each.key !== key) })
    },
    laterCards: () => putCards(() => true),
    showCardsAgain: () => putCards(() => false),
    watchOrder(orderId) {
      watched.push(orderId)
      putCards(card => card.later || isWatched(card.notice))
      return () => void watched.splice(watched.indexOf(orderId), 1)
    },
  }
}
