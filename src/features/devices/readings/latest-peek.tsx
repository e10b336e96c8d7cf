// Beside the table of newest readings: all of one device, each with its age and the way to its own page.
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReadingKind, readingKinds } from '../../../domain/device/readings.ts'
import { Age } from '../../../ui/age.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { look } from '../../../ui/kit/look.ts'
import { Text } from '../../../ui/kit/parts.tsx'
import { PeekSection } from '../../../ui/peek-panel.tsx'
import { readingWords } from '../device-words.ts'
import { type LatestRow, ReadingCell } from './reading-cell.tsx'
import type { ProductReading } from './reading-facts.ts'

/** The page on which a reading has its trend. */
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
          <Text as="p" plain tone="ink-3">
            <Trans>The device has not measured anything yet.</Trans>
          </Text>
        ) : (
          <Facts
            facts={known.map(kind => {
              const page = pageOf[kind]
              const name = i18n._(readingWords[kind])
              return {
                id: kind,
                label: page ? (
                  <a className={look({ tone: 'accent' })} href={`#${page}?imei=${row.imei}`}>
                    {name}
                  </a>
                ) : (
                  name
                ),
                value: (
                  <>
                    <ReadingCell kind={kind} value={row[kind] ?? 0} row={row} models={models} />{' '}
                    <Text plain tone="ink-3">
                      <Age at={row[`${kind}At`] ?? undefined} />
                    </Text>
                  </>
                ),
              }
            })}
          />
        )}
      </PeekSection>
      <PeekSection>
        <a className={look({ tone: 'accent' })} href={`#/figure?devices=${row.imei}`}>
          <Trans>Compare in a chart</Trans>
        </a>
      </PeekSection>
    </>
  )
}
