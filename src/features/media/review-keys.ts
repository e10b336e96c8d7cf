// The keys of who judges, whatever alphabet the keyboard writes.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useEffect, useRef } from 'react'
import { latinKeyOf } from '../../ui/latin-key.ts'

export type DeskKey =
  | 'j'
  | 'k'
  | 'a'
  | 'r'
  | 'h'
  | 'u'
  | 'x'
  | ' '
  | ','
  | '.'
  | '?'
  | 'escape'
  | '1'
  | '2'
  | '3'
  | '4'
  | '5'

/** All keys with what they do, for the help. Left and right stay the browser's: they mean opposite ways in Arabic. */
export const keyHelp: readonly { keys: readonly string[]; does: MessageDescriptor }[] = [
  { keys: ['J', '↓'], does: msg`Next item` },
  { keys: ['K', '↑'], does: msg`Previous item` },
  { keys: ['A'], does: msg`Approve` },
  { keys: ['R'], does: msg`Reject, for the chosen reason` },
  { keys: ['1–5'], does: msg`Choose the reason for rejecting` },
  { keys: ['H'], does: msg`Hide` },
  { keys: ['U'], does: msg`Undo the last decision` },
  { keys: ['Space'], does: msg`Full picture; play and pause a video` },
  { keys: [',', '.'], does: msg`One picture back or on in a video` },
  { keys: ['X'], does: msg`Choose several: the keys then work on all of them` },
  { keys: ['Esc'], does: msg`Leave the full picture, clear the selection` },
  { keys: ['?'], does: msg`This help` },
]

// Fields, menus and dialogs need the keys for their own.
const OTHERS =
  'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable], [role=menu], dialog, [role=dialog], [role=listbox]'
/** Where Space presses what has the focus. */
const PRESSED = 'a, button, label, summary, input, video'
/** Held down, these would judge whatever comes next. */
const ONCE: ReadonlySet<DeskKey> = new Set(['a', 'r', 'h', 'u', 'x', ' '])

const arrows: Readonly<Record<string, DeskKey>> = { arrowdown: 'j', arrowup: 'k' }
const isDeskKey = (key: string): key is DeskKey => /^([jkarhux ,.?1-5]|escape)$/.test(key)

/** By what it writes; where that is no Latin letter, by where it lies. */
export function deskKeyOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): DeskKey | undefined {
  const written = key.toLowerCase()
  // Beside each other below the right hand, whatever they write.
  if (code === 'Comma' || code === 'Period') return code === 'Comma' ? ',' : '.'
  if (written === '؟' || written === '？') return '?'
  const meant = arrows[written] ?? latinKeyOf({ key, code })
  return isDeskKey(meant) ? meant : undefined
}

export function useDeskKeys(onKey: (key: DeskKey) => void): void {
  const latest = useRef(onKey)
  useEffect(() => {
    latest.current = onKey
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const at = event.target instanceof Element ? event.target : undefined
      const key = deskKeyOf(event)
      if (!key || at?.closest(OTHERS) || (key === ' ' && at?.closest(PRESSED))) return
      event.preventDefault()
      if (!(event.repeat && ONCE.has(key))) latest.current(key)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
