// Working off alarms by keyboard alone: J and K move, letters give commands, X chooses several, ? shows them all.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useCallback, useEffect, useRef, useState } from 'react'
import { alarm } from '../../domain/alarm/alarm.ts'
import type { RowAction } from '../../resource/actions.tsx'
import { runAction } from './alarm-line.tsx'
import type { AlarmRow } from './alarm-row.ts'
import { type Place, placeOf, stepTo } from './triage-step.ts'

const commands: Record<string, string> = {
  t: 'take',
  a: 'acknowledge',
  e: 'handle',
  c: 'comment',
  s: 'assign',
  u: 'escalate',
  g: 'release',
  r: 'read',
}
const steps: Record<string, number> = { j: 1, k: -1, arrowdown: 1, arrowup: -1 }

interface TriageKey {
  keys: readonly string[]
  does: MessageDescriptor
  /** Without it the key does something for everybody who sees alarms. */
  command?: keyof typeof alarm.commands
}

/** All keys with what they do, for the help. */
const triageHelp: readonly TriageKey[] = [
  { keys: ['J', '↓'], does: msg`Next alarm` },
  { keys: ['K', '↑'], does: msg`Alarm before` },
  { keys: ['Enter', 'O'], does: msg`Open it beside the list` },
  { keys: ['T'], does: msg`Take it`, command: 'take' },
  { keys: ['A'], does: msg`Acknowledge: nobody is notified again`, command: 'acknowledge' },
  { keys: ['E'], does: msg`Handle, with a note`, command: 'handle' },
  { keys: ['Ctrl Enter'], does: msg`Send the note`, command: 'handle' },
  { keys: ['S'], does: msg`Assign to somebody`, command: 'assign' },
  { keys: ['U'], does: msg`Escalate`, command: 'escalate' },
  { keys: ['C'], does: msg`Comment`, command: 'comment' },
  { keys: ['G'], does: msg`Give back`, command: 'release' },
  { keys: ['R'], does: msg`Mark as read` },
  { keys: ['X'], does: msg`Choose several: the keys then work on all of them` },
  { keys: ['Esc'], does: msg`Close the panel, drop the choice` },
  { keys: ['?'], does: msg`This help` },
]

/** The keys of somebody with these rights. */
export const helpFor = (may: (permission: string) => boolean): TriageKey[] =>
  triageHelp.filter(({ command }) => !command || may(alarm.commands[command].permission))

// Fields, menus and dialogs need the keys for their own.
const OTHERS =
  'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable], [role=menu], dialog, [role=dialog], [role=listbox]'

export interface Triage {
  rows: readonly AlarmRow[] | undefined
  /** The row in the panel. */
  open: number | undefined
  /** Rows that commands are given to together; none: the active one. */
  chosen: ReadonlyMap<number, AlarmRow>
  onMove: (row: AlarmRow) => void
  onOpen: (row: AlarmRow) => void
  onChoose: (row: AlarmRow) => void
  /** Escape, where nothing else took it. */
  onEscape: () => void
  onHelp: () => void
  actionsFor: (rows: readonly AlarmRow[]) => RowAction[]
}

/** Follows the keys; returns the active row's id and how to set it. */
export function useTriageKeys(triage: Triage): [number | undefined, (id: number) => void] {
  const [active, setActive] = useState<number>()
  const latest = useRef({ ...triage, active })
  const place = useRef<Place>(undefined)
  useEffect(() => {
    latest.current = { ...triage, active }
    place.current = placeOf(triage.rows ?? [], active ?? triage.open) ?? place.current
  })
  const focus = useCallback((id: number) => {
    setActive(id)
    const line = document.querySelector<HTMLElement>(`[data-alarm="${id}"] [data-line]`)
    line?.focus({ preventScroll: true })
    line?.closest('li')?.scrollIntoView({ block: 'nearest' })
  }, [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest(OTHERS)) return
      const { rows = [], open, active: now, onMove } = latest.current
      const key = event.key.toLowerCase()
      const at = rows.findIndex(row => row.id === (now ?? open))
      const step = steps[key]
      if (step !== undefined) {
        const next = stepTo(rows, place.current, step)
        if (!next) return
        event.preventDefault()
        focus(next.id)
        onMove(next)
      } else if (press(key, rows[at], latest.current)) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [focus])
  return [active, setActive]
}

/** True when the key meant something here. */
function press(key: string, row: AlarmRow | undefined, triage: Triage): boolean {
  if (key === '?') {
    triage.onHelp()
    return true
  }
  if (key === 'escape') {
    triage.onEscape()
    return true
  }
  if (key === 'o' || key === 'x') {
    if (!row) return false
    if (key === 'o') triage.onOpen(row)
    else triage.onChoose(row)
    return true
  }
  const command = commands[key]
  const rows = triage.chosen.size > 0 ? [...triage.chosen.values()] : row ? [row] : []
  if (!command || rows.length === 0) return false
  runAction(triage.actionsFor(rows).find(action => action.id === command))
  return true
}
