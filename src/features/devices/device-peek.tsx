// The panel of a device: its main reading with the limit, the facts, what happened today.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { understands } from '../../domain/device/command-input.ts'
import { readings } from '../../domain/device/readings.ts'
import { Age } from '../../ui/age.tsx'
import { SparkLine } from '../../ui/chart/spark-line.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Box, Inline, Row, Text } from '../../ui/kit/parts.tsx'
import { formatDay, numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { SwitchControl } from './commands/switch-control.tsx'
import { ValveControl } from './commands/valve-control.tsx'
import type { Device } from './device-badges.tsx'
import { readingWords } from './device-words.ts'
import { FurtherActions } from './further-actions.tsx'
import { placeOf } from './place.ts'
import { latestOptions, seriesOptions, settingsOptions } from './readings-query.ts'
import { RingDoor } from './ring-door.tsx'
import { Timeline } from './timeline.tsx'
import { gapOf, limitsOf, readingOrder } from './vital.ts'

const HOURS = 6
const POINTS = 180

export function DevicePeek({ device }: { device: Device }) {
  const { t } = useLingui()
  const responsible = [device.responsibleName, device.responsiblePhone].filter(Boolean).join(' · ')
  return (
    <>
      <MainReading device={device} />
      <PeekSection>
        <Facts
          facts={[
            { id: 'wearer', label: t`Wearer`, value: device.wearerName },
            { id: 'responsible', label: t`Responsible`, value: responsible },
            { id: 'place', label: t`Place`, value: placeOf(device) },
            { id: 'department', label: t`Department`, value: device.departmentName },
            { id: 'group', label: t`Group`, value: device.groupName },
            { id: 'seen', label: t`Last message`, value: <Age at={device.lastMessageAt ?? undefined} /> },
            {
              id: 'activated',
              label: t`Activated`,
              value: device.activatedAt === null ? undefined : formatDay(device.activatedAt),
            },
            { id: 'version', label: t`App version`, value: device.appVersion },
          ]}
        />
        <Row wrap align="stretch" gap={2} above={3} goneWhenEmpty>
          {device.kind !== 'doorUnit' && <FurtherActions device={device} />}
          {device.kind === 'doorUnit' && <RingDoor imei={device.imei} />}
        </Row>
      </PeekSection>
      {understands(device.kind, 'switch') && (
        <PeekSection title={<Trans>Switch</Trans>}>
          <SwitchControl device={device} />
        </PeekSection>
      )}
      {understands(device.kind, 'valve') && (
        <PeekSection title={<Trans>Valve</Trans>}>
          <ValveControl device={device} />
        </PeekSection>
      )}
      <PeekSection title={<Trans>Today</Trans>}>
        <Timeline imei={device.imei} days={0} limit={8} />
      </PeekSection>
    </>
  )
}

function MainReading({ device }: { device: Device }) {
  const { i18n } = useLingui()
  const locale = useIntlLocale()
  const latest = useQuery(latestOptions(device.imei))
  const [kind] = readingOrder(device.kind, latest.data?.map(reading => reading.kind) ?? [])
  const newest = latest.data?.find(reading => reading.kind === kind)
  const series = useQuery({
    ...seriesOptions(device.imei, kind ?? 'battery', HOURS, POINTS),
    enabled: kind !== undefined,
  })
  const settings = useQuery({ ...settingsOptions(device.imei), enabled: kind !== undefined })
  if (!kind || !newest) return null
  const { unit } = readings[kind]
  const name = i18n._(readingWords[kind])
  const { lower, upper } = limitsOf(settings.data?.desired, kind)
  const limit =
    upper !== undefined
      ? ({ value: upper, side: 'above' } as const)
      : lower !== undefined
        ? ({ value: lower, side: 'below' } as const)
        : undefined
  const data = series.data?.kind === kind ? series.data : undefined
  return (
    <PeekSection
      title={name}
      aside={
        <Inline align="baseline" gap={2} nowrap>
          <Text as="bdi" size="title" strong>
            {numberFormat(locale, { maximumFractionDigits: 2 }).format(newest.value)}
          </Text>
          <Text size="caption" tone="ink-3">
            <bdi>{unit}</bdi> <Age at={newest.at} />
          </Text>
        </Inline>
      }
    >
      {data ? (
        <SparkLine
          label={name}
          unit={unit}
          points={data.times.map((at, index) => [at, data.values[index] ?? null] as const)}
          gapMs={gapOf(data.times)}
          {...(limit && { limit })}
        />
      ) : (
        // As high as the line that comes, so that nothing jumps.
        <Box h={100} />
      )}
    </PeekSection>
  )
}
