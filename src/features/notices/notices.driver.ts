// Ties the SOS queue and the card notices to the world: calls, siren, leading tab, timers. Views read its store.
import type { CardIssuedNotice } from '../../contract/messages.ts'
import {
  emptySosQueue,
  type Sos,
  type SosEffect,
  type SosEvent,
  type SosQueue,
  stepSos,
  type TakeRefusal,
} from '../../domain/notice/sos-queue.ts'
import { type Performers, runMachine } from '../../platform/machine-runner.ts'
import { createStore } from '../../platform/store.ts'

/** A card notice that waits to be confirmed. One without id came by the broker from a server that does not store them. */
export interface WaitingDoorCard {
  key: string
  id: number | undefined
  notice: CardIssuedNotice
  at: number
  /** Put aside by the person: out of the dialog, still in the bar. */
  later: boolean
}

export interface NoticesState {
  sos: SosQueue
  cards: readonly WaitingDoorCard[]
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
  now: () => number
  after: (milliseconds: number, run: () => void) => () => void
}

/** What comes from outside; answers and timers are the driver's. */
export type SosDeed = Extract<
  SosEvent,
  {
    on:
      | 'connected'
      | 'raised'
      | 'changed'
      | 'takePressed'
      | 'takeAllPressed'
      | 'leafed'
      | 'laterPressed'
      | 'barPressed'
      | 'closePressed'
  }
>

export interface Notices {
  read: () => NoticesState
  subscribe: (listener: () => void) => () => void
  start: () => void
  /** The session ended: nothing of it stays on the screen. */
  stop: () => void
  /** What the broker says of an SOS, and what the person does about it. */
  send: (event: SosDeed) => void
  cardIssued: (notice: CardIssuedNotice) => void
  confirmCard: (key: string) => Promise<void>
  /** Puts all card notices aside. */
  laterCards: () => void
  showCardsAgain: () => void
  /** While held, the notice of this order waits in the bar: another screen shows what became of it. */
  watchWriting: (orderId: number) => () => void
}

const cardKey = (notice: CardIssuedNotice, id = notice.noticeId): string =>
  id === undefined ? `${notice.imei} ${notice.cardInfo}` : String(id)

/** Makes the driver; nothing happens before `start`. */
export function createNotices(ports: NoticesPorts): Notices {
  const store = createStore<NoticesState>({ sos: emptySosQueue, cards: [] })
  let stopLeading = () => {}
  const confirmed = new Set<string>()
  const watched: number[] = []
  const showCards = (cards: readonly WaitingDoorCard[]) => store.become({ ...store.read(), cards })

  const performers: Performers<SosEffect, SosEvent> = {
    ring: () => ports.siren.ring(),
    silence: () => ports.siren.silence(),
    announce: ({ sos }) => ports.announce(sos),
    startTimer: ({ alarmId, seconds }, { timers }) =>
      timers.start(`close ${alarmId}`, seconds * 1000, () => ({ on: 'closeDue', alarmId })),
    cancelTimer: ({ alarmId }, { timers }) => timers.stop(`close ${alarmId}`),
    startReminder: ({ seconds }, { timers }) =>
      timers.start('reminder', seconds * 1000, () => ({ on: 'reminderDue' })),
    cancelReminder: (_, { timers }) => timers.stop('reminder'),
    take({ alarmIds, attempt }, { send }) {
      const answered = (alarmId: number, refusal: TakeRefusal | undefined) =>
        send(refusal ? { on: 'takeRefused', alarmId, attempt, refusal } : { on: 'taken', alarmId, attempt })
      ports.take(alarmIds).then(
        refusals => {
          for (const id of alarmIds) answered(id, refusals.get(id))
        },
        () => {
          for (const id of alarmIds) answered(id, { id: 'failed' })
        },
      )
    },
    fetchPending({ known }, session) {
      // A failed question is asked again with the next connection.
      ports.fetchPending().then(
        pending => session.goesOn() && catchUp(pending, known),
        () => {},
      )
    },
  }
  const runner = runMachine({ state: emptySosQueue, step: stepSos, performers, clock: ports })
  runner.subscribe(() => store.become({ ...store.read(), sos: runner.read() }))

  function catchUp({ sos, cards }: Pending, known: readonly number[]): void {
    runner.send({ on: 'pending', list: sos, known })
    for (const card of cards) addCard(card.notice, card.id, card.at)
  }

  function addCard(notice: CardIssuedNotice, id: number | undefined, at: number): void {
    const key = cardKey(notice, id)
    const { cards } = store.read()
    if (confirmed.has(key) || cards.some(card => card.key === key)) return
    showCards([...cards, { key, id, notice, at, later: isWatched(notice) }])
  }

  const isWatched = ({ orderId }: CardIssuedNotice) => orderId !== undefined && watched.includes(orderId)
  const putCards = (aside: (card: WaitingDoorCard) => boolean) =>
    showCards(store.read().cards.map(card => ({ ...card, later: aside(card) })))

  return {
    read: store.read,
    subscribe: store.subscribe,
    start() {
      // Begins empty: nothing from before this session is shown in it.
      runner.stop()
      stopLeading()
      stopLeading = ports.lead(leader => runner.send({ on: 'leadership', leader }))
    },
    stop() {
      runner.stop({ on: 'sessionEnded' })
      stopLeading()
      stopLeading = () => {}
      confirmed.clear()
      showCards([])
    },
    send: runner.send,
    cardIssued: notice => addCard(notice, notice.noticeId, ports.now()),
    async confirmCard(key) {
      const card = store.read().cards.find(each => each.key === key)
      if (!card) return
      if (card.id !== undefined) await ports.confirmCards([card.id])
      confirmed.add(key)
      showCards(store.read().cards.filter(each => each.key !== key))
    },
    laterCards: () => putCards(() => true),
    showCardsAgain: () => putCards(() => false),
    watchWriting(orderId) {
      watched.push(orderId)
      putCards(card => card.later || isWatched(card.notice))
      return () => void watched.splice(watched.indexOf(orderId), 1)
    },
  }
}
