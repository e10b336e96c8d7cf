// The keys of who judges advertisements, whatever alphabet the keyboard writes.
import { useEffect, useRef } from 'react'
import { isKey } from '../../domain/keys.ts'
import { latinKeyOf } from '../../ui/latin-key.ts'

type Keys = Readonly<Record<'a' | 'r' | 'j' | 'k', () => void>>

// Fields, menus and dialogs need the keys for their own.
const OTHERS =
  'input, textarea, select, [contenteditable], [role=menu], dialog, [role=dialog], [role=listbox]'

export function useReviewKeys(keys: Keys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest(OTHERS)) return
      const key = latinKeyOf(event)
      if (!isKey(latest.current, key)) return
      event.preventDefault()
      latest.current[key]()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
