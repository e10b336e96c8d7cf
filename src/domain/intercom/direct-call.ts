// One person calls another: the steps of one end, from choosing whom to call to how it ended.

/** The other person. */
export interface DirectPeer {
  id: number | undefined
  /** Empty until the server has said it. */
  name: string
}

/**
 * How a call ended: `self` this end hung up, `other` the other one; `cancelled`: the caller gave up ringing; `notJoined`:
 * answered, but no line came about; `lost`: the line broke.
 */
export type DirectEnd = 'self' | 'other' | 'declined' | 'expired' | 'cancelled' | 'notJoined' | 'lost'

export interface DirectRefusal {
  id: string
  params?: Readonly<Record<string, string | number>>
}

export type DirectCall =
  | { is: 'idle' }
  | { is: 'asking'; who: DirectPeer; turn: number; answering: boolean }
  | { is: 'ringing'; who: DirectPeer; callId: number; expiresAt: number }
  | { is: 'connecting'; who: DirectPeer; callId: number }
  | { is: 'talking'; who: DirectPeer; callId: number; since: number; reconnecting: boolean }
  | { is: 'over'; who: DirectPeer; why: DirectEnd; seconds: number | null }
  | { is: 'refused'; who: DirectPeer; refusal: DirectRefusal }

export type DirectEvent =
  | { on: 'call'; who: DirectPeer; turn: number }
  | { on: 'answer'; who: DirectPeer; turn: number; callId: number }
  | { on: 'started'; turn: number; callId: number; name: string; expiresAt: number }
  | { on: 'accepted'; turn: number; callId: number; name: string }
  | { on: 'refused'; turn: number; refusal: DirectRefusal }
  /** The server says: the other person has answered. */
  | { on: 'answered'; callId: number }
  /** The server says: it is over. */
  | { on: 'ended'; callId: number; at: number; why: DirectEnd }
  | { on: 'rangOut'; callId: number }
  | { on: 'lineStands'; callId: number; at: number }
  | { on: 'lineShaky'; callId: number }
  | { on: 'lineEnded'; callId: number; at: number; lost: boolean }
  | { on: 'notJoined'; callId: number }
  | { on: 'hangUp'; at: number }
  | { on: 'again' }

export type DirectEffect =
  | { do: 'ask'; userId: number; turn: number }
  | { do: 'accept'; callId: number; turn: number }
  /** `rangOut` is due at this moment of the server's clock. */
  | { do: 'watch'; callId: number; until: number }
  | { do: 'unwatch' }
  | { do: 'join'; callId: number }
  /** Lets go of the line, also of one that is being joined. */
  | { do: 'leave' }
  /** Tells the server that this end is out. */
  | { do: 'end'; callId: number }

type Step = readonly [DirectCall, readonly DirectEffect[]]

/** The next state of this end, and what is to be done. What belongs to an older call changes nothing. */
export function stepDirect(state: DirectCall, event: DirectEvent): Step {
  const stay: Step = [state, []]
  switch (event.on) {
    case 'call':
      if (isBusy(state)) return stay
      if (event.who.id === undefined) return stay
      return [
        { is: 'asking', who: event.who, turn: event.turn, answering: false },
        [{ do: 'ask', userId: event.who.id, turn: event.turn }],
      ]
    case 'answer':
      if (isBusy(state)) return stay
      return [
        { is: 'asking', who: event.who, turn: event.turn, answering: true },
        [{ do: 'accept', callId: event.callId, turn: event.turn }],
      ]
    case 'again':
      return isBusy(state) ? stay : [{ is: 'idle' }, []]
    case 'hangUp':
      return hangUp(state, event.at)
    case 'started':
    case 'accepted':
    case 'refused':
      return heardBack(state, event)
    default:
      return 'callId' in state && state.callId === event.callId ? during(state, event) : stay
  }
}

/** True while a call is being made or goes on. */
export function isBusy({ is }: DirectCall): boolean {
  return is === 'asking' || is === 'ringing' || is === 'connecting' || is === 'talking'
}

type Answer = Extract<DirectEvent, { on: 'started' | 'accepted' | 'refused' }>
type Running = Extract<DirectCall, { callId: number }>
type News = Extract<
  DirectEvent,
  { on: 'answered' | 'ended' | 'rangOut' | 'lineStands' | 'lineShaky' | 'lineEnded' | 'notJoined' }
>

function heardBack(state: DirectCall, event: Answer): Step {
  if (state.is !== 'asking' || state.turn !== event.turn) {
    // Given up before the server answered: it must not go on ringing there.
    return [state, event.on === 'refused' ? [] : [{ do: 'end', callId: event.callId }]]
  }
  if (event.on === 'refused') return [{ is: 'refused', who: state.who, refusal: event.refusal }, []]
  const who = { ...state.who, name: event.name || state.who.name }
  const { callId } = event
  if (event.on === 'accepted') return [{ is: 'connecting', who, callId }, [{ do: 'join', callId }]]
  return [
    { is: 'ringing', who, callId, expiresAt: event.expiresAt },
    [{ do: 'watch', callId, until: event.expiresAt }],
  ]
}

function during(state: Running, event: News): Step {
  const { who, callId } = state
  const over = (why: DirectEnd, seconds: number | null = null, tell = true): Step => [
    { is: 'over', who, why, seconds },
    [{ do: 'unwatch' }, { do: 'leave' }, ...(tell ? [{ do: 'end', callId } as const] : [])],
  ]
  switch (event.on) {
    case 'answered':
      if (state.is !== 'ringing') return [state, []]
      return [{ is: 'connecting', who, callId }, [{ do: 'unwatch' }, { do: 'join', callId }]]
    case 'ended':
      // The server knows already.
      return over(event.why, secondsOf(state, event.at), false)
    case 'rangOut':
      return state.is === 'ringing' ? over('expired') : [state, []]
    case 'lineStands':
      if (state.is === 'talking') return [{ ...state, reconnecting: false }, []]
      if (state.is === 'ringing') return [state, []]
      return [{ is: 'talking', who, callId, since: event.at, reconnecting: false }, []]
    case 'lineShaky':
      return state.is === 'talking' ? [{ ...state, reconnecting: true }, []] : [state, []]
    case 'lineEnded':
      if (state.is === 'ringing') return [state, []]
      return over(event.lost ? 'lost' : 'other', secondsOf(state, event.at))
    case 'notJoined':
      if (state.is !== 'connecting') return [state, []]
      return over('notJoined')
  }
}

function hangUp(state: DirectCall, at: number): Step {
  if (!isBusy(state)) return [state, []]
  // The answer of the server finds nobody any more, and is ended then.
  if (state.is === 'asking') return [{ is: 'idle' }, []]
  if (!('callId' in state)) return [state, []]
  const { who, callId } = state
  return [
    { is: 'over', who, why: 'self', seconds: secondsOf(state, at) },
    [{ do: 'unwatch' }, { do: 'leave' }, { do: 'end', callId }],
  ]
}

const secondsOf = (state: DirectCall, at: number): number | null =>
  state.is === 'talking' ? Math.max(0, Math.round((at - state.since) / 1000)) : null
