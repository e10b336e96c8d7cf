// The keys of who approves, whatever alphabet the keyboard writes.
import { useEffect, useRef } from 'react'
import { latinKeyOf } from '../../ui/latin-key.ts'

type QueueKey = 'next' | 'previous' | 'approve' | 'return' | 'undo'

const keys: Readonly<Record<string, QueueKey>> = {
  j: 'next',
  k: 'previous',
  a: 'approve',
  r: 'return',
  u: 'undo',
}

// Fields, menus and dialogs need the keys for their own.
const OTHERS =
  'input, textarea, select, [contenteditable], [role=menu], dialog, [role=dialog], [role=listbox]'

const queueKeyOf = (event: Pick<KeyboardEvent, 'key' | 'code'>): QueueKey | undefined =>
  keys[latinKeyOf(event)]

/** Takes the keys that do something here and leaves the others alone. */
export function useQueueKeys(doings: Partial<Record<QueueKey, () => void>>): void {
  const latest = useRef(doings)
  useEffect(() => {
    latest.current = doings
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // Held down, a key would decide on whatever comes next.
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      const key = queueKeyOf(event)
      const does = key && latest.current[key]
      if (!does || (event.target instanceof Element && event.target.closest(OTHERS))) return
      event.preventDefault()
      does()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
