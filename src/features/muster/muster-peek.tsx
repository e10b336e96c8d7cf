// A roll call beside the list: how it stands, and the way into it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import type { RowOf } from '../../domain/entity.ts'
import type { muster } from '../../domain/muster/muster.ts'
import { Facts } from '../../ui/facts.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Stack } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { rollPath } from './muster-search.ts'

export function MusterPeek({ row }: { row: RowOf<typeof muster> }) {
  const { t } = useLingui()
  const router = useRouter()
  return (
    <Stack gap={0}>
      <PeekSection>
        <Button
          fullWidth
          size="md"
          leftSection={<Icon name="users" />}
          onClick={() => router.history.push(rollPath(row.id))}
        >
          <Trans>Open the roll call</Trans>
        </Button>
      </PeekSection>
      <PeekSection>
        <Facts
          facts={[
            { id: 'people', label: t`On the roll`, value: row.people },
            { id: 'unaccounted', label: t`Unaccounted for`, value: row.unaccounted },
            { id: 'place', label: t`Place`, value: row.placeName ?? t`Wherever the tenant is` },
            { id: 'startedAt', label: t`Started`, value: formatMoment(row.startedAt) },
            { id: 'startedBy', label: t`Started by`, value: row.startedByName },
            {
              id: 'points',
              label: t`Gathering points`,
              value: row.points.map(({ name }) => name).join(', '),
            },
            {
              id: 'closedAt',
              label: t`Closed`,
              value: row.closedAt === null ? null : formatMoment(row.closedAt),
            },
            { id: 'closedBy', label: t`Closed by`, value: row.closedByName },
            { id: 'leftOpen', label: t`Unaccounted at the end`, value: row.leftOpen },
            { id: 'reason', label: t`Reason for closing`, value: row.closeReason },
          ]}
        />
      </PeekSection>
    </Stack>
  )
}
