// Which flows are possible: two different people at least, and no level that one person would have to decide twice.
import type { Level } from './standing.ts'

/** The level that is wrong counts from 1. */
export type FlowFault = { fault: 'tooFew' | 'sameTwice' | 'gap'; level: number }

const isEmpty = ({ userIds, roleIds }: Level) => userIds.length === 0 && roleIds.length === 0

/** Undefined: it may be kept. Levels without anybody are allowed behind the last one only. */
export function flowFault(levels: readonly Level[]): FlowFault | undefined {
  const last = levels.findLastIndex(level => !isEmpty(level))
  const gap = levels.findIndex((level, index) => index < last && isEmpty(level))
  if (gap >= 0) return { fault: 'gap', level: gap + 1 }
  const used = levels.slice(0, last + 1)
  const people = new Set(used.flatMap(({ userIds }) => userIds))
  const roles = new Set(used.flatMap(({ roleIds }) => roleIds))
  if (people.size + roles.size < 2 && !(roles.size === 1 && used.length > 1))
    return { fault: 'tooFew', level: 1 }
  const level = firstWithoutAnother(used)
  return level === undefined ? undefined : { fault: 'sameTwice', level }
}

/** Levels in use, without the empty ones behind them. */
export const levelsInUse = (levels: readonly Level[]): Level[] => levels.filter(level => !isEmpty(level))

/**
 * The first level for which nobody is left who has not decided before, whoever decides: all of a level that needs all, and one of
 * a level that needs any. Who holds a role is not known here, so that a role always has somebody.
 */
function firstWithoutAnother(levels: readonly Level[]): number | undefined {
  let deepest = 0
  const fill = (index: number, taken: ReadonlySet<number>): boolean => {
    const level = levels[index]
    if (!level) return true
    deepest = Math.max(deepest, index)
    const left = level.userIds.filter(id => !taken.has(id))
    if (level.need === 'all')
      return left.length === level.userIds.length && fill(index + 1, new Set([...taken, ...left]))
    return (
      left.some(id => fill(index + 1, new Set([...taken, id]))) ||
      (level.roleIds.length > 0 && fill(index + 1, taken))
    )
  }
  return fill(0, new Set()) ? undefined : deepest + 1
}
