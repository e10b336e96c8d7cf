// The search part of the addresses of doors, beyond what their lists keep there.
import * as z from 'zod/mini'

/** Raw search of an address. */
export type RawSearch = Readonly<Record<string, unknown>>

/** A text for an address. Quoted: a card number such as 12E4 would be read as a number. */
export const inAddress = (text: string): string => encodeURIComponent(JSON.stringify(text))

const rightsTab = z.enum(['rights', 'events', 'calls'])
export type RightsTab = z.output<typeof rightsTab>

/** Which page of `/rightsManagement` an address means; undefined when it does not say. */
export function rightsTabOf(raw: RawSearch): RightsTab | undefined {
  const read = rightsTab.safeParse(raw.view)
  return read.success ? read.data : undefined
}

const whole = z.catch(z.optional(z.int().check(z.positive())), undefined)
const issueSearch = z.object({
  /** The list of cards, instead of issuing one. */
  view: z.catch(z.optional(z.literal('cards')), undefined),
  /** The card at hand. */
  card: whole,
  /** Its version before the door unit was asked to write it: what is later is the answer. */
  ordered: whole,
})
export type IssueSearch = z.output<typeof issueSearch>

/** What an address of `/cardAdd` means. Bad values are dropped. */
export function readIssueSearch(raw: RawSearch): IssueSearch {
  return z.parse(issueSearch, raw)
}
