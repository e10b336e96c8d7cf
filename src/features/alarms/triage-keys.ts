// Working off alarms by keyboard alone: J and K move, T takes, E handles, R marks as read.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Offer } from '../../resource/actions.tsx'
import { runOffer } from './alarm-line.tsx'
import type { AlarmRow } from './alarm-peek.tsx'

const commands: Record<string, string> = { t: 'take', e: 'handle', r: 'read' }
const steps: Record<string, number> = { j: 1, k: -1, arrowdown: 1, arrowup: -1 }

// Fields, menus and dialogs need the keys for their own.
const OTHERS =
  'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable], [role=menu], dialog, [role=dialog], [role=listbox]'

interface Triage {
  rows: readonly AlarmRow[] | undefined
  /** The row in the panel. */
  open: number | undefined
  onMove: (row: AlarmRow) => void
  offersFor: (rows: readonly AlarmRow[]) => Offer[]
}

/** Follows the keys; returns the active row's id and how to set it. */
export function useTriageKeys(triage: Triage): [number | undefined, (id: number) => void] {
  const [active, setActive] = useState<number>()
  const latest = useRef({ ...triage, active })
  useEffect(() => {
    latest.current = { ...triage, active }
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
      const { rows = [], open, onMove, offersFor, active: now } = latest.current
      const key = event.key.toLowerCase()
      const at = rows.findIndex(row => row.id === (now ?? open))
      const step = steps[key]
      if (step !== undefined) {
        // Nobody is chosen yet: the first step down leads to the first row.
        const next = rows[at < 0 ? (step > 0 ? 0 : -1) : at + step]
        if (!next) return
        event.preventDefault()
        focus(next.id)
        onMove(next)
        return
      }
      const command = commands[key]
      const row = rows[at]
      if (!command || !row) return
      event.preventDefault()
      runOffer(offersFor([row]).find(offer => offer.id === command))
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [focus])
  return [active, setActive]
}
