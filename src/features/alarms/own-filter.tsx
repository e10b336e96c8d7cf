// One's own set of filters, kept on this browser: stored with one press, back with one press.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { alarm } from '../../domain/alarm/alarm.ts'
import { keep, readKept } from '../../resource/kept.ts'
import { filtersOf, type ListSearch, readListSearch } from '../../resource/search.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Inline } from '../../ui/kit/parts.tsx'
import css from './own-filter.module.css'

const NAME = 'alarm-filter'

interface OwnFilterProps {
  search: ListSearch
  onChange: (changes: ListSearch) => void
}

const narrowing = (search: ListSearch): ListSearch => ({
  ...filtersOf(search),
  ...(search.q !== undefined && { q: search.q }),
})

const textOf = (search: ListSearch): string => JSON.stringify(Object.entries(narrowing(search)).sort())

function readOwn(): ListSearch | undefined {
  const known = readKept(NAME)
  if (typeof known !== 'object' || known === null) return undefined
  const search = narrowing(readListSearch(alarm, { ...known }))
  return Object.keys(search).length > 0 ? search : undefined
}

export function OwnFilter({ search, onChange }: OwnFilterProps) {
  const { t } = useLingui()
  const [own, setOwn] = useState(readOwn)
  const now = narrowing(search)
  const shown = own !== undefined && textOf(own) === textOf(search)
  const store = (value: ListSearch | undefined) => {
    keep(NAME, value)
    setOwn(value)
  }
  const show = () => {
    const none = Object.fromEntries(Object.keys(now).map(name => [name, undefined]))
    onChange({ ...none, ...(shown ? {} : own) })
  }
  return (
    <Inline gap={1}>
      {own && (
        <button type="button" className={css.chip} aria-pressed={shown} onClick={show}>
          <Icon name="user" size={14} /> <Trans>My filter</Trans>
        </button>
      )}
      {shown && <IconButton icon="trash" label={t`Forget my filter`} onClick={() => store(undefined)} />}
      {!shown && Object.keys(now).length > 0 && (
        <button type="button" className={css.keep} onClick={() => store(now)}>
          <Trans>Keep as my filter</Trans>
        </button>
      )}
    </Inline>
  )
}
