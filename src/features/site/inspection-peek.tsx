// The panel of an inspection: when it is due, what is looked at, what was found so far, what is still to be put right.
import { Trans, useLingui } from '@lingui/react/macro'
import type { RowOf } from '../../domain/entity.ts'
import type { inspection as entity } from '../../domain/site/inspection.ts'
import { RelatedList } from '../../resource/related-list.tsx'
import { Facts } from '../../ui/facts.tsx'
import { List } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { inspectionRecordView } from './inspection-record.view.tsx'
import { LastFound } from './last-found.tsx'
import { workItemView } from './work-item.view.tsx'

export function InspectionPeek({ inspection }: { inspection: RowOf<typeof entity> }) {
  const { t } = useLingui()
  const number = numberFormat(useIntlLocale())
  return (
    <>
      <PeekSection>
        <Facts
          facts={[
            { id: 'next', label: t`Next on`, value: inspection.nextOn },
            { id: 'last', label: t`Inspected on`, value: inspection.lastOn },
            { id: 'worker', label: t`Inspector`, value: inspection.workerName },
            { id: 'every', label: t`Every (months)`, value: number.format(inspection.everyMonths) },
            { id: 'remind', label: t`Reminders, in days before`, value: inspection.remindDays.join(', ') },
            { id: 'place', label: t`Place`, value: inspection.place },
            { id: 'device', label: t`Device`, value: inspection.deviceName },
            { id: 'certificate', label: t`Certificate`, value: inspection.certificate },
            { id: 'until', label: t`Certificate valid until`, value: inspection.certificateUntil },
            { id: 'department', label: t`Department`, value: inspection.departmentName },
            { id: 'note', label: t`Note`, value: inspection.note },
          ]}
        />
      </PeekSection>
      <LastFound inspectionId={inspection.id} />
      {inspection.checklist.length > 0 && (
        <PeekSection title={<Trans>Checklist</Trans>}>
          <List stack gap={1}>
            {inspection.checklist.map(item => (
              <li key={item}>
                <bdi>{item}</bdi>
              </li>
            ))}
          </List>
        </PeekSection>
      )}
      <PeekSection title={<Trans>To be put right</Trans>}>
        <RelatedList
          view={workItemView}
          query={{ sourceId: inspection.id, source: ['inspection'], state: ['open'] }}
          none={<Trans>Nothing is open</Trans>}
        />
      </PeekSection>
      <PeekSection title={<Trans>Inspections made</Trans>}>
        <RelatedList
          view={inspectionRecordView}
          query={{ inspectionId: inspection.id }}
          none={<Trans>None was made yet</Trans>}
        />
      </PeekSection>
    </>
  )
}
