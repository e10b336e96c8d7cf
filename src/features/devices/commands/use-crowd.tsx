// Devices that another page brings along by the hundred: all that its filter finds, or more than an address can name.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { MOST_COMMANDED } from '../../../contract/endpoints/device-command.ts'
import type { CommandKind } from '../../../domain/device/command-input.ts'
import { device } from '../../../domain/device/device.ts'
import { queryOf, readListSearch } from '../../../resource/search.ts'
import { Icon } from '../../../ui/icons.tsx'
import { numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import { Loading } from '../../../ui/states.tsx'
import { takeCarriedDevices } from '../carried-devices.ts'
import { findDevices } from '../found-devices.ts'
import type { CommandSearch } from './command-search.ts'
import { type Chosen, IN_LIFE, kindsFor } from './device-choice.ts'

/** Hands over the devices that come with the address, once; answers what has to be said of them. */
export function useCrowd(
  { found, carried }: CommandSearch,
  command: CommandKind,
  onTake: (devices: ReadonlyMap<number, Chosen>) => void,
): ReactNode {
  const { t } = useLingui()
  const number = numberFormat(useIntlLocale())
  const [taken, setTaken] = useState(false)
  const [brought] = useState(() => (carried ? takeCarriedDevices() : undefined))
  const wanted = found && readListSearch(device, found)
  const kinds = kindsFor(command)
  const query = useQuery({
    queryKey: ['found devices', command, wanted],
    queryFn: () => {
      const { kind, lifecycle, ...narrowed } = queryOf(device, wanted ?? {})
      return findDevices(
        {
          ...narrowed,
          lifecycle: within(IN_LIFE, lifecycle),
          ...((kinds || kind !== undefined) && { kind: kinds ? within(kinds, kind) : kind }),
        },
        MOST_COMMANDED,
      )
    },
    enabled: wanted !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const rows = brought ?? query.data?.rows
  useEffect(() => {
    if (taken || !rows) return
    setTaken(true)
    if (rows.length > 0) onTake(new Map(rows.map(row => [row.id, row])))
  })
  if (brought?.length === 0)
    return (
      <Alert color="attention" role="alert" icon={<Icon name="alert" />}>
        <Trans>The earlier selection is no longer available: choose the devices again.</Trans>
      </Alert>
    )
  if (!wanted) return null
  if (query.isError)
    return (
      <Alert color="attention" role="alert" icon={<Icon name="alert" />}>
        {t`The devices that the filter finds could not be loaded.`}{' '}
        <Button variant="default" size="compact-sm" onClick={() => void query.refetch()}>
          <Trans>Try again</Trans>
        </Button>
      </Alert>
    )
  if (!query.data) return <Loading variant="list" count={1} />
  const { total } = query.data
  const most = number.format(MOST_COMMANDED)
  if (total > MOST_COMMANDED)
    return (
      <Alert color="attention" role="status" icon={<Icon name="alert" />}>
        <Plural
          value={total}
          one="# device matches."
          other={`${number.format(total)} devices match; an order goes to at most ${most}: the first ${most} by name are chosen.`}
        />
      </Alert>
    )
  return total === 0 ? <p role="status">{t`No device found by the filter can take this command.`}</p> : null
}

function within<Word extends string>(offered: readonly Word[], wanted: unknown): Word[] {
  return Array.isArray(wanted) ? offered.filter(word => wanted.includes(word)) : [...offered]
}
