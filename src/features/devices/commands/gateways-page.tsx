// Gateways with the switches behind them: how each stands, what flows through it, commands in place.
import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { device } from '../../../domain/device/device.ts'
import { SEARCH_LENGTH } from '../../../domain/limits.ts'
import { wordsForError } from '../../../resource/error-words.ts'
import { pageOptions } from '../../../resource/query.ts'
import { useOnline, useRights } from '../../../resource/surroundings.ts'
import { Icon } from '../../../ui/icons.tsx'
import { look } from '../../../ui/kit/look.ts'
import { Stack } from '../../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../../ui/page-frame.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { Empty, ErrorState, Loading, StaleBadge } from '../../../ui/states.tsx'
import { NotAllowed } from './command-page.tsx'
import { GatewayCard, useMeasured } from './gateway-card.tsx'

const SHOWN = 6
const PAUSE_MS = 250
export function GatewaysPage() {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const may = useRights()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const [page, setPage] = useState(1)
  const { data, error, isError, refetch, dataUpdatedAt } = useQuery(
    pageOptions(device, { page, size: SHOWN, sort: 'name', kind: ['gateway'], ...(q && { q }) }),
  )
  const readings = useMeasured()
  return (
    <PageFrame scrolls>
      <PageHead
        title={t`4G gateways`}
        count={data?.total}
        end={
          <TextInput
            aria-label={t`Search gateways`}
            placeholder={t`Search`}
            type="search"
            leftSection={<Icon name="search" size={16} />}
            value={typed}
            maxLength={SEARCH_LENGTH}
            onChange={event => {
              setTyped(event.currentTarget.value)
              setPage(1)
            }}
          />
        }
      >
        {(!online || isError) && data && <StaleBadge at={dataUpdatedAt} />}
      </PageHead>
      {!may('device.switch') && <NotAllowed />}
      {!data && !isError && <Loading variant="cards" count={3} />}
      {!data && isError && <ErrorState what={i18n._(wordsForError(error))} onRetry={() => void refetch()} />}
      {data?.list.length === 0 && (
        <Empty
          icon="signal"
          title={q ? <Trans>No gateway matches</Trans> : <Trans>No gateways yet</Trans>}
          why={
            q ? undefined : (
              <Trans>Add a device of the type 4G gateway, then name it as the gateway of its switches.</Trans>
            )
          }
          action={
            q ? undefined : (
              <a
                className={look({ inline: true, gap: 2, atLeast: 'target', tone: 'accent' })}
                href="#/DeviceList"
              >
                <Trans>Go to the devices</Trans>
              </a>
            )
          }
        />
      )}
      <Stack gap={4}>
        {data?.list.map(row => (
          <GatewayCard key={row.id} gateway={row} readings={readings} />
        ))}
      </Stack>
      {data && data.total > SHOWN && (
        <Pagination page={page} pageSize={SHOWN} total={data.total} onPage={setPage} />
      )}
    </PageFrame>
  )
}
