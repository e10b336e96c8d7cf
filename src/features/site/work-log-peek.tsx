// The panel of a daily log: the day as it was, its photos, how it was checked.
import { Trans, useLingui } from '@lingui/react/macro'
import type { RowOf } from '../../domain/entity.ts'
import type { workLog } from '../../domain/site/work-log.ts'
import { Photos } from '../../resource/photos.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Text } from '../../ui/kit/parts.tsx'
import { formatMoment, numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { weatherWords } from './site-words.ts'

export function WorkLogPeek({ log }: { log: RowOf<typeof workLog> }) {
  const { i18n, t } = useLingui()
  const locale = useIntlLocale()
  const celsius = numberFormat(locale, { style: 'unit', unit: 'celsius' })
  const text = (value: string | undefined) => value && <Text lines>{value}</Text>
  return (
    <>
      <PeekSection>
        <Facts
          facts={[
            { id: 'author', label: t`Author`, value: log.authorName },
            { id: 'department', label: t`Department`, value: log.departmentName },
            { id: 'weather', label: t`Weather`, value: log.weather && i18n._(weatherWords[log.weather]) },
            {
              id: 'temperature',
              label: t`Temperature at noon`,
              value: typeof log.temperature === 'number' && <bdi>{celsius.format(log.temperature)}</bdi>,
            },
            {
              id: 'heads',
              label: t`People at work`,
              value: typeof log.heads === 'number' && numberFormat(locale).format(log.heads),
            },
            { id: 'done', label: t`What was done`, value: text(log.done) },
            { id: 'problems', label: t`Problems`, value: text(log.problems) },
            { id: 'next', label: t`Next`, value: text(log.next) },
            { id: 'reason', label: t`Sent back because`, value: log.state === 'returned' && log.reason },
            { id: 'submitted', label: t`Submitted`, value: log.submittedAt && formatMoment(log.submittedAt) },
            { id: 'checked', label: t`Checked by`, value: log.checkedByName },
          ]}
        />
      </PeekSection>
      {log.photos.length > 0 && (
        <PeekSection title={<Trans>Photos</Trans>}>
          <Photos addresses={log.photos} />
        </PeekSection>
      )}
    </>
  )
}
