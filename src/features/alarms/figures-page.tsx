// The page of figures about alarms. Its two addresses differ in what they ask and in their cards; the rest is one.
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { Fragment, type ReactNode, useMemo } from 'react'
import { codes } from '../../contract/errors.ts'
import { department } from '../../domain/access/access.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import { permissionFor } from '../../domain/entity.ts'
import { RequestError } from '../../platform/request-error.ts'
import { useSetSearch } from '../../resource/address.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { ReferenceSelect } from '../../resource/reference-select.tsx'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { PeriodField } from '../../ui/dates/period-field.tsx'
import { look } from '../../ui/kit/look.ts'
import { Row, SectionTitle, Stack } from '../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { Empty, ErrorState, Forbidden, Loading, StaleBadge } from '../../ui/states.tsx'
import css from './figures-page.module.css'
import { type Bucket, bucketFor, bucketsOf, type FiguresSearch, periodOf } from './statistics-search.ts'
import { useNow } from './use-now.ts'

export type Answered<Answer> = Pick<
  UseQueryResult<Answer>,
  'data' | 'isError' | 'error' | 'isFetching' | 'refetch' | 'dataUpdatedAt'
>

export interface FiguresCard {
  id: string
  title: ReactNode
  /** Beside the title. */
  end?: ReactNode
  /** Over both columns. */
  wide?: boolean
  content: ReactNode
}

/** What an address shows. */
export interface FiguresShown {
  count?: number | undefined
  /** What can be done with the figures. */
  end: ReactNode
  /** Further filters, before and after the department. */
  before?: ReactNode
  after?: ReactNode
  /** The answer whose age the page shows. */
  answer: Answered<unknown>
  /** Above the cards. */
  above?: ReactNode
  /** In one column, or in two, of which cards of one group share a place; undefined while there is no answer. */
  cards: { columns: 1; list: FiguresCard[] } | { columns: 2; groups: FiguresCard[][] } | undefined
  dialog?: ReactNode
}

/** What one of the addresses is about. */
export interface Figures<Search extends FiguresSearch, Asked> {
  title: MessageDescriptor
  /** What is asked at an address; the same until the address or the day changes. */
  ask(search: Search, now: number): Asked
  useShown(of: {
    search: Search
    asked: Asked
    now: number
    onChange: (changes: Partial<Search>) => void
  }): FiguresShown
}

interface FiguresPageProps<Search extends FiguresSearch, Asked> {
  figures: Figures<Search, Asked>
  search: Search
}

export function FiguresPage<Search extends FiguresSearch, Asked>(props: FiguresPageProps<Search, Asked>) {
  const { figures, search } = props
  const { i18n, t } = useLingui()
  const may = useRights()
  const online = useOnline()
  // «Today» moves on while the page is open.
  const now = useNow(MINUTE_MS)
  const set = useSetSearch<Search>()
  const change = (changes: Partial<Search> | Partial<FiguresSearch>) =>
    set({ ...search, ...changes }, { replace: true })
  const period = periodOf(search, now)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the period stands for the moment
  const asked = useMemo(() => figures.ask(search, now), [figures, search, period.from, period.to])
  const shown = figures.useShown({ search, asked, now, onChange: change })
  const { answer, cards } = shown
  const stale = answer.data !== undefined && (!online || answer.isError)
  const bucketWords: Record<Bucket, string> = { hour: t`Hour`, day: t`Day`, week: t`Week`, month: t`Month` }
  return (
    <PageFrame scrolls>
      <PageHead title={i18n._(figures.title)} count={shown.count} end={shown.end}>
        {stale && <StaleBadge at={answer.dataUpdatedAt} />}
      </PageHead>
      <Stack gap={3}>
        <PeriodField {...period} onChange={({ from, to }) => change({ from, to })} />
        <Row wrap align="end" gap={3} className={css.fields}>
          {shown.before}
          {may(permissionFor(department, 'read')) && (
            <ReferenceSelect
              label={t`Department`}
              placeholder={t`All`}
              name="departmentId"
              entityKey="department"
              value={search.departmentId}
              onChange={id => change({ departmentId: typeof id === 'number' ? id : undefined })}
            />
          )}
          {shown.after}
          <div className={css.bucket}>
            <SegmentedFilter<Bucket>
              label={t`Columns of the time axis`}
              segments={bucketsOf(period).map(value => ({ value, label: bucketWords[value] }))}
              value={bucketFor(search, period)}
              onChange={value => change({ by: value })}
            />
          </div>
        </Row>
      </Stack>
      {shown.above}
      {cards === undefined ? (
        <Waiting answer={answer} />
      ) : cards.columns === 1 ? (
        cards.list.map(card => <Card key={card.id} {...card} />)
      ) : cards.groups.length === 0 ? (
        <Empty
          icon="shield"
          title={<Trans>No alarms in this time</Trans>}
          why={<Trans>Choose another period, or take filters away.</Trans>}
        />
      ) : (
        <Stack gap={3} cols="repeat(2, minmax(0, 1fr))" oneOnTablet>
          {cards.groups.map(group => (
            <Group key={group.map(({ id }) => id).join()} cards={group} />
          ))}
        </Stack>
      )}
      {shown.dialog}
    </PageFrame>
  )
}

function Group({ cards }: { cards: readonly FiguresCard[] }) {
  const drawn = cards.map(card => <Card key={card.id} {...card} />)
  if (drawn.length === 1) return <Fragment>{drawn}</Fragment>
  return (
    <Stack content="start" gap={3} shrink>
      {drawn}
    </Stack>
  )
}

function Card({ title, end, wide = false, content }: FiguresCard) {
  return (
    <section className={look({ card: true, across: wide })}>
      {end === undefined ? (
        <SectionTitle below={3}>{title}</SectionTitle>
      ) : (
        <Row wrap justify="between" gap={2} columnGap={3} below={2}>
          <SectionTitle>{title}</SectionTitle>
          {end}
        </Row>
      )}
      {content}
    </section>
  )
}

function Waiting({ answer }: { answer: Answered<unknown> }) {
  const { i18n } = useLingui()
  const { error } = answer
  if (error instanceof RequestError && error.code === codes.forbidden) return <Forbidden part />
  if (!answer.isError) return <Loading variant="cards" count={6} />
  return (
    <ErrorState
      what={i18n._(wordsForError(error))}
      onRetry={() => void answer.refetch()}
      retrying={answer.isFetching}
    />
  )
}
