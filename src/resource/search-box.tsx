// The search text of a list: follows the typing after a pause, and the address when that changes. «/» leads to it.
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { SEARCH_LENGTH } from '../domain/limits.ts'
import { Icon } from '../ui/icons.tsx'
import { look } from '../ui/kit/look.ts'
import css from './list-page.module.css'

/** Pause after the last key before the list follows. */
const PAUSE_MS = 250

export interface SearchBoxProps {
  value: string
  onSearch: (text: string) => void
  /** What is searched for where it is not everything: said aloud and shown while the box is empty. */
  label?: string
  /** On a phone only its sign, until somebody searches: other filters share its line. */
  folds?: boolean
}

export function SearchBox({ value, onSearch, label, folds = false }: SearchBoxProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(value)
  const latest = useRef(onSearch)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    latest.current = onSearch
  })
  // Back, forward and «clear filters» change the address; the box follows unless somebody is typing in it.
  useEffect(() => {
    if (document.activeElement !== field.current) setTyped(value)
  }, [value])
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => latest.current(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, value])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]'))
        return
      event.preventDefault()
      field.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <label
      className={look(
        {
          inline: true,
          gap: 2,
          atLeast: 'target',
          padX: 2,
          ground: 'surface',
          edge: 'strong',
          round: 'control',
          tone: 'ink-3',
        },
        folds ? `${css.search} ${css.folds}` : css.search,
      )}
    >
      <Icon name="search" size={16} />
      <span className="gh-hidden">{label ?? t`Search`}</span>
      <input
        ref={field}
        type="search"
        value={typed}
        placeholder={label ?? t`Search`}
        autoComplete="off"
        maxLength={SEARCH_LENGTH}
        onChange={event => setTyped(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Enter') onSearch(typed)
        }}
      />
    </label>
  )
}
