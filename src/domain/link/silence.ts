// Whether an open line still carries: asked when it is quiet, doubted when no answer comes. A pure machine.

/** Longest quiet that is believed: then the line is asked. One word of the other side is worth more than an answer. */
export const QUIET_MS = 4_000
/** No answer for so long: the server is asked by its other door too. */
export const DOUBT_MS = 2_000
/** No answer for so long after the question: the line counts as silent. 8 s after the last word at the latest. */
export const SILENT_MS = 4_000
/** A silent line may come back by itself, for so long after the question; then it is given up. */
export const GIVE_UP_MS = 16_000

export interface Silence {
  /** `asleep`: nobody looks, so nothing is asked: a question each few seconds would keep a phone's radio awake. */
  is: 'closed' | 'asleep' | 'listening' | 'asked' | 'doubted' | 'silent'
  /** Nobody looks at the page. */
  hidden: boolean
  /** What was last reported of the line. */
  reported: 'carries' | 'silent'
}

export type SilenceEvent =
  | { is: 'opened' }
  | { is: 'closed' }
  /** Something came over the line. */
  | { is: 'heard' }
  /** The time that was waited for is over; `quietFor` is how long nothing came. */
  | { is: 'waited'; quietFor: number }
  | { is: 'hidden' }
  | { is: 'shown' }

/** `ask`: a question over the line. `doubt`: ask by the other door. `wait` takes the place of an earlier wait. */
export type SilenceEffect =
  | { do: 'ask' }
  | { do: 'doubt' }
  | { do: 'wait'; ms: number }
  | { do: 'stopWaiting' }
  | { do: 'report'; line: Silence['reported'] }
  | { do: 'giveUp' }

export const closedLine: Silence = { is: 'closed', hidden: false, reported: 'carries' }

type Step = readonly [Silence, readonly SilenceEffect[]]

/** The next state, and what is to be done. */
export function stepSilence(state: Silence, event: SilenceEvent): Step {
  switch (event.is) {
    case 'opened':
      return state.hidden
        ? [{ ...state, is: 'asleep', reported: 'carries' }, []]
        : [{ ...state, is: 'listening', reported: 'carries' }, [{ do: 'wait', ms: QUIET_MS }]]
    case 'closed':
      return [{ ...state, is: 'closed', reported: 'carries' }, [{ do: 'stopWaiting' }]]
    case 'heard':
      return heard(state)
    case 'waited':
      return waited(state, event.quietFor)
    case 'hidden':
      if (state.is === 'closed') return [{ ...state, hidden: true }, []]
      return [{ ...state, hidden: true, is: 'asleep' }, [{ do: 'stopWaiting' }]]
    case 'shown':
      // Whoever looks at the page again asks at once: the line may have died long ago.
      return state.is === 'asleep' ? ask({ ...state, hidden: false }) : [{ ...state, hidden: false }, []]
  }
}

const ask = (state: Silence): Step => [
  { ...state, is: 'asked' },
  [{ do: 'ask' }, { do: 'wait', ms: DOUBT_MS }],
]

function heard(state: Silence): Step {
  // While it listens a word costs nothing: the wait looks back at it when it is over.
  if (state.is === 'closed' || state.is === 'listening') return [state, []]
  const again: SilenceEffect[] = state.reported === 'silent' ? [{ do: 'report', line: 'carries' }] : []
  if (state.is === 'asleep') return [{ ...state, reported: 'carries' }, again]
  return [{ ...state, is: 'listening', reported: 'carries' }, [{ do: 'wait', ms: QUIET_MS }, ...again]]
}

function waited(state: Silence, quietFor: number): Step {
  switch (state.is) {
    case 'listening':
      return quietFor < QUIET_MS ? [state, [{ do: 'wait', ms: QUIET_MS - quietFor }]] : ask(state)
    case 'asked':
      return [{ ...state, is: 'doubted' }, [{ do: 'doubt' }, { do: 'wait', ms: SILENT_MS - DOUBT_MS }]]
    case 'doubted': {
      const telling: SilenceEffect[] = state.reported === 'silent' ? [] : [{ do: 'report', line: 'silent' }]
      return [
        { ...state, is: 'silent', reported: 'silent' },
        [...telling, { do: 'wait', ms: GIVE_UP_MS - SILENT_MS }],
      ]
    }
    case 'silent':
      return [{ ...state, is: 'closed', reported: 'carries' }, [{ do: 'giveUp' }]]
    default:
      return [state, []]
  }
}
