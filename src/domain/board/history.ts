// Undo and redo of an editor: what was, what is, what was taken back. Pure.
export interface History<State> {
  past: readonly State[]
  present: State
  future: readonly State[]
}

/** Steps that can be taken back. */
export const MOST_STEPS_BACK = 100

export const begin = <State>(present: State): History<State> => ({ past: [], present, future: [] })

/** A further step; what was taken back before is forgotten. One that changes nothing is none. */
export function step<State>(history: History<State>, next: State): History<State> {
  if (next === history.present) return history
  return { past: [...history.past, history.present].slice(-MOST_STEPS_BACK), present: next, future: [] }
}

export function undo<State>(history: History<State>): History<State> {
  const before = history.past.at(-1)
  if (before === undefined) return history
  return {
    past: history.past.slice(0, -1),
    present: before,
    future: [history.present, ...history.future],
  }
}

export function redo<State>(history: History<State>): History<State> {
  const [next, ...future] = history.future
  if (next === undefined) return history
  return { past: [...history.past, history.present], present: next, future }
}
