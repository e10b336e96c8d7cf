// The alarms that are open, as a dashboard has them at its side: an SOS first, then critical ones, then the newest.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { alarm } from '../../domain/alarm/alarm.ts'
import { AbsentList } from '../../resource/absent-list.tsx'
import { ActionsProvider } from '../../resource/actions.tsx'
import { pageOptions } from '../../resource/query.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { List, Row, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { Empty, StaleBadge } from '../../ui/states.tsx'
import { alarmView } from './alarm.view.tsx'
import { AlarmLine } from './alarm-line.tsx'
import listCss from './alarm-list.module.css'
import { feedOrder } from './live-order.ts'
import { feedQuery, readLiveSearch } from './live-search.ts'

const every = feedQuery(readLiveSearch({}))

/** Nothing for who may not read alarms. */
export function OpenAlarms() {
  const may = useRights()
  if (!may('alarm.read')) return null
  return (
    <ActionsProvider view={alarmView}>
      <Queue />
    </ActionsProvider>
  )
}

function Queue() {
  const { t } = useLingui()
  const router = useRouter()
  const online = useOnline()
  const locale = useIntlLocale()
  const list = useQuery(pageOptions(alarm, every))
  const rows = feedOrder(list.data?.list ?? [])
  return (
    <Stack as="section" gap={3} aria-label={t`Open alarms`}>
      <Row gap={2}>
        <SectionTitle>
          <Trans>Open alarms</Trans>
        </SectionTitle>
        {list.data && <Text tone="ink-3">{numberFormat(locale).format(list.data.total)}</Text>}
        {list.data && (!online || list.isError) && <StaleBadge at={list.dataUpdatedAt} />}
      </Row>
      {!list.data ? (
        <AbsentList offline={alarm.offline} list={list} />
      ) : rows.length === 0 ? (
        <Empty
          icon="shield"
          title={<Trans>All quiet</Trans>}
          why={<Trans>New ones appear here as they happen.</Trans>}
        />
      ) : (
        <div className={listCss.frame}>
          <List stack gap={2} aria-label={t`Alarms`}>
            {rows.map(row => (
              <AlarmLine
                key={row.id}
                row={row}
                active={false}
                chosen={false}
                choosing={false}
                onOpen={({ id }) => router.history.push(`/AlarmHistory?open=${id}`)}
                onChoose={undefined}
              />
            ))}
          </List>
        </div>
      )}
    </Stack>
  )
}
