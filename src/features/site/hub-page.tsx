// The management hub: what is late and what is due today, each with the way to it, and cards to the pages of the site.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PageQuery } from '../../contract/entity-endpoints.ts'
import { permissionFor } from '../../domain/entity.ts'
import { addDays } from '../../domain/site/calendar-day.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { pageOptions } from '../../resource/query.ts'
import { RelatedList } from '../../resource/related-list.tsx'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { today } from '../../resource/today-field.tsx'
import type { Row as EntityRow, View } from '../../resource/view.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Card, Row, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { Forbidden, StaleBadge } from '../../ui/states.tsx'
import { inspectionView } from './inspection.view.tsx'
import { stockItemView } from './stock-item.view.tsx'
import { stockReservationView } from './stock-reservation.view.tsx'
import { workItemView } from './work-item.view.tsx'
import { workLogView } from './work-log.view.tsx'
import { workPlanView } from './work-plan.view.tsx'

interface Part {
  id: string
  title: MessageDescriptor
  view: View
  query: Partial<PageQuery>
  /** The list of all of them, and one of them in it. */
  all: string
  none: MessageDescriptor
  tone: 'critical' | 'attention' | 'info'
}

/** Days ahead that what is needed in the store is said. */
const SOON = 7

const partsOf = (day: string): { late: Part[]; due: Part[] } => ({
  late: [
    {
      id: 'inspections',
      title: msg`Inspections overdue or failed`,
      view: inspectionView,
      query: { state: ['failed', 'late'] },
      all: '/index4yearly?state=failed,late',
      none: msg`No inspection is overdue`,
      tone: 'critical',
    },
    {
      id: 'work',
      title: msg`Work overdue`,
      view: workItemView,
      query: { late: true },
      all: '/workItems?late=true',
      none: msg`No work is overdue`,
      tone: 'critical',
    },
    {
      id: 'plans',
      title: msg`Plans past their last day`,
      view: workPlanView,
      query: { state: ['open'], endOnTo: addDays(day, -1), sort: 'endOn' },
      all: `/workPlan?view=list&state=open&endOnTo=${addDays(day, -1)}`,
      none: msg`No plan is late`,
      tone: 'critical',
    },
    {
      id: 'stock',
      title: msg`Low in the store`,
      view: stockItemView,
      query: { state: ['empty', 'low'] },
      all: '/manageStorage?state=empty,low',
      none: msg`There is enough of everything`,
      tone: 'attention',
    },
  ],
  due: [
    {
      id: 'workToday',
      title: msg`Work due today`,
      view: workItemView,
      query: { state: ['open'], dueOnFrom: day, dueOnTo: day },
      all: `/workItems?state=open&dueOnFrom=${day}&dueOnTo=${day}`,
      none: msg`No work is due today`,
      tone: 'info',
    },
    {
      id: 'plansToday',
      title: msg`Plans that run today`,
      view: workPlanView,
      query: { state: ['open', 'abnormal'], startOnTo: day, endOnFrom: day, sort: 'endOn' },
      all: `/workPlan?view=list&startOnTo=${day}&endOnFrom=${day}`,
      none: msg`No plan runs today`,
      tone: 'info',
    },
    {
      id: 'logs',
      title: msg`Logs to be checked`,
      view: workLogView,
      query: { state: ['submitted'] },
      all: '/workLog?state=submitted',
      none: msg`All logs are checked`,
      tone: 'info',
    },
    {
      id: 'needed',
      title: msg`Needed from the store within a week`,
      view: stockReservationView,
      query: { state: ['open'], neededOnTo: addDays(day, SOON), sort: 'neededOn' },
      all: `/manageStorage?tab=kept&state=open&neededOnTo=${addDays(day, SOON)}`,
      none: msg`Nothing is needed within a week`,
      tone: 'info',
    },
  ],
})

interface Entry {
  path: string
  icon: IconName
  label: MessageDescriptor
  permission: string
}

