// J, K and the arrows walk the list while the panel is open, wherever the focus is outside the table.
import { useEffect } from 'react'
import type { Row } from './view.ts'

const steps: Record<string, number> = { j: 1, J: 1, ArrowDown: 1, k: -1, K: -1, ArrowUp: -1 }

// The table walks by itself; fields, menus and dialogs need the keys for their own.
const OTHERS =
  'input, textarea, select, [contenteditable], [role=grid], [role=menu], [role=dialog], [role=listbox]'

/** Moves the open row by key. */
export function usePeekKeys(rows: readonly Row[], open: number | undefined, move: (row: Row) => void): void {
  useEffect(() => {
    if (open === undefined) return
    const onKey = (event: KeyboardEvent) => {
      const step = steps[event.key]
      if (step === undefined || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey)
        return
      if (event.target instanceof Element && event.target.closest(OTHERS)) return
      const at = rows.findIndex(row => row.id === open)
      const next = rows[at + step]
      if (at < 0 || !next) return
      event.preventDefault()
      move(next)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [rows, open, move])
}
