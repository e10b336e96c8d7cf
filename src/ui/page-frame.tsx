// The frame of a page: its lines one below the other, a panel beside them, a head with name and count.
import type { ReactNode } from 'react'
import { look } from './kit/look.ts'
import { Row, Text } from './kit/parts.tsx'
import { numberFormat, useIntlLocale } from './locale.ts'
import css from './page-frame.module.css'

export interface PageFrameProps {
  children: ReactNode
  /** Stands beside the page's lines, such as a peek panel. */
  beside?: ReactNode
  /** The lines scroll as a whole; absent where one of them scrolls by itself. */
  scrolls?: boolean
}

export function PageFrame({ children, beside, scrolls = false }: PageFrameProps) {
  return (
    <Row align="stretch" grow shrink shrinkDown tall className={css.page}>
      <section
        className={
          scrolls
            ? `${look({ column: true, gap: 3, grow: true, shrink: true, shrinkDown: true, pad: 5 }, css.main)} ${css.scrolls}`
            : look({ column: true, gap: 3, grow: true, shrink: true, shrinkDown: true, pad: 5 }, css.main)
        }
      >
        {children}
      </section>
      {beside}
    </Row>
  )
}

export interface PageHeadProps {
  title: string
  /** The title is of one thing, which the bar of a phone does not say: it is shown there too. */
  own?: boolean
  /** How many things the page is about; absent until it is known. */
  count?: number | undefined
  /** Right behind the title, such as an age. */
  children?: ReactNode
  /** At the end of the line: search, actions. */
  end?: ReactNode
}

export function PageHead({ title, own = false, count, children, end }: PageHeadProps) {
  const locale = useIntlLocale()
  return (
    <Row as="header" wrap gap={2} columnGap={3} className={css.head}>
      <Text as="h1" size="title" strong className={css.title}>
        <bdi className={own ? css.own : css.name}>{title}</bdi>{' '}
        {count !== undefined && (
          <Text plain tone="ink-3" className={css.count}>
            {numberFormat(locale).format(count)}
          </Text>
        )}
      </Text>
      {children}
      {end && (
        <Row justify="end" gap={2} grow pushed wrap miw="min-content">
          {end}
        </Row>
      )}
    </Row>
  )
}
