// The fence as it would be saved now, in words, under its form.

import { Trans } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { deviceGroup } from '../../domain/device/catalogue.ts'
import { rowOptions } from '../../resource/query.ts'
import type { Values } from '../../resource/view.ts'
import { tenantZone } from '../../resource/zone.ts'
import { Stack, Text } from '../../ui/kit/parts.tsx'
import { type Fence, type FenceParts, FenceSentence } from './fence-sentence.tsx'

export function FencePreview({ row, values }: { row: Fence | undefined; values: Values }) {
  const groups = Array.isArray(values.groupIds) ? values.groupIds.filter(id => typeof id === 'number') : []
  const rows = useQueries({ queries: groups.map(id => rowOptions(deviceGroup, id)) })
  const number = (value: unknown): number | null => {
    const read = value === null || value === undefined || value === '' ? Number.NaN : Number(value)
    return Number.isFinite(read) ? read : null
  }
  const fence: FenceParts = {
    status: values.status === 'disabled' ? 'disabled' : 'enabled',
    alarmOnExit: values.alarmOnExit === true,
    alarmOnEntry: values.alarmOnEntry === true,
    delaySeconds: number(values.delaySeconds) ?? 0,
    dwellMinutes: number(values.dwellMinutes),
    days: Array.isArray(values.days) ? values.days.filter(day => typeof day === 'number') : [],
    fromMinute: number(values.fromMinute),
    untilMinute: number(values.untilMinute),
    zone: typeof values.zone === 'string' ? values.zone : (row?.zone ?? tenantZone()),
    groupNames: rows.map((query, at) => query.data?.name ?? `#${groups[at]}`),
  }
  return (
    <Stack as="aside" gap={2} pad={3} ground="sunken" round="control">
      <Text as="h3" size="caption" strong tone="ink-3">
        <Trans>In plain words</Trans>
      </Text>
      <FenceSentence fence={fence} />
    </Stack>
  )
}
