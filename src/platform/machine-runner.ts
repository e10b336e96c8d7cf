// Runs a pure machine: keeps its state for views, does what it orders, keeps its timers, and drops what comes too late.
import { createStore, type Store } from './store.ts'
import { createTimers, type TimerClock, type Timers } from './timers.ts'

/** What a performer works with. It ends with the session in which the order was given. */
export interface RunnerSession<Event> {
  /** For answers, however late: of a session that was stopped meanwhile they change nothing. */
  send: (event: Event) => void
  goesOn: () => boolean
  /** The event is made when the timer is due, so that it can say how things stand then. */
  timers: Timers<() => Event>
}

interface Order {
  do: string
}

/** How each order is carried out; one that is missing does not compile. */
export type Performers<Effect extends Order, Event> = {
  readonly [Name in Effect['do']]: (
    effect: Extract<Effect, { do: Name }>,
    session: RunnerSession<Event>,
  ) => void
}

export interface MachineParts<State, Event, Effect extends Order> {
  state: State
  step: (state: State, event: Event) => readonly [State, readonly Effect[]]
  performers: Performers<Effect, Event>
  clock: TimerClock
}

export interface Runner<State, Event> extends Omit<Store<State>, 'become'> {
  /**
   * Takes what happened: the next state stands and is told, then its orders are carried out. What happens meanwhile is
   * taken after that, in order. Throws what a performer or a listener threw first, after everything else was done.
   */
  send: (event: Event) => void
  /**
   * Ends the session: timers stop, and answers to what was ordered until now are dropped. `last` is what the machine is
   * told before. The next event begins another session, in the state in which this one ended.
   */
  stop: (last?: Event) => void
}

/** Makes a runner; nothing happens before the first event. */
export function runMachine<State, Event, Effect extends Order>({
  state,
  step,
  performers,
  clock,
}: MachineParts<State, Event, Effect>): Runner<State, Event> {
  const store = createStore(state)
  const timers = createTimers<() => Event>(clock, event => send(event()))
  /** What is to be done next; filled also by what is being done. */
  const due: (() => void)[] = []
  let busy = false
  let thrown: { error: unknown } | undefined
  let session = newSession()

  const attempt = (work: () => void) => {
    try {
      work()
    } catch (error) {
      // One performer that throws must not keep the others from being done.
      thrown ??= { error }
    }
  }
  function then(work: () => void): void {
    due.push(work)
    if (busy) return
    busy = true
    for (let next = due.shift(); next; next = due.shift()) attempt(next)
    busy = false
    const first = thrown
    thrown = undefined
    if (first) throw first.error
  }

  function take(event: Event): void {
    const [next, effects] = step(store.read(), event)
    attempt(() => store.become(next))
    for (const effect of effects) attempt(() => perform(effect, effect.do))
  }
  function send(event: Event): void {
    then(() => take(event))
  }
  function perform<Name extends Effect['do']>(effect: Effect, name: Name): void {
    if (isOrder(effect, name)) performers[name](effect, session)
  }

  function newSession(): RunnerSession<Event> {
    const goesOn = () => session === mine
    // Keys are the machine's: a session that is over must not touch the timers of the one that follows.
    const here =
      <Args extends readonly unknown[]>(run: (...args: Args) => void) =>
      (...args: Args) => {
        if (goesOn()) run(...args)
      }
    const mine: RunnerSession<Event> = {
      send: here(send),
      goesOn,
      timers: {
        start: here(timers.start),
        until: here(timers.until),
        every: here(timers.every),
        watch: here(timers.watch),
        stop: here(timers.stop),
      },
    }
    return mine
  }

  return {
    read: store.read,
    subscribe: store.subscribe,
    send,
    stop: last =>
      then(() => {
        if (last !== undefined) take(last)
        timers.stopAll()
        session = newSession()
      }),
  }
}

const isOrder = <Effect extends Order, Name extends Effect['do']>(
  effect: Effect,
  name: Name,
): effect is Effect & Extract<Effect, { do: Name }> => effect.do === name
