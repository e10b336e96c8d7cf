// One rule for button, route and endpoint: does a person hold a mark?

/** Mark of the super administrator: every mark in every tenant. */
export const EVERYTHING = '*'

/** True when the marks a person holds contain the wanted one. Marks are exact names; only `*` covers others. */
export function holds(marks: ReadonlySet<string>, wanted: string): boolean {
  return marks.has(EVERYTHING) || marks.has(wanted)
}
