// A few rows of another entity inside a page about something: the newest first, and the way to all of them.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PageQuery } from '../contract/entity-endpoints.ts'
import { CardList } from '../ui/data-table/card-list.tsx'
import { look } from '../ui/kit/look.ts'
import { Muted } from '../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../ui/locale.ts'
import { Loading } from '../ui/states.tsx'
import { cardOf } from './cells.tsx'
import { wordsForError } from './error-words.ts'
import { pageOptions } from './query.ts'
import type { Row, View } from './view.ts'

const SHOWN = 6

interface RelatedListProps {
  view: View
  /** Filters of the entity, and what else the page's query takes. */
  query: Partial<PageQuery>
  /** Said when there are no rows. */
  none: ReactNode
  /** Address of the list with all of them, inside the router: `/rightsManagement?view=calls`. */
  all?: string
  onOpen?: (row: Row) => void
  size?: number
}

export function RelatedList({ view, query, none, all, onOpen, size = SHOWN }: RelatedListProps) {
  const { i18n } = useLingui()
  const locale = useIntlLocale()
  const sort = view.entity.defaultSort
  const { data, error, isError } = useQuery(pageOptions(view.entity, { page: 1, size, sort, ...query }))
  if (!data) {
    if (isError) return <Muted as="p">{i18n._(wordsForError(error))}</Muted>
    return <Loading variant="list" count={3} />
  }
  const { list: rows } = data
  const count = numberFormat(locale).format(data.total)
  return (
    <CardList
      label={i18n._(view.title)}
      rows={rows}
      rowKey={row => String(row.id)}
      card={row => cardOf(view, row, i18n)}
      {...(onOpen && { onOpen })}
      empty={<Muted as="p">{none}</Muted>}
      footer={
        all &&
        data.total > rows.length && (
          <a
            className={look({ inline: true, atLeast: 'target', size: 'small', tone: 'accent' })}
            href={`#${all}`}
          >
            <Trans>Show all {count}</Trans>
          </a>
        )
      }
    />
  )
}
