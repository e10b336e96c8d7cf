// The marks of one day in the month's grid: a line a slot, arrival at its beginning and departure at its end. The same day looks
// the same for everybody, so each is drawn once.
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { unpackCell } from '../../domain/attendance/cells.ts'
import { sixStates } from '../../domain/attendance/judge-day.ts'
import type { LeaveKind } from '../../domain/leave/leave-kind.ts'
import { Text } from '../../ui/kit/parts.tsx'
import { leaveWords, outcomeWords, sixWords, stateWords } from './attendance-words.ts'
import css from './month-grid.module.css'

const shortLeave: Record<LeaveKind, MessageDescriptor> = {
  funeral: msg({ context: 'leave in one sign', message: 'F' }),
  maternity: msg({ context: 'leave in one sign', message: 'B' }),
  marriage: msg({ context: 'leave in one sign', message: 'M' }),
  workInjury: msg({ context: 'leave in one sign', message: 'I' }),
  sick: msg({ context: 'leave in one sign', message: 'S' }),
  personal: msg({ context: 'leave in one sign', message: 'P' }),
}
export const shortRest = msg({ context: 'rest in one sign', message: 'r' })

/** Path of a state's mark around a middle. */
const shapes: Record<string, (x: number, y: number) => string> = {
  '0': (x, y) => `M${x - 3} ${y - 4}h6v8h-6z`,
  '1': (x, y) => `M${x - 3} ${y - 1}h6v2h-6z`,
  '2': (x, y) => `M${x - 4} ${y + 4}L${x} ${y - 4}L${x + 4} ${y + 4}z`,
  '3': (x, y) => `M${x - 4} ${y - 3.5}h8L${x} ${y + 4}z`,
  pending: (x, y) => `M${x - 3} ${y - 3}h6v6h-6z`,
}
const classes: Record<string, string | undefined> = {
  '0': css.absent,
  '1': css.normal,
  '2': css.late,
  '3': css.early,
  pending: css.pending,
}

const drawn = new Map<string, ReactNode>()

/** What stands in the cell; `leave` and `rest` are said in words. */
export function marksOf(packed: string, i18n: I18n): ReactNode {
  const key = `${i18n.locale} ${packed}`
  const known = drawn.get(key)
  if (known !== undefined) return known
  const made = draw(packed, i18n)
  drawn.set(key, made)
  return made
}

function draw(packed: string, i18n: I18n): ReactNode {
  const { kind, states, leave } = unpackCell(packed)
  if (kind === 'none') return null
  if (kind === 'rest')
    return (
      <Text size="caption" tone="ink-3">
        {i18n._(shortRest)}
      </Text>
    )
  const said = states.filter(state => state !== null)
  if (leave && said.length === 0) return <span className={css.leave}>{i18n._(shortLeave[leave])}</span>
  const paths = new Map<string, string>()
  for (const [at, state] of states.entries()) {
    if (state === null) continue
    const shape = shapes[String(state)]
    if (shape)
      paths.set(
        String(state),
        (paths.get(String(state)) ?? '') + shape(at % 2 === 0 ? 5 : 14, 6 + Math.floor(at / 2) * 11),
      )
  }
  return (
    <svg className={leave ? css.partly : css.marks} viewBox="0 0 19 34" aria-hidden="true">
      {[...paths].map(([state, d]) => (
        <path key={state} className={classes[state]} d={d} />
      ))}
    </svg>
  )
}

const spoken = new Map<string, string>()

/** The same in words, for whoever hears it. */
export function wordsOf(packed: string, i18n: I18n): string {
  const key = `${i18n.locale} ${packed}`
  const known = spoken.get(key)
  if (known !== undefined) return known
  const { kind, states, leave } = unpackCell(packed)
  const parts: string[] = []
  if (kind === 'rest') parts.push(i18n._(msg({ context: 'attendance', message: 'Rest day' })))
  if (leave) parts.push(i18n._(leaveWords[leave]))
  for (const [at, of] of sixStates.entries()) {
    const state = states[at]
    if (state == null) continue
    const word =
      state === 'pending' ? msg({ context: 'attendance', message: 'Provisional' }) : stateWords[state]
    if (word) parts.push(`${i18n._(sixWords[of])}: ${i18n._(word)}`)
  }
  const text = parts.join(', ') || i18n._(msg`Nothing due`)
  spoken.set(key, text)
  return text
}

const told = new Map<string, string>()

/** The same in a few words: leave and whatever went wrong, or the one thing that all of it was. */
export function briefOf(packed: string, i18n: I18n): string {
  const key = `${i18n.locale} ${packed}`
  const known = told.get(key)
  if (known !== undefined) return known
  const { kind, states, leave } = unpackCell(packed)
  const wrong = states.flatMap((state, at) => {
    const of = sixStates[at]
    if (of === undefined || state === null || state === 'pending' || state === 1) return []
    const word = stateWords[state]
    return word ? [`${i18n._(sixWords[of])}: ${i18n._(word)}`] : []
  })
  const parts = leave ? [i18n._(leaveWords[leave]), ...wrong] : wrong
  const quiet = outcomeWords[kind === 'rest' ? 'rest' : states.includes('pending') ? 'open' : 'normal']
  const due = kind === 'rest' || states.some(state => state !== null)
  const text = parts.join(', ') || i18n._(due ? quiet.label : msg`Nothing due`)
  told.set(key, text)
  return text
}

/** One mark with its word, as the legend shows it. */
export function Legend({ i18n }: { i18n: I18n }) {
  const entries = [
    ['1', stateWords[1]],
    ['2', stateWords[2]],
    ['3', stateWords[3]],
    ['0', stateWords[0]],
    ['pending', msg({ context: 'attendance', message: 'Provisional' })],
  ] as const
  return (
    <>
      {entries.map(([state, word]) => (
        <span key={state} className={css.entry}>
          <svg width={12} height={12} viewBox="0 0 12 12" aria-hidden="true">
            <path className={classes[state]} d={shapes[state]?.(6, 6)} />
          </svg>
          {word && i18n._(word)}
        </span>
      ))}
      <span className={css.entry}>
        <Text size="caption" tone="ink-3">
          {i18n._(shortRest)}
        </Text>
        {i18n._(msg({ context: 'attendance', message: 'Rest day' }))}
      </span>
    </>
  )
}