const entries: readonly Entry[] = [
  {
    path: '/workPlan',
    icon: 'calendar',
    label: msg({ context: 'page', message: 'Work plans' }),
    permission: 'workPlan.read',
  },
  {
    path: '/workLog',
    icon: 'edit',
    label: msg({ context: 'page', message: 'Work log' }),
    permission: 'workLog.read',
  },
  {
    path: '/manageStorage',
    icon: 'box',
    label: msg({ context: 'page', message: 'Warehouse' }),
    permission: 'stockItem.read',
  },
  {
    path: '/index4yearly',
    icon: 'check',
    label: msg({ context: 'page', message: 'Annual inspection' }),
    permission: 'inspection.read',
  },
  {
    path: '/workItems',
    icon: 'tool',
    label: msg({ context: 'page', message: 'Open work' }),
    permission: 'workItem.read',
  },
  {
    path: '/dutyUser',
    icon: 'shield',
    label: msg({ context: 'page', message: 'On-duty staff' }),
    permission: 'post.read',
  },
  {
    path: '/manageUser',
    icon: 'users',
    label: msg({ context: 'page', message: 'Site staff' }),
    permission: 'worker.read',
  },
  {
    path: '/index4info',
    icon: 'info',
    label: msg({ context: 'page', message: 'Site information' }),
    permission: 'project.read',
  },
]

export function HubPage() {
  const { i18n, t } = useLingui()
  const may = useRights()
  const { late, due } = partsOf(today())
  const readable = (parts: readonly Part[]) =>
    parts.filter(({ view }) => may(permissionFor(view.entity, 'read')))
  const [pressing, coming, open] = [
    readable(late),
    readable(due),
    entries.filter(each => may(each.permission)),
  ]
  if (pressing.length === 0 && coming.length === 0) return <Forbidden />
  return (
    <PageFrame scrolls>
      <PageHead title={t({ context: 'page', message: 'Management hub' })} />
      <Row as="nav" wrap gap={2} aria-label={t`Pages of the site`}>
        {open.map(({ path, icon, label }) => (
          <a
            key={path}
            href={`#${path}`}
            className={look({
              inline: true,
              gap: 2,
              atLeast: 'finger',
              padX: 4,
              ground: 'surface',
              edge: 'line',
              round: 'card',
              tone: 'ink',
              undecorated: true,
              hovers: true,
            })}
          >
            <Icon name={icon} size={18} />
            {i18n._(label)}
          </a>
        ))}
      </Row>
      <Parts title={<Trans>Late</Trans>} parts={pressing} />
      <Parts title={<Trans>Today and soon</Trans>} parts={coming} />
    </PageFrame>
  )
}

function Parts({ title, parts }: { title: ReactNode; parts: readonly Part[] }) {
  if (parts.length === 0) return null
  return (
    <Stack as="section" gap={3}>
      <SectionTitle>{title}</SectionTitle>
      <Stack cols="repeat(auto-fill, minmax(min(320px, 100%), 1fr))" gap={3}>
        {parts.map(part => (
          <PartCard key={part.id} part={part} />
        ))}
      </Stack>
    </Stack>
  )
}

const SHOWN = 5

function PartCard({ part }: { part: Part }) {
  const { i18n } = useLingui()
  const online = useOnline()
  const locale = useIntlLocale()
  const { view, query, all, tone } = part
  const { data, error, isError, dataUpdatedAt } = useQuery(
    pageOptions(view.entity, { page: 1, size: SHOWN, sort: view.entity.defaultSort, ...query }),
  )
  const total = data?.total
  const to = (row: EntityRow) => `${all}${all.includes('?') ? '&' : '?'}open=${row.id}`
  return (
    <Card>
      <Stack gap={3}>
        <Row justify="between" gap={2}>
          <Text as="h3" strong>
            {i18n._(part.title)}
          </Text>
          {total !== undefined && (
            <Text size="figure" strong tone={total > 0 ? tone : 'ink-3'}>
              {numberFormat(locale).format(total)}
            </Text>
          )}
        </Row>
        {data && (!online || isError) && <StaleBadge at={dataUpdatedAt} />}
        {!data && isError ? (
          <Text tone="ink-3">{i18n._(wordsForError(error))}</Text>
        ) : (
          <RelatedList
            view={view}
            query={query}
            size={SHOWN}
            none={i18n._(part.none)}
            all={all}
            onOpen={row => {
              globalThis.location.hash = to(row)
            }}
          />
        )}
      </Stack>
    </Card>
  )
}
