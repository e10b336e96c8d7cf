// Site information: the project as a card with its key figures. Where there are several, the address says which.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PageQuery } from '../../contract/entity-endpoints.ts'
import { type EntityDefinition, permissionFor, type RowOf } from '../../domain/entity.ts'
import { SHOWN_ADDRESS } from '../../domain/limits.ts'
import { worker } from '../../domain/people/worker.ts'
import { addDays, daysFrom } from '../../domain/site/calendar-day.ts'
import { inspection } from '../../domain/site/inspection.ts'
import { project } from '../../domain/site/project.ts'
import { stockItem } from '../../domain/site/stock-item.ts'
import { workItem } from '../../domain/site/work-item.ts'
import { workLog } from '../../domain/site/work-log.ts'
import { workPlan } from '../../domain/site/work-plan.ts'
import { AbsentList } from '../../resource/absent-list.tsx'
import { ActionsProvider, useActions } from '../../resource/actions.tsx'
import { FormDrawer } from '../../resource/form-drawer.tsx'
import { type ListAddress, useListAddress } from '../../resource/list-search.ts'
import { ActionButtons } from '../../resource/peek.tsx'
import { pageOptions } from '../../resource/query.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { today } from '../../resource/today-field.tsx'
import type { View } from '../../resource/view.ts'
import { Facts } from '../../ui/facts.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Card, Row, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { Empty, StaleBadge } from '../../ui/states.tsx'
import { projectStateWords } from './site-words.ts'

type Project = RowOf<typeof project>

/** Projects of one tenant that stand here. */
const MOST = 50

export function ProjectPage({ view }: { view: View }) {
  const address = useListAddress(view.entity)
  return (
    <ActionsProvider view={view} onEdit={row => address.change({ form: row.id })}>
      <Projects view={view} address={address} />
      <FormDrawer view={view} address={address} />
    </ActionsProvider>
  )
}

function Projects({ view, address }: { view: View; address: ListAddress }) {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const { mayAdd } = useActions()
  const query = useQuery(pageOptions(project, { page: 1, size: MOST, sort: '-startOn' }))
  const projects = query.data?.list
  const shown = projects?.find(({ id }) => id === address.search.open) ?? projects?.[0]
  const add = mayAdd && (
    <Button
      variant={shown ? 'default' : 'filled'}
      leftSection={<Icon name="plus" />}
      disabled={!online}
      onClick={() => address.change({ form: 'new' })}
    >
      {t`Add project`}
    </Button>
  )
  return (
    <PageFrame scrolls>
      <PageHead title={i18n._(view.title)} end={shown && add}>
        {projects && (!online || query.isError) && <StaleBadge at={query.dataUpdatedAt} />}
      </PageHead>
      {!projects ? (
        <AbsentList offline={view.entity.offline} list={query} />
      ) : !shown ? (
        <Empty
          icon="info"
          title={view.empty && i18n._(view.empty.title)}
          why={view.empty?.why && i18n._(view.empty.why)}
          action={add}
        />
      ) : (
        <>
          {projects.length > 1 && (
            <Row as="nav" wrap gap={2} aria-label={t`Projects`}>
              {projects.map(each => (
                <Button
                  key={each.id}
                  variant={each.id === shown.id ? 'filled' : 'default'}
                  aria-pressed={each.id === shown.id}
                  onClick={() => address.change({ open: each.id })}
                >
                  <bdi>{each.name}</bdi>
                </Button>
              ))}
            </Row>
          )}
          <ProjectCard key={shown.id} row={shown} />
          <Figures />
        </>
      )}
    </PageFrame>
  )
}

