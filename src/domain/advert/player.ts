// What plays at a door, in every order of events: files first, then the whole list, then one advert after the other, and
// nothing while the door itself is needed. Plays are kept until the server has said that it has them.
import {
  isOpen,
  type Manifest,
  type ManifestItem,
  type ManifestVideo,
  MOST_PLAYS_OF_A_BATCH,
} from './manifest.ts'
import { type ClaimedPlay, END_SLACK_MS } from './play.ts'

interface Showing {
  playId: string
  seq: number
  campaignId: number
  video: ManifestVideo
  /** When it was asked for. */
  since: number
  /** When its first picture was seen; null until then. */
  startedAt: number | null
}

export interface PlayerState {
  bootId: string
  seq: number
  /** By how much the server's clock is ahead. */
  ahead: number
  /** The list in force. */
  manifest: Manifest | null
  /** The list whose files are still being fetched. */
  coming: Manifest | null
  /** Files that are here, whole and checked, by their hash. */
  have: ReadonlySet<string>
  /** Files that could not be had, and why. */
  failed: ReadonlyMap<string, string>
  /** Why nothing may play: the door itself is needed. */
  needed: ReadonlySet<DoorNeed>
  showing: Showing | null
  /** How far each campaign is with its turns. */
  turns: ReadonlyMap<number, number>
  /** Plays that the server has not confirmed. */
  unsent: readonly ClaimedPlay[]
  online: boolean
}

/** A ring or a hand at the door; an emergency around it. */
export type DoorNeed = 'visitor' | 'emergency'

export type PlayerEvent =
  /** Started, with what was kept from before. */
  | {
      type: 'booted'
      bootId: string
      manifest: Manifest | null
      have: readonly string[]
      plays: readonly ClaimedPlay[]
    }
  | { type: 'clock'; ahead: number }
  | { type: 'online' }
  | { type: 'offline' }
  | { type: 'manifest'; manifest: Manifest; now: number }
  | { type: 'fetched'; sha256: string; now: number }
  | { type: 'lost'; sha256: string; reason: string; now: number }
  | { type: 'needed'; need: DoorNeed; now: number }
  | { type: 'free'; need: DoorNeed; now: number }
  | { type: 'started'; playId: string; now: number }
  | { type: 'ended'; playId: string; now: number }
  | { type: 'broke'; playId: string; now: number }
  | { type: 'confirmed'; playIds: readonly string[] }
  | { type: 'tick'; now: number }

export type PlayerEffect =
  | { do: 'fetch'; video: ManifestVideo }
  | { do: 'keepManifest'; manifest: Manifest }
  /** All other files may go. */
  | { do: 'keepFiles'; sha256: readonly string[] }
  | { do: 'show'; playId: string; video: ManifestVideo }
  | { do: 'hide' }
  | { do: 'keepPlay'; play: ClaimedPlay }
  | { do: 'forgetPlays'; playIds: readonly string[] }
  | {
      do: 'report'
      version: number
      stored: readonly string[]
      failed: readonly { sha256: string; reason: string }[]
    }
  | { do: 'send'; plays: readonly ClaimedPlay[] }

type Result = readonly [PlayerState, readonly PlayerEffect[]]

export const quietPlayer: PlayerState = {
  bootId: '',
  seq: 0,
  ahead: 0,
  manifest: null,
  coming: null,
  have: new Set(),
  failed: new Map(),
  needed: new Set(),
  showing: null,
  turns: new Map(),
  unsent: [],
  online: false,
}

