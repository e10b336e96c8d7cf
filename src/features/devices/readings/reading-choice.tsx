// Where no device is chosen yet: those that send what the page is about, the telling values first, to begin with.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { DeviceKind } from '../../../domain/device/device.ts'
import { latestReading } from '../../../domain/device/latest-reading.ts'
import type { ReadingKind } from '../../../domain/device/readings.ts'
import { kindWords } from '../../../resource/device-kind-words.ts'
import { wordsForError } from '../../../resource/error-words.ts'
import { pageOptions } from '../../../resource/query.ts'
import { Age } from '../../../ui/age.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { look } from '../../../ui/kit/look.ts'
import { List, Muted, Stack, Text } from '../../../ui/kit/parts.tsx'
import { StateMark } from '../../../ui/state-mark.tsx'
import { Empty, ErrorState, Loading } from '../../../ui/states.tsx'
import { stateWords } from '../device-words.ts'
import { type LatestRow, ReadingCell } from './reading-cell.tsx'
import { judged, limitsFor, type ProductReading, readSettingsOf } from './reading-facts.ts'
import css from './readings.module.css'
import { modelsOptions } from './series-query.ts'

const ASKED = 200
const SHOWN = 24
const none: readonly ProductReading[] = []

interface ReadingChoiceProps {
  /** The reading that devices are offered for; absent on the page about being online. */
  kind?: ReadingKind
  /** Kinds of devices that may send it; all when absent. */
  devices?: readonly DeviceKind[] | undefined
  onChoose: (imei: string) => void
}

export function ReadingChoice({ kind, devices, onChoose }: ReadingChoiceProps) {
  const { i18n, t } = useLingui()
  const models = useQuery(modelsOptions())
  const { data, error, isError, isPlaceholderData, refetch } = useQuery(
    pageOptions(latestReading, {
      page: 1,
      size: ASKED,
      // On the page about being online, devices that have been silent for longest come first.
      sort: kind ? '-measuredAt' : 'measuredAt',
      ...(devices && { kind: [...devices] }),
    }),
  )
  if (!data && isError)
    return <ErrorState what={i18n._(wordsForError(error))} onRetry={() => void refetch()} />
  if (!data || isPlaceholderData || models.isPending) return <Loading variant="cards" />
  const rows = data.list.filter(row => (kind ? row[kind] !== null : row.state !== 'notActivated'))
  if (rows.length === 0) {
    return (
      <Empty
        icon="thermometer"
        title={t`No device sends this yet`}
        why={t`As soon as one of your devices reports it, the device appears here. You can also choose one above.`}
        action={
          <a className={look({ inline: true, touchable: true, tone: 'accent' })} href="#/table">
            <Trans>Go to the latest readings</Trans>
          </a>
        }
      />
    )
  }
  return (
    <section aria-label={t`Devices to begin with`}>
      <Text as="p" below={2} tone="ink-2">
        <Trans>Choose a device above, or begin with one of these.</Trans>
      </Text>
      <Starts key={kind} rows={rows} kind={kind} models={models.data?.list ?? none} onChoose={onChoose} />
    </section>
  )
}

interface StartsProps extends Pick<ReadingChoiceProps, 'kind' | 'onChoose'> {
  rows: readonly LatestRow[]
  models: readonly ProductReading[]
}

function Starts({ rows, kind, models, onChoose }: StartsProps) {
  // Values change live, the order does not: nothing must move away under a finger.
  const [order] = useState(() => (kind ? tellingFirst(rows, kind, models) : rows).map(({ id }) => id))
  const shown = order.flatMap(id => rows.find(row => row.id === id) ?? []).slice(0, SHOWN)
  return (
    <List stack gap={2} tiles="large">
      {shown.map(row => (
        <li key={row.id}>
          <Start row={row} onChoose={onChoose}>
            {kind ? (
              <ReadingCell kind={kind} value={row[kind] ?? 0} row={row} models={models} />
            ) : (
              <Age at={row.measuredAt ?? undefined} />
            )}
          </Start>
        </li>
      ))}
    </List>
  )
}

interface StartProps extends Pick<ReadingChoiceProps, 'onChoose'> {
  row: LatestRow
  children: ReactNode
}

function Start({ row, onChoose, children }: StartProps) {
  const { i18n } = useLingui()
  const where = [row.wearerName, row.installLocation].filter(Boolean).join(' · ')
  return (
    <button
      type="button"
      className={look(
        {
          card: true,
          row: true,
          gap: 3,
          wide: true,
          padY: 2,
          tone: 'ink-2',
          text: 'start',
          pointer: true,
          atLeast: 'tile',
          edgeLights: true,
        },
        css.startTile,
      )}
      onClick={() => onChoose(row.imei)}
    >
      <Icon name={kindWords[row.kind].icon} />
      <Stack as="span" gap="half" grow shrink>
        <Text as="bdi" strong tone="ink" clip>
          {row.name}
        </Text>
        {where && (
          <Muted as="bdi" clip>
            {where}
          </Muted>
        )}
      </Stack>
      <Stack as="span" items="end" gap="half" rigid shrink size="small">
        <Text strong tone="ink">
          {children}
        </Text>
        <StateMark shape={stateWords[row.state].shape} label={i18n._(stateWords[row.state].label)} />
      </Stack>
    </button>
  )
}

/** Devices beyond a limit first; for readings that run low, the lowest next; else as they come. */
export function tellingFirst(
  rows: readonly LatestRow[],
  kind: ReadingKind,
  models: readonly ProductReading[],
): LatestRow[] {
  const rank = (row: LatestRow) => {
    const model = models.find(each => each.productId === row.productId && each.kind === kind)
    const limits = limitsFor(kind, readSettingsOf(row.settings), model)
    return judged(row[kind] ?? 0, limits) === 'inside' ? 1 : 0
  }
  const lowest = kind === 'battery' || kind === 'signal'
  return rows
    .map(row => ({ row, rank: rank(row) }))
    .sort((a, b) => a.rank - b.rank || (lowest ? (a.row[kind] ?? 0) - (b.row[kind] ?? 0) : 0))
    .map(({ row }) => row)
}
