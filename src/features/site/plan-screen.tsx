// The time chart of all work plans, the chosen one beside it, and the form over both.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { MAX_PAGE_SIZE } from '../../contract/entity-endpoints.ts'
import { scheduleOf, treeOrder } from '../../domain/site/plan-schedule.ts'
import { workPlan } from '../../domain/site/work-plan.ts'
import { AbsentList } from '../../resource/absent-list.tsx'
import { ActionsProvider, useActions } from '../../resource/actions.tsx'
import { FormDrawer } from '../../resource/form-drawer.tsx'
import { type ListAddress, useListAddress } from '../../resource/list-search.ts'
import { Peek } from '../../resource/peek.tsx'
import { pageOptions } from '../../resource/query.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { today } from '../../resource/today-field.tsx'
import type { Values, View } from '../../resource/view.ts'
import { Icon } from '../../ui/icons.tsx'
import { Row, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { Empty, StaleBadge } from '../../ui/states.tsx'
import { PlanChart } from './plan-chart.tsx'

interface PlanScreenProps {
  view: View
  tabs: ReactNode
}

export function PlanScreen({ view: given, tabs }: PlanScreenProps) {
  const address = useListAddress(given.entity)
  const [preset, setPreset] = useState<Values>({})
  const add = (values: Values) => {
    setPreset(values)
    address.change({ form: 'new' })
  }
  const view = useMemo(() => ({ ...given, initial: { ...given.initial, ...preset } }), [given, preset])
  return (
    <ActionsProvider view={view} onEdit={row => address.change({ form: row.id })}>
      <Plans view={view} tabs={tabs} address={address} onAdd={add} />
      <FormDrawer view={view} address={address} />
    </ActionsProvider>
  )
}

interface PlansProps extends PlanScreenProps {
  address: ListAddress
  onAdd: (values: Values) => void
}

function Plans({ view, tabs, address, onAdd }: PlansProps) {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const number = numberFormat(useIntlLocale())
  const { mayAdd } = useActions()
  const [critical, setCritical] = useState(false)
  const query = useQuery(pageOptions(workPlan, { page: 1, size: MAX_PAGE_SIZE, sort: 'startOn' }))
  const plans = query.data?.list
  const { rows, schedule } = useMemo(
    () => ({ rows: treeOrder(plans ?? []), schedule: scheduleOf(plans ?? []) }),
    [plans],
  )
  const shown = critical ? rows.filter(({ plan }) => schedule.get(plan.id)?.critical) : rows
  const { open } = address.search
  const total = query.data?.total ?? 0
  const most = number.format(MAX_PAGE_SIZE)
  // Sub-plans begin with their plan.
  const withAdd: View = {
    ...view,
    slots: {
      ...view.slots,
      actions: ({ row }) =>
        mayAdd && (
          <Button
            variant="default"
            leftSection={<Icon name="plus" />}
            disabled={!online}
            onClick={() => onAdd({ parentId: row.id, startOn: row.startOn, periodDays: row.periodDays })}
          >
            {t`Add sub-plan`}
          </Button>
        ),
    },
  }
  return (
    <PageFrame
      scrolls
      beside={
        open !== undefined && (
          <Peek
            view={withAdd}
            id={open}
            listed={plans?.find(({ id }) => id === open)}
            onClose={() => address.change({ open: undefined })}
          />
        )
      }
    >
      <PageHead
        title={i18n._(view.title)}
        count={query.data?.total}
        end={
          mayAdd && (
            <Button
              leftSection={<Icon name="plus" />}
              disabled={!online}
              onClick={() => onAdd({ parentId: null, startOn: today() })}
            >
              {t`Add plan`}
            </Button>
          )
        }
      >
        {plans && (!online || query.isError) && <StaleBadge at={query.dataUpdatedAt} />}
      </PageHead>
      {tabs}
      {!plans ? (
        <AbsentList offline={view.entity.offline} list={query} />
      ) : plans.length === 0 ? (
        <Empty
          icon="calendar"
          title={view.empty && i18n._(view.empty.title)}
          why={view.empty?.why && i18n._(view.empty.why)}
        />
      ) : (
        <>
          <Row wrap gap={4}>
            <Switch
              label={t`Only what is critical`}
              checked={critical}
              onChange={event => setCritical(event.currentTarget.checked)}
            />
            {total > plans.length && (
              <Text size="small" tone="ink-3">
                <Trans>The first {most} are shown</Trans>
              </Text>
            )}
          </Row>
          <PlanChart
            rows={shown}
            schedule={schedule}
            today={today()}
            open={open}
            onOpen={id => address.change({ open: id }, { replace: open !== undefined })}
          />
        </>
      )}
    </PageFrame>
  )
}
