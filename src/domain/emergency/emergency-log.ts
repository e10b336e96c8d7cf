// The log of an emergency: lines that are only ever added, and what stands by them now: roles, items, statements, messages.
import * as z from 'zod/mini'
import { id, moment } from '../fields.ts'
import { emergencyAct } from './emergency-step.ts'

export const emergencyRole = z.enum(['lead', 'notes', 'communication'])
export type EmergencyRole = z.output<typeof emergencyRole>

/** What is handed over: one role, or everything at the change of shift. */
export const handedPart = z.enum(['whole', 'lead', 'notes', 'communication'])
export type HandedPart = z.output<typeof handedPart>

export const standing = z.enum(['known', 'unclear', 'unknown'])
export type Standing = z.output<typeof standing>

/** Things that are brought together; each is a row of a list of its own. */
export const attachedKind = z.enum([
  'alarm',
  'call',
  'conference',
  'person',
  'door',
  'device',
  'evidence',
  'file',
])
export type AttachedKind = z.output<typeof attachedKind>

/** The lists that they are rows of. */
export const attachedEntity = {
  alarm: 'alarm',
  call: 'call',
  conference: 'conferenceRoom',
  person: 'worker',
  door: 'roomDoor',
  device: 'device',
  evidence: 'evidenceCase',
  file: 'storedFile',
} as const satisfies Record<AttachedKind, string>

/** What was decided about a text message to one person; `tooMany`: the limits of the phone or of the tenant are used up. */
export const textFate = z.enum(['asked', 'noPhone', 'tooMany', 'noCarrier'])
export type TextFate = z.output<typeof textFate>

const words = z.string()

/** What a line says, by its kind. `entry` is the line that it is about. */
export const logFacts = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('opened') }),
  z.object({ kind: z.literal('step'), act: emergencyAct, text: words }),
  z.object({ kind: z.literal('note'), text: words }),
  z.object({
    kind: z.literal('item'),
    of: attachedKind,
    subjectId: id,
    /** What it was called when it was added; null: the reader may not see it. */
    label: z.nullable(words),
  }),
  z.object({ kind: z.literal('struck'), entry: id, text: words }),
  z.object({ kind: z.literal('role'), role: emergencyRole, userId: id, name: words }),
  z.object({ kind: z.literal('handover'), part: handedPart, userId: id, name: words, text: words }),
  z.object({ kind: z.literal('accepted'), entry: id, part: handedPart }),
  z.object({ kind: z.literal('statement'), standing, text: words, source: words }),
  z.object({
    kind: z.literal('message'),
    text: words,
    people: z.int(),
    spoken: z.boolean(),
    /** How many of them it was sent to by text message too; absent: none was wanted. */
    texts: z.optional(z.int()),
  }),
  z.object({ kind: z.literal('reminded'), entry: id, people: z.int(), texts: z.optional(z.int()) }),
  z.object({ kind: z.literal('confirmed'), entry: id }),
])
export type LogFacts = z.output<typeof logFacts>

export const logEntry = z.object({
  id,
  /** By the clock of who said it, never in the future. */
  at: moment,
  /** When the server learnt of it. */
  recordedAt: moment,
  userId: id,
  userName: z.string(),
  facts: logFacts,
})
export type LogEntry = z.output<typeof logEntry>

export type EntryOf<Kind extends LogFacts['kind']> = Omit<LogEntry, 'facts'> & {
  facts: Extract<LogFacts, { kind: Kind }>
}

const isOf =
  <Kind extends LogFacts['kind']>(kind: Kind) =>
  (entry: LogEntry): entry is EntryOf<Kind> =>
    entry.facts.kind === kind

export const entriesOf = <Kind extends LogFacts['kind']>(
  entries: readonly LogEntry[],
  kind: Kind,
): EntryOf<Kind>[] => entries.filter(isOf(kind))

/** In the order in which things happened; what happened at once, in the order in which it was written down. */
export const inOrder = (entries: readonly LogEntry[]): LogEntry[] =>
  entries.toSorted((a, b) => a.at - b.at || a.id - b.id)

export interface Holder {
  userId: number
  name: string
  since: number
}

/** Who has which role: by the newest line that gave it, given or taken over. */
export function holdersOf(entries: readonly LogEntry[]): ReadonlyMap<EmergencyRole, Holder> {
  const holders = new Map<EmergencyRole, Holder>()
  const handovers = new Map(entriesOf(entries, 'handover').map(each => [each.id, each]))
  // By the number of the line: the server wrote them down one after the other, whatever clocks say.
  for (const { facts, at } of entries.toSorted((a, b) => a.id - b.id)) {
    if (facts.kind === 'role') holders.set(facts.role, { userId: facts.userId, name: facts.name, since: at })
    if (facts.kind !== 'accepted') continue
    const given = handovers.get(facts.entry)?.facts
    if (given) holders.set(roleOfPart(given.part), { userId: given.userId, name: given.name, since: at })
  }
  return holders
}

/** Who takes over everything leads. */
export const roleOfPart = (part: HandedPart): EmergencyRole => (part === 'whole' ? 'lead' : part)

/** Handovers that nobody has confirmed yet; of one part only the newest counts. */
export function openHandovers(entries: readonly LogEntry[]): EntryOf<'handover'>[] {
  const accepted = new Set(entriesOf(entries, 'accepted').map(({ facts }) => facts.entry))
  const newest = new Map<HandedPart, EntryOf<'handover'>>()
  for (const each of entriesOf(entries, 'handover')) {
    const known = newest.get(each.facts.part)
    if (!known || known.id < each.id) newest.set(each.facts.part, each)
  }
  return [...newest.values()].filter(each => !accepted.has(each.id))
}

export interface Item {
  entry: EntryOf<'item'>
  /** Why, by whom and when it was struck; undefined: it stands. */
  struck: EntryOf<'struck'> | undefined
}

/** All that was ever added: what was struck stays to be seen. */
export function itemsOf(entries: readonly LogEntry[]): Item[] {
  const struck = new Map(entriesOf(entries, 'struck').map(each => [each.facts.entry, each]))
  return entriesOf(entries, 'item').map(entry => ({ entry, struck: struck.get(entry.id) }))
}

/** Whether a thing stands among the items now. */
export const isAttached = (entries: readonly LogEntry[], of: AttachedKind, subjectId: number): boolean =>
  itemsOf(entries).some(
    ({ entry, struck }) => !struck && entry.facts.of === of && entry.facts.subjectId === subjectId,
  )