export function stepPlayer(state: PlayerState, event: PlayerEvent): Result {
  switch (event.type) {
    case 'booted': {
      const { bootId, manifest, have, plays } = event
      const next: PlayerState = { ...state, bootId, seq: 0, manifest, have: new Set(have), unsent: plays }
      return fetchAgain(next)
    }
    case 'clock':
      return [{ ...state, ahead: event.ahead }, []]
    case 'online': {
      const [next, effects] = fetchAgain({ ...state, online: true })
      return [next, [reportOf(next), ...effects, ...sendOf(next)]]
    }
    case 'offline':
      return [{ ...state, online: false }, []]
    case 'manifest':
      return heard(state, event.manifest, event.now)
    case 'fetched': {
      const failed = new Map(state.failed)
      failed.delete(event.sha256)
      return settled({ ...state, have: new Set(state.have).add(event.sha256), failed }, event.now)
    }
    case 'lost':
      return settled({ ...state, failed: new Map(state.failed).set(event.sha256, event.reason) }, event.now)
    case 'needed': {
      const next = { ...state, needed: new Set(state.needed).add(event.need) }
      return cut(next, event.now)
    }
    case 'free': {
      const needed = new Set(state.needed)
      needed.delete(event.need)
      return playOn({ ...state, needed }, event.now)
    }
    case 'started': {
      const { showing } = state
      if (showing?.playId !== event.playId || showing.startedAt !== null) return [state, []]
      return [{ ...state, showing: { ...showing, startedAt: event.now } }, []]
    }
    case 'ended':
      return state.showing?.playId === event.playId ? ended(state, event.now) : [state, []]
    case 'broke': {
      if (state.showing?.playId !== event.playId) return [state, []]
      // Not at once again: the next look does that, so that a file that cannot be played does not keep the door busy.
      return cut(state, event.now)
    }
    case 'confirmed':
      return confirmed(state, event.playIds)
    case 'tick': {
      const [next, effects] = playOn(lookAfter(state, event.now), event.now)
      const gone = state.showing !== null && next.showing !== state.showing && next.showing === null
      return [next, [...(gone ? [{ do: 'hide' } as const] : []), ...effects, ...sendOf(next)]]
    }
  }
}

const videoOf = (manifest: Manifest | null, advertId: number) =>
  manifest?.videos.find(video => video.advertId === advertId)

function heard(state: PlayerState, coming: Manifest, now: number): Result {
  const wanted = new Set(coming.videos.map(video => video.sha256))
  const missing = coming.videos.filter(video => !state.have.has(video.sha256))
  const next: PlayerState = { ...state, coming, failed: new Map() }
  // What was withdrawn goes at once, however long the rest takes to come.
  const [left, effects]: Result =
    state.showing && !wanted.has(state.showing.video.sha256) ? cut(next, now, false) : [next, []]
  const [done, more] = settled(left, now)
  return [done, [...effects, ...missing.map(video => ({ do: 'fetch', video }) as const), ...more]]
}

/** What is missing of the list is asked for once more: files were lost here, or could not be had at the time. */
function fetchAgain(state: PlayerState): Result {
  const list = state.coming ?? state.manifest
  const missing = list ? list.videos.filter(video => !state.have.has(video.sha256)) : []
  if (missing.length === 0) return [state, []]
  const next: PlayerState = { ...state, coming: list, failed: new Map() }
  return [next, missing.map(video => ({ do: 'fetch', video }) as const)]
}

/** The list is in force once each of its files is here or cannot be had. */
function settled(state: PlayerState, now: number): Result {
  const { coming, have, failed } = state
  if (!coming) return [state, [reportOf(state)]]
  const open = coming.videos.some(({ sha256 }) => !have.has(sha256) && !failed.has(sha256))
  if (open) return playOn(state, now)
  const kept = new Set(coming.videos.map(video => video.sha256).filter(sha => have.has(sha)))
  const next: PlayerState = { ...state, manifest: coming, coming: null, have: kept }
  const [played, effects] = playOn(next, now)
  return [
    played,
    [
      { do: 'keepManifest', manifest: coming },
      { do: 'keepFiles', sha256: [...kept] },
      reportOf(next),
      ...effects,
    ],
  ]
}

function reportOf({ manifest, coming, have, failed }: PlayerState): PlayerEffect {
  const of = coming ?? manifest
  const stored = of ? of.videos.map(({ sha256 }) => sha256).filter(sha => have.has(sha)) : []
  return {
    do: 'report',
    version: manifest?.version ?? 0,
    stored: [...new Set(stored)],
    failed: [...failed].map(([sha256, reason]) => ({ sha256, reason })),
  }
}

const sendOf = ({ online, unsent }: PlayerState): PlayerEffect[] =>
  online && unsent.length > 0 ? [{ do: 'send', plays: unsent.slice(0, MOST_PLAYS_OF_A_BATCH) }] : []

