// What happened at one fence: the newest, by kind and period; all of it in the list, and as a file.

import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { FenceEventKind } from '../../domain/fence/fence.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { exportRows } from '../../resource/export-rows.ts'
import { RelatedList } from '../../resource/related-list.tsx'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { PeriodField } from '../../ui/dates/period-field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Row, Stack } from '../../ui/kit/parts.tsx'
import { type Period, periodOfPreset } from '../../ui/period.ts'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { fenceEventView } from './fence-event.view.tsx'
import { eventsPath } from './fence-search.ts'
import { eventWords } from './fence-words.ts'

const SHOWN = 12
const kinds: readonly FenceEventKind[] = ['entry', 'exit', 'dwell']

export function FenceHistory({ fenceId }: { fenceId: number }) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const online = useOnline()
  const router = useRouter()
  const [kind, setKind] = useState<FenceEventKind | 'all'>('all')
  const [period, setPeriod] = useState<Partial<Period>>(() => ({
    from: periodOfPreset('week', serverNow()).from,
  }))
  const filters = {
    fenceId,
    ...(kind !== 'all' && { kind: [kind] }),
    ...(period.from !== undefined && { atFrom: period.from }),
    ...(period.to !== undefined && { atTo: period.to }),
  }
  const all = [
    eventsPath(fenceId),
    ...(kind === 'all' ? [] : [`kind=${kind}`]),
    ...(period.from === undefined ? [] : [`atFrom=${period.from}`]),
    ...(period.to === undefined ? [] : [`atTo=${period.to}`]),
  ].join('&')
  const file = () =>
    void exportRows(
      {
        view: fenceEventView,
        format: 'csv',
        layout: { hidden: [], order: [] },
        query: { page: 1, size: SHOWN, sort: '-at', ...filters },
      },
      i18n,
    )
  return (
    <Stack gap={3} shrink>
      <Row wrap justify="between" gap={2}>
        <SegmentedFilter
          label={t`What`}
          value={kind}
          onChange={setKind}
          segments={[
            { value: 'all', label: t`All` },
            ...kinds.map(value => ({ value, label: i18n._(eventWords[value].label) })),
          ]}
        />
        {may('fence.export') && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Icon name="download" size={16} />}
            disabled={!online}
            onClick={file}
          >
            <Trans>Export as CSV</Trans>
          </Button>
        )}
      </Row>
      <PeriodField
        label={t`Period`}
        from={period.from}
        to={period.to}
        presets={['today', 'week', 'month']}
        onChange={setPeriod}
      />
      <RelatedList
        view={fenceEventView}
        query={filters}
        size={SHOWN}
        none={<Trans>Nothing has happened at this geofence in this time.</Trans>}
        all={all}
        onOpen={row => router.history.push(`${eventsPath(fenceId)}&open=${row.id}`)}
      />
    </Stack>
  )
}
