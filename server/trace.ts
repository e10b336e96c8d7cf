// What a request, a message or a job went through, for whoever watches traces. Until somebody follows it, nothing is
// written down and nothing is loaded; the work is done as it stands.

export type TraceFacts = Readonly<Record<string, string | number | boolean>>

/** What follows from it, later and elsewhere, says so by this. */
export interface TracePoint {
  readonly traceId: string
}

export interface Tracing {
  /** `after`: what it follows from, in place of what runs around it. */
  run<Result>(
    name: string,
    facts: TraceFacts,
    work: () => Promise<Result>,
    after?: readonly TracePoint[],
  ): Promise<Result>
  /** Work that is over when it returns. */
  runNow<Result>(name: string, facts: TraceFacts, work: () => Result): Result
  here(): TracePoint | undefined
}

let tracing: Tracing | undefined

/** From now on all work of this process is followed; undefined: none. */
export function followWork(by: Tracing | undefined): void {
  tracing = by
}

/** Does the work, and follows it where somebody wants to know. Names and facts tell of no person, device or tenant. */
export const traced: Tracing['run'] = (name, facts, work, after) =>
  tracing ? tracing.run(name, facts, work, after) : work()

export const tracedNow: Tracing['runNow'] = (name, facts, work) =>
  tracing ? tracing.runNow(name, facts, work) : work()

/** Where the work is now. */
export const tracePoint: Tracing['here'] = () => tracing?.here()
