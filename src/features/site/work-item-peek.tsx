// The panel of a piece of work: who does it until when, what it came of, what it looks like.
import { Trans, useLingui } from '@lingui/react/macro'
import type { RowOf } from '../../domain/entity.ts'
import type { workItem } from '../../domain/site/work-item.ts'
import { Photos } from '../../resource/photos.tsx'
import { Facts } from '../../ui/facts.tsx'
import { look } from '../../ui/kit/look.ts'
import { formatMoment } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { workSourceWords } from './site-words.ts'

export function WorkItemPeek({ item }: { item: RowOf<typeof workItem> }) {
  const { i18n, t } = useLingui()
  return (
    <>
      <PeekSection>
        <Facts
          facts={[
            { id: 'who', label: t`Who`, value: item.assigneeName },
            { id: 'due', label: t`Due by`, value: item.dueOn },
            { id: 'late', label: t`Overdue`, value: item.late && t`Yes` },
            {
              id: 'source',
              label: t`Source`,
              value:
                item.source === 'inspection' && item.sourceId !== null ? (
                  <a className={look({ tone: 'accent' })} href={`#/index4yearly?open=${item.sourceId}`}>
                    {i18n._(workSourceWords.inspection)}
                  </a>
                ) : (
                  i18n._(workSourceWords[item.source])
                ),
            },
            { id: 'department', label: t`Department`, value: item.departmentName },
            { id: 'note', label: t`Note`, value: item.note },
            { id: 'doneAt', label: t`Finished`, value: item.doneAt && formatMoment(item.doneAt) },
            { id: 'doneBy', label: t`Finished by`, value: item.doneByName },
            { id: 'outcome', label: t`Outcome`, value: item.outcome },
          ]}
        />
      </PeekSection>
      {item.photos.length > 0 && (
        <PeekSection title={<Trans>Photos</Trans>}>
          <Photos addresses={item.photos} />
        </PeekSection>
      )}
    </>
  )
}
