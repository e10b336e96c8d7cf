// Who is in the room, as it tells it: added, changed, gone, oneself, all gone; and whose picture is the big one.

/** The key of one's own entry. */
export const OWN_KEY = 'self'

/** What is asked of a member here; the room knows more of each. */
export interface MemberFacts {
  key: string
  displayName: string
  isVideo: boolean
  screen: boolean
  speaking: boolean
  /** 0 to 1. */
  level: number
  /** Epoch milliseconds since the hand is up. */
  handSince: number | null
}

export interface Members<M extends MemberFacts> {
  /** The own entry first. */
  list: readonly M[]
  /** Whose picture is the big one; undefined in an empty room. */
  big: string | undefined
  /** Held big by the person, whoever speaks. */
  pinned: string | undefined
}

export type MembersEvent<M extends MemberFacts> =
  /** `quiet`: they were there before. */
  | { on: 'add'; member: M; quiet: boolean }
  | { on: 'edit'; member: M }
  | { on: 'delete'; key: string }
  | { on: 'self'; member: M }
  | { on: 'empty' }
  | { on: 'pin'; key: string | undefined }

export interface MembersEffect {
  do: 'announce'
  what: 'came' | 'left' | 'raisedHand'
  name: string
}

type Step<M extends MemberFacts> = readonly [Members<M>, readonly MembersEffect[]]

/** A room with nobody in it. */
export const nobody: Members<never> = { list: [], big: undefined, pinned: undefined }

/** The next list, and what is to be said aloud. */
export function stepMembers<M extends MemberFacts>(state: Members<M>, event: MembersEvent<M>): Step<M> {
  const { list } = state
  switch (event.on) {
    case 'add': {
      const { member, quiet } = event
      // One's own entry comes without a name to be known by: whoever is called so is another.
      if (member.key === OWN_KEY) return [state, []]
      if (list.some(({ key }) => key === member.key)) return edit(state, member)
      const next = withBig({ ...state, list: [...list, member] })
      return [next, quiet ? [] : [{ do: 'announce', what: 'came', name: member.displayName }]]
    }
    case 'edit':
      return edit(state, event.member)
    case 'delete': {
      const gone = list.find(({ key }) => key === event.key)
      if (!gone) return [state, []]
      return [
        withBig({ ...state, list: list.filter(each => each !== gone) }),
        [{ do: 'announce', what: 'left', name: gone.displayName }],
      ]
    }
    case 'self': {
      const others = list.filter(({ key }) => key !== OWN_KEY)
      return [withBig({ ...state, list: [{ ...event.member, key: OWN_KEY }, ...others] }), []]
    }
    case 'empty':
      return [{ list: [], big: undefined, pinned: undefined }, []]
    case 'pin':
      return [withBig({ ...state, pinned: event.key }), []]
  }
}

/** What has happened between two tellings of all members. */
export function eventsBetween<M extends MemberFacts>(
  before: readonly M[],
  now: readonly M[],
  first: boolean,
): MembersEvent<M>[] {
  if (now.length === 0) return before.length === 0 ? [] : [{ on: 'empty' }]
  const events: MembersEvent<M>[] = []
  const known = new Map(before.map(member => [member.key, member]))
  const here = new Set(now.map(({ key }) => key))
  for (const { key } of before) if (!here.has(key)) events.push({ on: 'delete', key })
  for (const member of now) {
    const old = known.get(member.key)
    if (old === member) continue
    if (member.key === OWN_KEY) events.push({ on: 'self', member })
    else events.push(old ? { on: 'edit', member } : { on: 'add', member, quiet: first })
  }
  return events
}

/** Hands first, the longest up before the others; then the rest as they came. */
export function inOrder<M extends MemberFacts>(list: readonly M[]): { hands: M[]; rest: M[] } {
  const hands = list.filter(({ handSince }) => handSince !== null)
  hands.sort((a, b) => (a.handSince ?? 0) - (b.handSince ?? 0))
  return { hands, rest: list.filter(({ handSince }) => handSince === null) }
}

/** Whose tiles stand below the big one: those with a raised hand or a picture before those without, oneself last. */
export function smallTiles<M extends MemberFacts>({ list, big }: Members<M>, room: number): M[] {
  const rank = (member: M) =>
    member.key === OWN_KEY ? 3 : member.handSince !== null ? 0 : member.isVideo || member.screen ? 1 : 2
  const rest = list.filter(({ key }) => key !== big)
  const ranked = [...rest].sort((a, b) => rank(a) - rank(b))
  const own = rest.find(({ key }) => key === OWN_KEY)
  const shown = ranked.slice(0, room)
  // One's own picture is always in sight: one has to know what the others see.
  return own && room > 0 && !shown.includes(own) ? [...shown.slice(0, -1), own] : shown
}

function edit<M extends MemberFacts>(state: Members<M>, member: M): Step<M> {
  const old = state.list.find(({ key }) => key === member.key)
  if (!old) return [state, []]
  const list = state.list.map(each => (each === old ? member : each))
  const raised = old.handSince === null && member.handSince !== null
  return [
    withBig({ ...state, list }),
    raised ? [{ do: 'announce', what: 'raisedHand', name: member.displayName }] : [],
  ]
}

/** Held by the person, else a shared screen, else who speaks; the last one stays until somebody else does. */
function withBig<M extends MemberFacts>(state: Members<M>): Members<M> {
  const { list } = state
  const has = (key: string | undefined) => list.some(each => each.key === key)
  const pinned = has(state.pinned) ? state.pinned : undefined
  if (pinned !== undefined) return { ...state, pinned, big: pinned }
  const others = list.filter(({ key }) => key !== OWN_KEY)
  const shares = others.find(({ screen }) => screen)
  const loudest = others.filter(({ speaking }) => speaking).sort((a, b) => b.level - a.level)[0]
  const still = others.find(({ key }) => key === state.big)
  // Who is big and speaks stays: two who speak at once must not swap with each syllable.
  const speaker = still?.speaking ? still : loudest
  const chosen = shares ?? speaker ?? still ?? others.find(({ isVideo }) => isVideo) ?? others[0] ?? list[0]
  return { ...state, pinned, big: chosen?.key }
}
