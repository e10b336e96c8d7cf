// Pagination of a list: total, first and last, five pages at most, and a field for the page itself.
import { Plural, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { look } from './kit/look.ts'
import { Inline, Row, Text } from './kit/parts.tsx'
import { numberFormat, useIntlLocale } from './locale.ts'
import { digitsOf, pageRange, typedPage } from './page-range.ts'
import css from './pagination.module.css'

export interface PaginationProps {
  /** From 1. */
  page: number
  pageSize: number
  total: number
  onPage: (page: number) => void
}

export function Pagination({ page, pageSize, total, onPage }: PaginationProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const range = pageRange(page, total, pageSize)
  if (total <= 0)
    return (
      <Row
        justify="between"
        gap={1}
        columnGap={3}
        atLeast="finger"
        padX={3}
        padY={1}
        tone="ink-3"
      >{t`No paging data`}</Row>
    )
  const go = (to: number) => {
    if (to !== range.current) onPage(to)
  }
  const number = numberFormat(locale)
  return (
    <nav className={css.pagination} aria-label={t`Pages`}>
      <Row
        justify="between"
        gap={1}
        columnGap={3}
        atLeast="finger"
        padX={3}
        padY={1}
        tone="ink-2"
        className={css.line}
      >
        {' '}
        <Text nowrap className={css.total}>
          <Plural value={total} one="# in total" other="# in total" />
        </Text>
        <Row gap={1} className={css.pages}>
          <IconButton
            icon="first"
            label={t`First page`}
            disabled={range.current === 1}
            onClick={() => go(1)}
          />
          <IconButton
            icon="back"
            label={t`Previous page`}
            disabled={range.current === 1}
            onClick={() => go(range.current - 1)}
          />
          {range.before && (
            <Text miw={20} text="center" className={css.gap}>
              …
            </Text>
          )}
          {range.pages.map(each => (
            <button
              key={each}
              type="button"
              className={look(
                {
                  bare: true,
                  atLeast: 'target',
                  padX: 2,
                  padY: 0,
                  round: 'control',
                  tone: 'ink-2',
                  pointer: true,
                  hovers: true,
                  brightens: true,
                  accents: true,
                },
                css.page,
              )}
              aria-label={t`Page ${each}`}
              aria-current={each === range.current ? 'page' : undefined}
              onClick={() => go(each)}
            >
              {number.format(each)}
            </button>
          ))}
          {range.after && (
            <Text miw={20} text="center" className={css.gap}>
              …
            </Text>
          )}
          <IconButton
            icon="forward"
            label={t`Next page`}
            disabled={range.current === range.last}
            onClick={() => go(range.current + 1)}
          />
          <IconButton
            icon="last"
            label={t`Last page`}
            disabled={range.current === range.last}
            onClick={() => go(range.last)}
          />
        </Row>
        <PageField key={range.current} current={range.current} last={range.last} onPage={go} />
      </Row>
    </nav>
  )
}

function PageField({
  current,
  last,
  onPage,
}: {
  current: number
  last: number
  onPage: (page: number) => void
}) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(String(current))
  const settle = () => {
    const to = typedPage(typed, last)
    setTyped(String(to))
    onPage(to)
  }
  return (
    <Inline gap={2} nowrap className={css.field}>
      <input
        aria-label={t`Go to page`}
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
        value={typed}
        onChange={event => setTyped(digitsOf(event.target.value))}
        onBlur={settle}
        onKeyDown={event => {
          if (event.key === 'Enter') settle()
        }}
      />
      <Text tone="ink-3" dir="ltr" aria-hidden="true">
        / {last}
      </Text>
    </Inline>
  )
}
