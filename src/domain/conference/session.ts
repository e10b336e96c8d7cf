// One's way into a conference room and out of it: logged in, before the door, in the room, leaving, and how it ended.

/** How a room was left, or why it could not be entered. */
export type RoomEnd =
  | 'left'
  | 'ended'
  | 'removed'
  | 'refused'
  | 'full'
  | 'password'
  | 'locked'
  | 'network'
  | 'elsewhere'
  | 'expired'
  | 'forbidden'
  | 'failed'

/** Why the server gave no ticket. */
export interface TicketRefusal {
  id: string
  params?: Readonly<Record<string, string | number>>
}

export type RoomSession =
  | { is: 'out' }
  | {
      is: 'entering'
      roomId: string
      attempt: number
      stage: 'ticket' | 'connecting' | 'loggedIn' | 'joining'
    }
  /** Before the door: a host has to admit. */
  | { is: 'waiting'; roomId: string; attempt: number; since: number }
  /** `back`: the line broke and is being had again. */
  | { is: 'in'; roomId: string; attempt: number; since: number; back: boolean }
  | { is: 'leaving'; roomId: string; attempt: number }
  | { is: 'over'; roomId: string; why: RoomEnd; refusal: TicketRefusal | undefined }

export type RoomSessionEvent =
  | { on: 'join'; roomId: string; attempt: number; loggedIn: boolean }
  | { on: 'ticket'; attempt: number }
  | { on: 'refused'; attempt: number; refusal: TicketRefusal }
  /** What the line says of itself. */
  | {
      on: 'line'
      attempt: number
      news: 'connecting' | 'loggedIn' | 'joining' | 'waiting' | 'in' | 'back'
      at: number
    }
  | { on: 'ended'; attempt: number; why: RoomEnd }
  /** Out of the room; it goes on for the others. */
  | { on: 'leave' }
  /** Ends it for all; for hosts. */
  | { on: 'stop' }
  /** The line is let go of. */
  | { on: 'gone'; attempt: number }
  | { on: 'again' }

export type RoomSessionEffect =
  | { do: 'ticket'; roomId: string; attempt: number }
  | { do: 'open'; attempt: number }
  /** In the room for the first time since it was joined. */
  | { do: 'settle' }
  /** Everything of the room goes: members, pictures, its number. */
  | { do: 'clear' }
  | { do: 'leave'; attempt: number }
  | { do: 'stop'; attempt: number }
  | { do: 'say'; fault: 'notLoggedIn' | 'noRoomNumber' }

type Step = readonly [RoomSession, readonly RoomSessionEffect[]]

/** The next state, and what is to be done. What belongs to an older attempt changes nothing. */
export function stepSession(state: RoomSession, event: RoomSessionEvent): Step {
  const stay: Step = [state, []]
  if (event.on === 'join') return join(state, event)
  if (event.on === 'again') return state.is === 'over' ? [{ is: 'out' }, []] : stay
  if (state.is === 'out' || state.is === 'over') return stay
  const { roomId, attempt } = state
  if (event.on === 'leave' || event.on === 'stop') {
    if (state.is === 'leaving') return stay
    const stops = event.on === 'stop' && state.is === 'in'
    return [
      { is: 'leaving', roomId, attempt },
      [...(stops ? [{ do: 'stop', attempt } as const] : []), { do: 'clear' }, { do: 'leave', attempt }],
    ]
  }
  if (event.attempt !== attempt) return stay
  switch (event.on) {
    case 'ticket':
      if (state.is !== 'entering' || state.stage !== 'ticket') return stay
      return [{ ...state, stage: 'connecting' }, [{ do: 'open', attempt }]]
    case 'refused':
      if (state.is !== 'entering') return stay
      return [
        { is: 'over', roomId, why: 'failed', refusal: event.refusal },
        [{ do: 'clear' }, { do: 'leave', attempt }],
      ]
    case 'line':
      return state.is === 'leaving' ? stay : heard(state, event)
    case 'ended':
      // Whoever leaves is told that they have left; an end that comes meanwhile is the same.
      if (state.is === 'leaving') return [{ is: 'over', roomId, why: 'left', refusal: undefined }, []]
      return [
        { is: 'over', roomId, why: event.why, refusal: undefined },
        [{ do: 'clear' }, { do: 'leave', attempt }],
      ]
    case 'gone':
      if (state.is !== 'leaving') return stay
      return [{ is: 'over', roomId, why: 'left', refusal: undefined }, []]
  }
}

/** Whether there is a room to ask something of. */
export function presenceOf({ is }: RoomSession): 'out' | 'entering' | 'in' {
  if (is === 'in') return 'in'
  return is === 'entering' || is === 'waiting' ? 'entering' : 'out'
}

function join(state: RoomSession, event: Extract<RoomSessionEvent, { on: 'join' }>): Step {
  if (state.is !== 'out' && state.is !== 'over') return [state, []]
  if (!event.loggedIn) return [state, [{ do: 'say', fault: 'notLoggedIn' }]]
  const roomId = event.roomId.trim()
  if (!roomId) return [state, [{ do: 'say', fault: 'noRoomNumber' }]]
  const { attempt } = event
  return [{ is: 'entering', roomId, attempt, stage: 'ticket' }, [{ do: 'ticket', roomId, attempt }]]
}

function heard(
  state: Extract<RoomSession, { is: 'entering' | 'waiting' | 'in' }>,
  { news, at }: Extract<RoomSessionEvent, { on: 'line' }>,
): Step {
  const { roomId, attempt } = state
  switch (news) {
    case 'connecting':
    case 'loggedIn':
    case 'joining':
      // A line that comes back goes through these again; the room stays on the screen meanwhile.
      if (state.is === 'in') return [state.back ? state : { ...state, back: true }, []]
      return [{ is: 'entering', roomId, attempt, stage: news }, []]
    case 'waiting':
      if (state.is === 'waiting') return [state, []]
      return [{ is: 'waiting', roomId, attempt, since: at }, state.is === 'in' ? [{ do: 'clear' }] : []]
    case 'back':
      return state.is === 'in' ? [{ ...state, back: true }, []] : [state, []]
    case 'in':
      if (state.is === 'in') return [state.back ? { ...state, back: false } : state, []]
      return [{ is: 'in', roomId, attempt, since: at, back: false }, [{ do: 'settle' }]]
  }
}
