// The rows of the alarm list, or why there are none.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { alarm } from '../../domain/alarm/alarm.ts'
import { AbsentList } from '../../resource/absent-list.tsx'
import { filtersOf, type ListSearch } from '../../resource/search.ts'
import { List } from '../../ui/kit/parts.tsx'
import { Empty } from '../../ui/states.tsx'
import { AlarmLine } from './alarm-line.tsx'
import css from './alarm-list.module.css'
import { segmentOf } from './alarm-query.ts'
import type { AlarmRow } from './alarm-row.ts'

export interface AlarmListProps {
  list: Pick<UseQueryResult, 'error' | 'isError' | 'isFetching' | 'refetch'>
  rows: readonly AlarmRow[] | undefined
  search: ListSearch
  active: number | undefined
  chosen: ReadonlyMap<number, AlarmRow>
  choosing: boolean
  onOpen: (row: AlarmRow) => void
  onChoose: (row: AlarmRow) => void
}

export function AlarmList(props: AlarmListProps) {
  const { t } = useLingui()
  const { rows, active, chosen } = props
  if (!rows) return <AbsentList offline={alarm.offline} list={props.list} />
  if (rows.length === 0) return <NoAlarms search={props.search} />
  return (
    <div className={css.frame}>
      <List stack gap={2} aria-label={t`Alarms`}>
        {rows.map(row => (
          <AlarmLine
            key={row.id}
            row={row}
            active={row.id === active}
            chosen={chosen.has(row.id)}
            choosing={props.choosing}
            onOpen={props.onOpen}
            onChoose={props.onChoose}
          />
        ))}
      </List>
    </div>
  )
}

function NoAlarms({ search }: { search: ListSearch }) {
  const segment = segmentOf(search)
  const { status: _, takenById: __, assignedToId: ___, ...others } = filtersOf(search)
  if (Object.keys(others).length > 0 || search.q !== undefined) {
    return (
      <Empty
        icon="search"
        title={<Trans>Nothing matches</Trans>}
        why={<Trans>No alarm matches the search and the filters.</Trans>}
        action={
          <Button variant="default" component="a" href="#/AlarmHistory">
            <Trans>Clear the filters</Trans>
          </Button>
        }
      />
    )
  }
  if (segment === 'mine') {
    return (
      <Empty
        icon="check"
        title={<Trans>You have no alarm in hand</Trans>}
        why={<Trans>What you take appears here until it is handled.</Trans>}
      />
    )
  }
  if (segment === 'assigned') {
    return (
      <Empty
        icon="check"
        title={<Trans>No alarm is assigned to you</Trans>}
        why={<Trans>What a colleague assigns to you appears here until it is handled.</Trans>}
      />
    )
  }
  return (
    <Empty
      icon="shield"
      title={segment === 'open' ? <Trans>No open alarms</Trans> : <Trans>No alarms yet</Trans>}
      why={<Trans>New ones appear here as they happen.</Trans>}
    />
  )
}
