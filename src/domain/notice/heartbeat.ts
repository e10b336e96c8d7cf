// The heartbeat of the spoken notices' socket (real-time specification, section 9): quiet, ping, silence, close, again.

/** So long without traffic, and a ping is sent. */
export const QUIET_SECONDS = 25
/** So long without an answer to the ping, or without a connection, and the attempt is given up. */
export const SILENCE_SECONDS = 25
/** So long after a close or an error the next attempt begins. */
export const RECONNECT_SECONDS = 6

/** What the server answers to a ping. */
const PONG = 'pong'

export type Heartbeat =
  | { is: 'off'; attempt: number }
  | { is: 'connecting'; attempt: number }
  | { is: 'open'; attempt: number }
  /** Asked whether anybody is there. */
  | { is: 'pinged'; attempt: number }
  /** Between two attempts. */
  | { is: 'waiting'; attempt: number }

export type HeartbeatEvent =
  | { on: 'started' }
  | { on: 'stopped' }
  /** The socket of an attempt is open, has said something, or is gone; an error is a way of being gone. */
  | { on: 'opened'; attempt: number }
  | { on: 'heard'; attempt: number; text: string }
  | { on: 'lost'; attempt: number }
  | { on: 'due'; timer: HeartbeatTimer }

/** `quiet`: time for a ping. `silence`: time to give up. `reconnect`: time for another attempt. */
export type HeartbeatTimer = 'quiet' | 'silence' | 'reconnect'

export type HeartbeatEffect =
  | { do: 'connect'; attempt: number }
  | { do: 'close'; attempt: number }
  | { do: 'ping'; attempt: number }
  /** Whatever is no heartbeat is for the reader. */
  | { do: 'take'; text: string }
  /** A timer that runs already starts anew. */
  | { do: 'startTimer'; timer: HeartbeatTimer; seconds: number }
  | { do: 'cancelTimer'; timer: HeartbeatTimer }

export const heartbeatOff: Heartbeat = { is: 'off', attempt: 0 }

type Step = [Heartbeat, readonly HeartbeatEffect[]]

const start = (timer: HeartbeatTimer, seconds: number): HeartbeatEffect => ({
  do: 'startTimer',
  timer,
  seconds,
})
const cancel = (timer: HeartbeatTimer): HeartbeatEffect => ({ do: 'cancelTimer', timer })

/** Timers that may run in a state; leaving it cancels them. */
const timersOf: Record<Heartbeat['is'], readonly HeartbeatTimer[]> = {
  off: [],
  connecting: ['silence'],
  open: ['quiet'],
  pinged: ['silence'],
  waiting: ['reconnect'],
}
const leave = (state: Heartbeat): HeartbeatEffect[] => timersOf[state.is].map(cancel)

/** One step of the socket's life. Events of an attempt that is over change nothing. */
export function stepHeartbeat(state: Heartbeat, event: HeartbeatEvent): Step {
  switch (event.on) {
    case 'started':
      return state.is === 'off' ? connect(state) : [state, []]
    case 'stopped':
      return state.is === 'off' ? [state, []] : stop(state)
    case 'due':
      return timersOf[state.is].includes(event.timer) ? due(state, event.timer) : [state, []]
    default:
      return event.attempt === state.attempt ? ofAttempt(state, event) : [state, []]
  }
}

function ofAttempt(
  state: Heartbeat,
  event: Extract<HeartbeatEvent, { on: 'opened' | 'heard' | 'lost' }>,
): Step {
  const { attempt } = state
  if (state.is === 'off' || state.is === 'waiting') return [state, []]
  if (event.on === 'lost') return wait(state, [])
  if (event.on === 'opened') {
    return state.is === 'connecting' ? listen(state, []) : [state, []]
  }
  if (state.is === 'connecting') return [state, []]
  const taken: HeartbeatEffect[] = event.text === PONG ? [] : [{ do: 'take', text: event.text }]
  return listen({ is: state.is, attempt }, taken)
}

function due(state: Heartbeat, timer: HeartbeatTimer): Step {
  const { attempt } = state
  if (timer === 'reconnect') return connect(state)
  if (timer === 'silence') return wait(state, [{ do: 'close', attempt }])
  return [
    { is: 'pinged', attempt },
    [...leave(state), { do: 'ping', attempt }, start('silence', SILENCE_SECONDS)],
  ]
}

function connect(state: Heartbeat): Step {
  const attempt = state.attempt + 1
  return [
    { is: 'connecting', attempt },
    [...leave(state), { do: 'connect', attempt }, start('silence', SILENCE_SECONDS)],
  ]
}

// Traffic of whatever kind: the quiet begins anew.
function listen(state: Heartbeat, effects: readonly HeartbeatEffect[]): Step {
  const next: Heartbeat = { is: 'open', attempt: state.attempt }
  const gone = state.is === 'open' ? [] : leave(state)
  return [next, [...gone, ...effects, start('quiet', QUIET_SECONDS)]]
}

function wait(state: Heartbeat, effects: readonly HeartbeatEffect[]): Step {
  return [
    { is: 'waiting', attempt: state.attempt },
    [...leave(state), ...effects, start('reconnect', RECONNECT_SECONDS)],
  ]
}

function stop(state: Heartbeat): Step {
  const { attempt } = state
  const closing: HeartbeatEffect[] = state.is === 'waiting' ? [] : [{ do: 'close', attempt }]
  // A later start must not take what the old attempt still says for its own.
  return [{ is: 'off', attempt }, [...leave(state), ...closing]]
}
