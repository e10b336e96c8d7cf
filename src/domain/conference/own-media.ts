// What one lets the room hear and see: wanted, sent, spoken while a key is held, asked for by a host and never forced.

export type OwnKind = 'audio' | 'video' | 'screen'

export interface OwnMedia {
  inRoom: boolean
  /** Sound only: there is no picture to switch on. */
  voiceOnly: boolean
  /** What the person chose. It outlives the room: who was muted is muted when they are back. */
  wants: Readonly<Record<OwnKind, boolean>>
  /** What is sent, as the room says it. */
  sends: Readonly<Record<OwnKind, boolean>>
  /** Muted, and heard as long as the key is held. */
  held: boolean
  /**
   * Push to talk: `open` while one neither speaks nor waits, `waiting` in the queue, `mine` with the floor. Undefined where
   * everybody speaks when they like.
   */
  turn: Turn | undefined
  /** A host asks to switch this on. */
  asked: 'audio' | 'video' | undefined
}

export type Turn = 'open' | 'waiting' | 'mine'

export type OwnMediaEvent =
  | { on: 'entered' }
  | { on: 'left' }
  | { on: 'press'; kind: OwnKind }
  | { on: 'hold' }
  | { on: 'release' }
  /** The own entry of the room. */
  | { on: 'told'; sends: Readonly<Record<OwnKind, boolean>> }
  /** Who has the floor, as the room says it. */
  | { on: 'floor'; turn: Turn | undefined }
  /** It could not be had. */
  | { on: 'failed'; kind: OwnKind }
  /** It was switched on, and nothing was heard of it since. */
  | { on: 'overdue'; kind: OwnKind }
  | { on: 'asked'; kind: 'audio' | 'video' }
  | { on: 'answer'; yes: boolean }

export type OwnMediaEffect =
  | { do: 'set'; kind: OwnKind; to: boolean }
  /** Asks for the floor, and gives it back. */
  | { do: 'want'; to: boolean }

type Step = readonly [OwnMedia, readonly OwnMediaEffect[]]

const nothing = { audio: false, video: false, screen: false } as const

/** Nobody is heard or seen before they have said so. */
export const silent = (voiceOnly: boolean): OwnMedia => ({
  inRoom: false,
  voiceOnly,
  wants: nothing,
  sends: nothing,
  held: false,
  turn: undefined,
  asked: undefined,
})

/** The next state, and what is to be switched. */
export function stepOwnMedia(state: OwnMedia, event: OwnMediaEvent): Step {
  const stay: Step = [state, []]
  switch (event.on) {
    case 'entered': {
      const kinds = (['audio', 'video'] as const).filter(kind => state.wants[kind])
      return [{ ...state, inRoom: true }, kinds.map(kind => ({ do: 'set', kind, to: true }))]
    }
    case 'left':
      // A screen is shown to the people of one room: in the next one it is chosen anew.
      return [
        {
          ...state,
          inRoom: false,
          wants: { ...state.wants, screen: false },
          sends: nothing,
          held: false,
          turn: undefined,
          asked: undefined,
        },
        [],
      ]
    case 'press':
      return press(state, event.kind)
    case 'hold':
      if (!state.inRoom || state.held || state.wants.audio) return stay
      if (state.turn) return [{ ...state, held: true }, [{ do: 'want', to: true }]]
      return [{ ...state, held: true }, [{ do: 'set', kind: 'audio', to: true }]]
    case 'release':
      if (!state.held) return stay
      if (state.turn)
        return [
          { ...state, held: false },
          [
            { do: 'set', kind: 'audio', to: false },
            { do: 'want', to: false },
          ],
        ]
      return [{ ...state, held: false }, state.wants.audio ? [] : [{ do: 'set', kind: 'audio', to: false }]]
    case 'told':
      return told(state, event.sends)
    case 'floor':
      return floor(state, event.turn)
    case 'failed': {
      const held = event.kind === 'audio' ? false : state.held
      return [
        {
          ...state,
          held,
          wants: { ...state.wants, [event.kind]: false },
          sends: { ...state.sends, [event.kind]: false },
        },
        // Nobody is kept waiting for a microphone that is not there.
        state.turn && state.held && !held ? [{ do: 'want', to: false }] : [],
      ]
    }
    case 'overdue':
      if (state.sends[event.kind]) return stay
      return [{ ...state, wants: { ...state.wants, [event.kind]: false } }, []]
    case 'asked':
      if (!state.inRoom || state.wants[event.kind] || (state.voiceOnly && event.kind === 'video')) return stay
      return [{ ...state, asked: event.kind }, []]
    case 'answer':
      if (state.asked === undefined) return stay
      if (event.yes && state.asked === 'audio' && state.turn)
        return stepOwnMedia({ ...state, asked: undefined }, { on: 'hold' })
      return event.yes
        ? switchTo({ ...state, asked: undefined }, state.asked, true)
        : [{ ...state, asked: undefined }, []]
  }
}

/** Whether a switch is under way: wanted, and not yet so. */
export const isSwitching = ({ inRoom, wants, sends, held }: OwnMedia, kind: OwnKind): boolean =>
  inRoom && !(kind === 'audio' && held) && wants[kind] !== sends[kind]

function floor(state: OwnMedia, turn: Turn | undefined): Step {
  if (!state.inRoom || state.turn === turn) return [state, []]
  const next = { ...state, turn }
  const off = { do: 'set', kind: 'audio', to: false } as const
  // Into push to talk everybody goes silent, and so out of it: what was held was held for a turn.
  if (state.turn === undefined || turn === undefined)
    return [
      { ...next, held: false, wants: { ...state.wants, audio: false } },
      state.wants.audio || state.sends.audio || state.held ? [off] : [],
    ]
  if (turn === 'mine')
    return [next, [state.held ? { do: 'set', kind: 'audio', to: true } : { do: 'want', to: false }]]
  return [next, state.turn === 'mine' ? [off] : []]
}

function press(state: OwnMedia, kind: OwnKind): Step {
  if (state.voiceOnly && kind !== 'audio') return [state, []]
  // Outside a room a screen cannot be chosen; microphone and camera say how one will enter.
  if (kind === 'screen' && !state.inRoom) return [state, []]
  // With push to talk a press takes the floor, and the next one gives it back: for headsets, and hands that cannot hold.
  if (kind === 'audio' && state.turn) return stepOwnMedia(state, { on: state.held ? 'release' : 'hold' })
  return switchTo(state, kind, !state.wants[kind])
}

function switchTo(state: OwnMedia, kind: OwnKind, to: boolean): Step {
  const asked = state.asked === kind && to ? undefined : state.asked
  const next = { ...state, asked, wants: { ...state.wants, [kind]: to } }
  return [next, state.inRoom ? [{ do: 'set', kind, to }] : []]
}

function told(state: OwnMedia, sends: OwnMedia['sends']): Step {
  if (!state.inRoom) return [state, []]
  const next = { ...state, sends }
  // A screen is also taken back outside the page, by the browser's own button.
  const stopped = state.sends.screen && !sends.screen && state.wants.screen
  if (stopped) return [{ ...next, wants: { ...state.wants, screen: false } }, []]
  // What was switched on too late, after the key was let go of, must not stay on.
  const unwanted = (['audio', 'video', 'screen'] as const).filter(
    kind =>
      sends[kind] &&
      !state.sends[kind] &&
      !state.wants[kind] &&
      !(kind === 'audio' && state.held && state.turn !== 'open' && state.turn !== 'waiting'),
  )
  return [next, unwanted.map(kind => ({ do: 'set', kind, to: false }))]
}
