// The panel of a run: what it would bill before it is issued, how far it is while it is, and its bills afterwards.
import { Trans, useLingui } from '@lingui/react/macro'
import type { RowOf } from '../../domain/entity.ts'
import type { feeRun } from '../../domain/fees/fee-run.ts'
import { Money } from '../../resource/money.tsx'
import { RelatedList } from '../../resource/related-list.tsx'
import type { View } from '../../resource/view.ts'
import { Facts } from '../../ui/facts.tsx'
import { Stack, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { feeBillView } from './fee-bill.view.tsx'
import { RunPreview } from './run-preview.tsx'

export type Run = RowOf<typeof feeRun>

export function RunPeek({ run, view }: { run: Run; view: View }) {
  const { t } = useLingui()
  const stopped = run.taskState === 'failed' || run.taskState === 'timeout'
  return (
    <>
      <PeekSection>
        <Facts
          facts={[
            { id: 'community', label: t`Community`, value: run.communityName },
            { id: 'due', label: t`Due by`, value: run.dueOn },
            { id: 'rooms', label: t`Rooms billed`, value: run.state !== 'draft' && String(run.done) },
            { id: 'amount', label: t`Amount`, value: run.state !== 'draft' && <Money fen={run.amount} /> },
            {
              id: 'paid',
              label: t`Of these, paid`,
              value: run.state !== 'draft' && <Money fen={run.paid} />,
            },
            {
              id: 'issued',
              label: t`Issued at`,
              value: run.issuedAt !== null && <bdi dir="ltr">{formatMoment(run.issuedAt)}</bdi>,
            },
            { id: 'by', label: t`Issued by`, value: run.issuedByName },
          ]}
        />
      </PeekSection>
      {run.state === 'issuing' && (
        <PeekSection title={stopped ? <Trans>Stopped in the middle</Trans> : <Trans>Being issued</Trans>}>
          <Stack gap={2}>
            <progress max={Math.max(1, run.rooms)} value={run.done} aria-label={t`Rooms billed`} />
            <Text size="small" tone="ink-2">
              <Trans>
                {run.done} of {run.rooms} rooms
              </Trans>
            </Text>
          </Stack>
        </PeekSection>
      )}
      {(run.state === 'draft' || stopped) && <RunPreview run={run} view={view} />}
      {run.done > 0 && (
        <PeekSection title={<Trans>Bills of rooms</Trans>}>
          <RelatedList
            view={feeBillView}
            query={{ runId: run.id }}
            none={<Trans>No bills yet</Trans>}
            all={`/arrears?tab=bills&runId=${run.id}`}
          />
        </PeekSection>
      )}
    </>
  )
}
