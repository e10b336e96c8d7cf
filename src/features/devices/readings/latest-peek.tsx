// Beside the table of newest readings: all of one device, each with its age and the way to its own page.
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReadingKind, readingKinds } from '../../../domain/device/readings.ts'
import { Age } from '../../../ui/age.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { PeekSection } from '../../../ui/peek-panel.tsx'
import { readingWords } from '../device-words.ts'
import { type LatestRow, ReadingCell } from './reading-cell.tsx'
import type { ProductReading } from './reading-facts.ts'
import css from './readings.module.css'

/** The page on which a reading has its course. */
export const pageOf: Partial<Record<ReadingKind, string>> = {
  heartRate: '/heart_rate',
  bloodOxygen: '/oxygen',
  bodyTemperature: '/tempature_people',
  ambientTemperature: '/tempature',
  altitude: '/altitude',
  odour: '/odor',
  vocs: '/vocs',
  gas: '/xwgas',
  waterPressure: '/waterCard',
  waterVolume: '/waterCard',
  voltage: '/elecCard',
  current: '/elecCard',
  energy: '/elecCard',
  battery: '/electronic',
  signal: '/netSingle',
}

export function LatestPeek({ row, models }: { row: LatestRow; models: readonly ProductReading[] }) {
  const { i18n, t } = useLingui()
  const known = readingKinds.filter(kind => row[kind] !== null)
  return (
    <>
      <PeekSection title={t`Readings`}>
        {known.length === 0 ? (
          <p className={css.quiet}>
            <Trans>The device has not measured anything yet.</Trans>
          </p>
        ) : (
          <Facts
            facts={known.map(kind => {
              const page = pageOf[kind]
              const name = i18n._(readingWords[kind])
              return {
                id: kind,
                label: page ? (
                  <a className={css.link} href={`#${page}?imei=${row.imei}`}>
                    {name}
                  </a>
                ) : (
                  name
                ),
                value: (
                  <>
                    <ReadingCell kind={kind} value={row[kind] ?? 0} row={row} models={models} />{' '}
                    <span className={css.quiet}>
                      <Age at={row[`${kind}At`] ?? undefined} />
                    </span>
                  </>
                ),
              }
            })}
          />
        )}
      </PeekSection>
      <PeekSection>
        <a className={css.link} href={`#/figure?devices=${row.imei}`}>
          <Trans>Compare in a chart</Trans>
        </a>
      </PeekSection>
    </>
  )
}
