// The panel of a person at work: what they wear and are known by, their leave and their open work.
import { Trans, useLingui } from '@lingui/react/macro'
import type { RowOf } from '../../domain/entity.ts'
import type { worker } from '../../domain/people/worker.ts'
import { RelatedList } from '../../resource/related-list.tsx'
import { useRelatedView } from '../../resource/related-views.tsx'
import { useRights } from '../../resource/surroundings.ts'
import { CallButton } from '../../ui/call-button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { look } from '../../ui/kit/look.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'

type Worker = RowOf<typeof worker>

export function WorkerCall({ worker: row }: { worker: Worker }) {
  return row.phone ? <CallButton number={row.phone} /> : null
}

export function WorkerPeek({ worker: row }: { worker: Worker }) {
  const { t } = useLingui()
  const may = useRights()
  const leave = useRelatedView('leaveRequest')
  const work = useRelatedView('workItem')
  const joined = (names: readonly string[]) => names.length > 0 && names.join(', ')
  const device = row.deviceIds[0]
  return (
    <>
      <PeekSection>
        <Facts
          facts={[
            { id: 'post', label: t({ context: 'work', message: 'Post' }), value: row.postName },
            { id: 'trade', label: t`Trade`, value: row.trade },
            { id: 'department', label: t`Department`, value: row.departmentName },
            { id: 'phone', label: t`Phone`, value: row.phone && <bdi dir="ltr">{row.phone}</bdi> },
            { id: 'login', label: t`Login`, value: row.accountName },
            {
              id: 'joined',
              label: t`First day`,
              value: row.joinedOn && <bdi dir="ltr">{row.joinedOn}</bdi>,
            },
            { id: 'left', label: t`Last day`, value: row.leftOn && <bdi dir="ltr">{row.leftOn}</bdi> },
            { id: 'note', label: t`Note`, value: row.note },
          ]}
        />
      </PeekSection>
      <PeekSection title={<Trans>Known by</Trans>}>
        <Facts
          facts={[
            {
              id: 'devices',
              label: t`Wears`,
              value:
                device !== undefined && may('device.read') ? (
                  <a className={look({ tone: 'accent', inline: true })} href={`#/DeviceDtail?id=${device}`}>
                    {row.deviceNames.join(', ')}
                  </a>
                ) : (
                  joined(row.deviceNames) || t`no device`
                ),
            },
            { id: 'cards', label: t`Door cards`, value: joined(row.cardNames) || t`no card` },
            { id: 'faces', label: t`Face samples`, value: joined(row.faceSampleNames) || t`no face` },
            { id: 'label', label: t`Label`, value: <bdi dir="ltr">{row.labelCode}</bdi> },
          ]}
        />
      </PeekSection>
      {leave && may('leave.others') && (
        <PeekSection title={<Trans>Leave</Trans>}>
          <RelatedList
            view={leave}
            query={{ workerId: row.id }}
            size={3}
            none={t`No leave has been asked for`}
            all={`/leave?workerId=${row.id}`}
          />
        </PeekSection>
      )}
      {work && may('workItem.read') && (
        <PeekSection title={<Trans>Open work</Trans>}>
          <RelatedList
            view={work}
            query={{ assigneeId: row.id, state: ['open'] }}
            size={3}
            none={t`No open work.`}
            all={`/workItems?assigneeId=${row.id}`}
          />
        </PeekSection>
      )}
    </>
  )
}