function ProjectCard({ row }: { row: Project }) {
  const { i18n, t } = useLingui()
  const number = numberFormat(useIntlLocale())
  const percent = numberFormat(useIntlLocale(), { style: 'percent' })
  const { actionsFor } = useActions()
  const state = projectStateWords[row.state]
  const all = daysFrom(row.startOn, row.endOn) + 1
  const over = Math.min(all, Math.max(0, daysFrom(row.startOn, today()) + 1))
  const part = over / all
  const [days, whole] = [number.format(over), number.format(all)]
  return (
    <Card>
      <Stack gap={4}>
        <Row wrap gap={4} align="start">
          {row.picture && SHOWN_ADDRESS.test(row.picture) && (
            <img
              src={row.picture}
              alt=""
              className={look({ round: 'card', ground: 'sunken', cover: true, square: 16 })}
            />
          )}
          <Stack gap={2} grow shrink>
            <Row wrap gap={3}>
              <SectionTitle>
                <bdi>{row.name}</bdi>
              </SectionTitle>
              <SeverityBadge tone={state.tone}>{i18n._(state.label)}</SeverityBadge>
            </Row>
            <Text tone="ink-2">
              <bdi>{row.address}</bdi>
            </Text>
          </Stack>
          <Row gap={2} wrap>
            <ActionButtons actions={actionsFor([row])} />
          </Row>
        </Row>
        <Stack gap={1}>
          <Row justify="between" gap={2} wrap>
            <bdi dir="ltr">
              {row.startOn} – {row.endOn}
            </bdi>
            <Text tone="ink-2">
              <Trans>
                Day {days} of {whole}
              </Trans>
              {' · '}
              {percent.format(part)}
            </Text>
          </Row>
          <progress max={1} value={part} aria-label={t`Time that is over`} />
        </Stack>
        <Facts
          facts={[
            { id: 'number', label: t`Number`, value: row.number },
            { id: 'client', label: t`Client`, value: row.client },
            { id: 'contractor', label: t`Contractor`, value: row.contractor },
            { id: 'supervisor', label: t`Supervising company`, value: row.supervisor },
            { id: 'manager', label: t`Project manager`, value: row.managerName },
            { id: 'safety', label: t`Safety officer`, value: row.safetyOfficerName },
            {
              id: 'phone',
              label: t`Emergency phone`,
              value: row.emergencyPhone && (
                <a className={look({ tone: 'accent' })} href={`tel:${row.emergencyPhone}`}>
                  <bdi dir="ltr">{row.emergencyPhone}</bdi>
                </a>
              ),
            },
            {
              id: 'area',
              label: t`Floor area`,
              value: typeof row.area === 'number' && <bdi dir="ltr">{`${number.format(row.area)} m²`}</bdi>,
            },
            { id: 'note', label: t`Note`, value: row.note },
          ]}
        />
      </Stack>
    </Card>
  )
}

/** A week and its last day. */
const WEEK = 6

function Figures() {
  const { t } = useLingui()
  const day = today()
  return (
    <Stack as="section" gap={3}>
      <SectionTitle>
        <Trans>Key figures</Trans>
      </SectionTitle>
      <Stack tiles="small" gap={3}>
        <Figure entity={worker} icon="users" label={t`People at work`} query={{}} to="/manageUser" />
        <Figure
          entity={workPlan}
          icon="calendar"
          label={t`Plans completed`}
          query={{ state: ['done'] }}
          of={{}}
          to="/workPlan?view=list&state=done"
        />
        <Figure
          entity={workPlan}
          icon="clock"
          label={t`Plans past their last day`}
          query={{ state: ['open'], endOnTo: addDays(day, -1) }}
          to={`/workPlan?view=list&state=open&endOnTo=${addDays(day, -1)}`}
          bad
        />
        <Figure
          entity={inspection}
          icon="check"
          label={t`Inspections overdue or failed`}
          query={{ state: ['failed', 'late'] }}
          of={{}}
          to="/index4yearly?state=failed,late"
          bad
        />
        <Figure
          entity={workItem}
          icon="tool"
          label={t({ context: 'page', message: 'Open work' })}
          query={{ state: ['open'] }}
          to="/workItems?state=open"
        />
        <Figure
          entity={stockItem}
          icon="box"
          label={t`Low in the store`}
          query={{ state: ['empty', 'low'] }}
          of={{}}
          to="/manageStorage?state=empty,low"
          bad
        />
        <Figure
          entity={workLog}
          icon="edit"
          label={t`Logs of the last seven days`}
          query={{ dayFrom: addDays(day, -WEEK), dayTo: day }}
          to={`/workLog?dayFrom=${addDays(day, -WEEK)}&dayTo=${day}`}
        />
      </Stack>
    </Stack>
  )
}

interface FigureProps {
  entity: EntityDefinition
  icon: IconName
  label: ReactNode
  query: Partial<PageQuery>
  /** What it is a part of. */
  of?: Partial<PageQuery>
  to: string
  /** More than none is a matter of concern. */
  bad?: boolean
}

function Figure({ entity, icon, label, query, of, to, bad = false }: FigureProps) {
  const may = useRights()
  const number = numberFormat(useIntlLocale())
  const readable = may(permissionFor(entity, 'read'))
  const one = { page: 1, size: 1 } as const
  const { data } = useQuery({ ...pageOptions(entity, { ...one, ...query }), enabled: readable })
  const whole = useQuery({ ...pageOptions(entity, { ...one, ...of }), enabled: readable && of !== undefined })
  if (!readable) return null
  const total = data?.total
  return (
    <a
      href={`#${to}`}
      className={look({
        card: true,
        stack: true,
        gap: 1,
        tone: 'ink',
        undecorated: true,
        hovers: true,
      })}
    >
      <Row gap={2} tone="ink-2" size="small">
        <Icon name={icon} size={16} />
        {label}
      </Row>
      <Text size="figure" strong tone={bad && total ? 'critical' : 'ink'}>
        {total === undefined ? '—' : number.format(total)}
        {of && whole.data && (
          <Text size="body" plain tone="ink-3">
            {' / '}
            {number.format(whole.data.total)}
          </Text>
        )}
      </Text>
    </a>
  )
}
