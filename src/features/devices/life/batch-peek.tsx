// One batch: how much of the plan is made, passed and failed, and the way to its records.
import { Trans, useLingui } from '@lingui/react/macro'
import { productionBatch } from '../../../domain/device/production.ts'
import type { RowOf } from '../../../domain/entity.ts'
import { englishOf } from '../../../resource/cells.tsx'
import { RelatedList } from '../../../resource/related-list.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { look } from '../../../ui/kit/look.ts'
import { Stack } from '../../../ui/kit/parts.tsx'
import { formatMoment, numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import { PeekSection } from '../../../ui/peek-panel.tsx'
import { ProgressLine } from './progress-line.tsx'
import { recordView } from './record.view.tsx'

type Batch = RowOf<typeof productionBatch>

export function BatchProgress({ row, wide }: { row: Batch; wide?: boolean }) {
  const { t } = useLingui()
  const format = numberFormat(useIntlLocale())
  const { made, passed, failed, planned } = row
  const [done, all] = [format.format(made), format.format(planned)]
  return (
    <ProgressLine
      label={t`Produced / planned`}
      total={planned}
      parts={[
        { id: 'passed', value: passed, tone: 'ok' },
        { id: 'failed', value: failed, tone: 'critical' },
        { id: 'pending', value: made - passed - failed, tone: 'accent' },
      ]}
      wide={wide ?? false}
    >
      {t`${done} of ${all}`}
    </ProgressLine>
  )
}

export function BatchPeek({ row }: { row: Batch }) {
  const { i18n, t } = useLingui()
  const format = numberFormat(useIntlLocale())
  return (
    <>
      <PeekSection>
        <Stack gap={3}>
          <BatchProgress row={row} wide />
          <Facts
            facts={[
              { id: 'passed', label: t`Passed`, value: format.format(row.passed) },
              {
                id: 'failed',
                label: t({ context: 'inspection', message: 'Failed' }),
                value: format.format(row.failed),
              },
              {
                id: 'pending',
                label: t`Not inspected`,
                value: format.format(row.made - row.passed - row.failed),
              },
              { id: 'missing', label: t`Still to produce`, value: format.format(row.planned - row.made) },
              { id: 'product', label: t`Product`, value: row.productName },
              {
                id: 'category',
                label: t`Category`,
                value: englishOf(productionBatch, 'categoryName', row, i18n.locale) ?? row.categoryName,
              },
              { id: 'prefix', label: t`Serial prefix`, value: row.serialPrefix },
              { id: 'colour', label: t`Colour`, value: row.colour },
              { id: 'manufacturer', label: t`Manufacturer`, value: row.manufacturer },
              {
                id: 'released',
                label: t`Released at`,
                value: row.releasedAt !== null && formatMoment(row.releasedAt),
              },
              { id: 'note', label: t`Note`, value: row.note },
            ]}
          />
        </Stack>
      </PeekSection>
      <PeekSection
        title={<Trans>Records</Trans>}
        aside={
          <a
            className={look({ inline: true, touchable: true, size: 'small', tone: 'accent' })}
            href={`#/ProductionList?batchId=${row.id}`}
          >
            <Trans>Show all</Trans>
          </a>
        }
      >
        <RelatedList
          view={recordView}
          query={{ batchId: row.id, sort: 'serial' }}
          none={<Trans>No records yet. Start production and allot serials.</Trans>}
        />
      </PeekSection>
    </>
  )
}