function confirmed(state: PlayerState, playIds: readonly string[]): Result {
  const known = new Set(playIds)
  const unsent = state.unsent.filter(play => !known.has(play.playId))
  if (unsent.length === state.unsent.length) return [state, []]
  const next = { ...state, unsent }
  return [next, [{ do: 'forgetPlays', playIds: [...known] }, ...sendOf(next)]]
}

/** The present one as a claim; undefined where nothing of it was seen. */
function claimOf(
  { bootId, ahead, showing }: PlayerState,
  now: number,
  complete: boolean,
): ClaimedPlay | undefined {
  if (!showing || showing.startedAt === null) return undefined
  const { playId, seq, video, startedAt } = showing
  const ms = Math.min(Math.max(0, now - startedAt), video.ms)
  return {
    ...{ playId, bootId, seq, advertId: video.advertId, sha256: video.sha256 },
    ...{ startedAt, ms, complete: complete && ms >= video.ms - END_SLACK_MS, clockOffset: ahead },
  }
}

/** Takes the present one away; what was seen of it is kept as cut. */
function cut(state: PlayerState, now: number, andPlayOn = false): Result {
  if (!state.showing) return [state, []]
  const play = claimOf(state, now, false)
  const next: PlayerState = { ...state, showing: null, unsent: play ? [...state.unsent, play] : state.unsent }
  const effects: PlayerEffect[] = [{ do: 'hide' }, ...(play ? [{ do: 'keepPlay', play } as const] : [])]
  if (!andPlayOn) return [next, effects]
  const [played, more] = playOn(next, now)
  return [played, [...effects, ...more]]
}

function ended(state: PlayerState, now: number): Result {
  const play = claimOf(state, now, true)
  const next: PlayerState = { ...state, showing: null, unsent: play ? [...state.unsent, play] : state.unsent }
  const [played, effects] = playOn(next, now)
  return [
    played,
    [
      ...(play ? [{ do: 'keepPlay', play } as const] : []),
      ...(played.showing ? [] : [{ do: 'hide' } as const]),
      ...effects,
    ],
  ]
}

/** One whose player never says that it began or ended is given up. */
function lookAfter(state: PlayerState, now: number): PlayerState {
  const { showing } = state
  return showing && now - showing.since > showing.video.ms + GIVE_UP_MS ? { ...state, showing: null } : state
}
const GIVE_UP_MS = 30_000

/** The next one, where nothing plays and nothing else needs the door. */
function playOn(state: PlayerState, now: number): Result {
  if (state.showing || state.needed.size > 0) return [state, []]
  const open = playable(state, now)
  const [first, turns] = nextTurn(open, state.turns)
  const video = first && videoOf(state.manifest, first.advertId)
  if (!first || !video) return [state, []]
  const seq = state.seq + 1
  const playId = `${state.bootId}-${seq}`
  const showing: Showing = { playId, seq, campaignId: first.campaignId, video, since: now, startedAt: null }
  return [{ ...state, seq, turns, showing }, [{ do: 'show', playId, video }]]
}

function playable({ manifest, coming, have, ahead }: PlayerState, now: number): ManifestItem[] {
  if (!manifest) return []
  const withdrawn = coming && new Set(coming.videos.map(video => video.sha256))
  return manifest.items.filter(item => {
    const video = videoOf(manifest, item.advertId)
    if (!video || !have.has(video.sha256) || (withdrawn && !withdrawn.has(video.sha256))) return false
    return isOpen(item, manifest.zone, now + ahead)
  })
}

/** Each in proportion to its weight, and spread evenly: everybody gains by their weight, who is ahead pays the sum. */
function nextTurn(
  items: readonly ManifestItem[],
  before: ReadonlyMap<number, number>,
): readonly [ManifestItem | undefined, ReadonlyMap<number, number>] {
  const turns = new Map(
    items.map(({ campaignId, weight }) => [campaignId, (before.get(campaignId) ?? 0) + weight]),
  )
  const sum = items.reduce((total, { weight }) => total + weight, 0)
  let first: ManifestItem | undefined
  for (const item of items)
    if (!first || (turns.get(item.campaignId) ?? 0) > (turns.get(first.campaignId) ?? 0)) first = item
  if (first) turns.set(first.campaignId, (turns.get(first.campaignId) ?? 0) - sum)
  return [first, turns]
}
