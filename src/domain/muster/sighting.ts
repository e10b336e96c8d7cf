// What is known of each person on a roll: a fold over what people said and sensors saw, the same in whatever order it arrives.
import * as z from 'zod/mini'
import { eventKey, id, moment, several, text } from '../fields.ts'

/** What somebody says of a person; nothing of the four is ever assumed. */
export const outcome = z.enum(['safe', 'injured', 'missing', 'notOnSite'])
export type Outcome = z.output<typeof outcome>

/** Names a person of one roll: `worker:12`, or `walkUp:` with what the phone made. */
export const personKey = z.string().check(z.regex(/^[a-zA-Z]{1,20}:[\w-]{1,64}$/, { error: 'format' }))
export const pointKey = z.string().check(z.regex(/^[\w-]{1,64}$/, { error: 'format' }))

/** How a person knows: they saw them at the point, or spoke to them. */
export const means = z.enum(['point', 'phone'])
export type Means = z.output<typeof means>

/** Words that one word may settle. */
export const MOST_SETTLED = 20

export const sightInput = z.object({
  sighting: eventKey,
  person: personKey,
  says: outcome,
  comment: z.optional(text(300)),
  means,
  /** The gathering point where it was said. */
  point: z.optional(z.nullable(pointKey)),
  /** Words that contradicted each other before the eyes of who says this. */
  settles: z.optional(several(eventKey, MOST_SETTLED)),
})
export type SightInput = z.output<typeof sightInput>

/** What a person said of a person. */
export const word = z.object({
  id: z.string(),
  person: z.string(),
  says: outcome,
  comment: z.nullable(z.string()),
  means,
  point: z.nullable(z.string()),
  settles: z.array(z.string()),
  /** Account of who said so. */
  byId: z.nullable(id),
  by: z.string(),
  /** When they said so. */
  at: moment,
  /** When the server heard of it; null: it waits on this device. */
  recordedAt: z.nullable(moment),
})
export type Word = z.output<typeof word>

export const hintSource = z.enum(['door', 'punch', 'fence', 'floor', 'position'])
export type HintSource = z.output<typeof hintSource>

/** What a sensor saw of a person after the start: a hint where to look, never an answer. */
export const hint = z.object({
  id: z.string(),
  person: z.string(),
  means: z.literal('sensor'),
  source: hintSource,
  /** The door, the fence, the floor. */
  where: z.nullable(z.string()),
  at: moment,
})
export type Hint = z.output<typeof hint>

export type Sighting = Word | Hint

export interface Standing {
  state: 'unaccounted' | Outcome
  /** The newest word of a person; null: nobody has said anything. */
  word: Word | null
  /** What others say instead, the newest first; empty: nobody contradicts. */
  against: readonly Word[]
  /** What a sensor saw last. */
  hint: Hint | null
  /** A sensor saw them where they should not be, after the word: somebody has to look. */
  doubt: Hint | null
  /** The word came in after the roll call was closed. */
  late: boolean
}

const SILENT: Standing = {
  state: 'unaccounted',
  word: null,
  against: [],
  hint: null,
  doubt: null,
  late: false,
}

/** The newest first; of the same moment, one order for everybody. */
const newerFirst = (a: Sighting, b: Sighting) => b.at - a.at || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

/** Of one that came twice: the one that the server has, whatever order they came in. */
function sameOnce(sightings: readonly Sighting[]): Sighting[] {
  const once = new Map<string, Sighting>()
  for (const each of sightings) {
    const known = once.get(each.id)
    if (!known || rank(each) < rank(known)) once.set(each.id, each)
  }
  return [...once.values()]
}

/** What has arrived goes before what waits; the rest is for copies that differ, of which there should be none. */
function rank(each: Sighting): string {
  const waits = each.means !== 'sensor' && each.recordedAt === null
  return `${waits ? 1 : 0}${JSON.stringify(each, Object.keys(each).sort())}`
}

/** How each person stands, by key. What is said of people who are not on the roll is left out. */
export function foldRoll(
  people: readonly string[],
  sightings: readonly Sighting[],
  closedAt: number | null = null,
): ReadonlyMap<string, Standing> {
  const byPerson = Map.groupBy(sameOnce(sightings), ({ person }) => person)
  return new Map(people.map(person => [person, standingOf(byPerson.get(person) ?? [], closedAt)]))
}

function standingOf(sightings: readonly Sighting[], closedAt: number | null): Standing {
  const [words, hints]: [Word[], Hint[]] = [[], []]
  for (const each of [...sightings].sort(newerFirst)) {
    if (each.means === 'sensor') hints.push(each)
    else words.push(each)
  }
  const seen = hints[0] ?? null
  const last = lastOfEach(words)
  const leading = last[0]
  // A sensor alone leaves a person where silence does.
  if (!leading) return { ...SILENT, hint: seen }
  return {
    state: leading.says,
    word: leading,
    against: last.filter(({ says }) => says !== leading.says),
    hint: seen,
    doubt: hints.find(each => doubts(each, leading)) ?? null,
    late: closedAt !== null && leading.recordedAt !== null && leading.recordedAt > closedAt,
  }
}

/** What each person says now, the newest first. What a later word has settled no longer stands beside it. */
function lastOfEach(words: readonly Word[]): Word[] {
  const settled = new Set(words.flatMap(({ settles }) => settles))
  const open = words.filter(({ id: key }) => !settled.has(key))
  const last = new Map<string, Word>()
  // Words that settle each other in a ring leave nobody: then all count.
  for (const each of open.length > 0 ? open : words) {
    const who = each.byId === null ? `name ${each.by}` : `id ${each.byId}`
    if (!last.has(who)) last.set(who, each)
  }
  return [...last.values()]
}

/** A door or a punch after «safe» says that they went back in; after «not on site» everything says that they are here. */
function doubts(seen: Hint, { says, at }: Word): boolean {
  if (seen.at <= at) return false
  if (says === 'notOnSite') return true
  return says === 'safe' && (seen.source === 'door' || seen.source === 'punch')
}

export type Tally = Readonly<Record<Standing['state'], number>> & {
  /** People of whom different things are said, or whom a sensor saw where they should not be. */
  readonly contradicted: number
}

export const isContradicted = ({ against, doubt }: Standing): boolean => against.length > 0 || doubt !== null

/** How many stand how. */
export function tallyOf(standings: Iterable<Standing>): Tally {
  const tally = { unaccounted: 0, safe: 0, injured: 0, missing: 0, notOnSite: 0, contradicted: 0 }
  for (const standing of standings) {
    tally[standing.state] += 1
    if (isContradicted(standing)) tally.contradicted += 1
  }
  return tally
}
