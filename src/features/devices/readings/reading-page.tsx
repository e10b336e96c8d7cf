// The page of one reading of one device: its figure, its trend, its limits and interval, its alarms.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { understands } from '../../../domain/device/command-input.ts'
import { device } from '../../../domain/device/device.ts'
import { isCounter, type ReadingKind } from '../../../domain/device/readings.ts'
import { useChangeSearch } from '../../../resource/address.ts'
import { wordsForError } from '../../../resource/error-words.ts'
import { pageOptions } from '../../../resource/query.ts'
import { useOnline, useRights } from '../../../resource/surroundings.ts'
import { look } from '../../../ui/kit/look.ts'
import { Box, Card, Row, SectionTitle, Stack, Text } from '../../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../../ui/page-frame.tsx'
import { Empty, ErrorState, Loading, StaleBadge } from '../../../ui/states.tsx'
import { ValveControl } from '../commands/valve-control.tsx'
import { type Device, DeviceBadges } from '../device-badges.tsx'
import { DevicePicker } from '../device-picker.tsx'
import { latestOptions, settingsOptions } from '../readings-query.ts'
import { addRecentDevices, recentDevices } from '../recent-devices.ts'
import { ChannelCard } from './channel-card.tsx'
import { ConsumptionCard } from './consumption-card.tsx'
import { LimitsCard } from './limits-card.tsx'
import { ReadingAlarms } from './reading-alarms.tsx'
import { ReadingChoice } from './reading-choice.tsx'
import type { ProductReading } from './reading-facts.ts'
import { ReadingFigures } from './reading-figures.tsx'
import { kindsIn, type ReadingSearch } from './reading-search.ts'
import { ReadingTrend } from './reading-trend.tsx'
import css from './readings.module.css'
import { modelOptions } from './series-query.ts'
import { usePeriod } from './use-period.ts'
import { type ReadingVariant, readingVariants, type VariantName } from './variants.ts'

export interface ReadingPageProps {
  variant: VariantName
  search: ReadingSearch
}

export function ReadingPage({ variant: name, search }: ReadingPageProps) {
  const { i18n, t } = useLingui()
  const variant: ReadingVariant = readingVariants[name]
  const change = useChangeSearch(search)
  const imei = String(search.imei ?? '') || recentOf(variant)
  const query = useQuery({
    ...pageOptions(device, { page: 1, size: 2, imei: imei ?? '' }),
    enabled: imei !== undefined,
  })
  const row = query.data?.list.find(each => each.imei === imei)
  useEffect(() => {
    if (row) addRecentDevices([row])
  }, [row])
  const head = (
    <PageHead title={i18n._(variant.title)}>
      <Box miw={200} flex="0 1 320px" className={css.picker}>
        <DevicePicker
          bare
          label={t`Device`}
          placeholder={t`Name or IMEI`}
          value={imei}
          kinds={variant.devices}
          onChange={next => next && change({ imei: next }, { replace: false })}
        />
      </Box>
    </PageHead>
  )
  if (!row) {
    return (
      <PageFrame scrolls>
        {head}
        {imei === undefined ? (
          <ReadingChoice
            kind={variant.kinds[0]}
            devices={variant.devices}
            onChoose={next => change({ imei: next }, { replace: false })}
          />
        ) : (
          <Absent waiting={query.isPending} error={query.error} onRetry={() => void query.refetch()} />
        )}
      </PageFrame>
    )
  }
  return (
    <PageFrame scrolls>
      {head}
      <ReadingScreen
        key={row.id}
        row={row}
        variant={variant}
        search={search}
        change={change}
        staleAt={query.isError ? query.dataUpdatedAt : undefined}
      />
    </PageFrame>
  )
}

/** The device that was looked at last, if its kind has this page's reading. */
function recentOf({ devices }: ReadingVariant): string | undefined {
  return recentDevices().find(each => !devices || devices.includes(each.kind))?.imei
}

interface AbsentProps {
  waiting: boolean
  error: Error | null
  onRetry: () => void
}

function Absent({ waiting, error, onRetry }: AbsentProps) {
  const { i18n, t } = useLingui()
  if (error) return <ErrorState what={i18n._(wordsForError(error))} onRetry={onRetry} />
  if (waiting) return <Loading variant="detail" />
  return (
    <Empty
      title={t`There is no such device`}
      why={t`It may have been deleted, or it belongs to another company.`}
    />
  )
}

interface ScreenProps extends Pick<ReadingPageProps, 'search'> {
  row: Device
  variant: ReadingVariant
  change: (changes: Partial<ReadingSearch>) => void
  staleAt: number | undefined
}

function ReadingScreen({ row, variant, search, change, staleAt }: ScreenProps) {
  const { t } = useLingui()
  const may = useRights()
  const online = useOnline()
  const latest = useQuery(latestOptions(row.imei))
  const settings = useQuery(settingsOptions(row.imei))
  const model = useQuery(modelOptions(row.productId))
  const time = usePeriod(search)
  const sent = latest.data?.map(each => each.kind) ?? []
  const kinds = orderedKinds(variant, sent)
  const shown = kindsIn(search.show).filter(kind => kinds.includes(kind))
  const drawn = shown.length > 0 ? shown : usuallyDrawn(kinds)
  const models = model.data?.list ?? noModels
  const counter = kinds.find(isCounter)
  const facts = { device: row, settings: settings.data?.desired, models }
  return (
    <Stack gap={3}>
      <Row wrap gap={2}>
        <a
          className={look({ size: 'section', strong: true, breaks: true, quietLink: true })}
          href={`#/DeviceDtail?imei=${row.imei}`}
        >
          <bdi>{row.name}</bdi>
        </a>
        {row.wearerName && (
          <Text as="bdi" plain tone="ink-3">
            {row.wearerName}
          </Text>
        )}
        <DeviceBadges device={row} />
        {(!online || staleAt !== undefined) && <StaleBadge at={staleAt ?? latest.dataUpdatedAt} />}
      </Row>
      <ReadingFigures {...facts} variant={variant} kinds={kinds} latest={latest.data} />
      <Stack align="start" gap={3} cols="minmax(0, 1.9fr) minmax(300px, 1fr)" oneWhenNarrow>
        <Stack gap={3} shrink>
          <Card as="section" aria-label={t`Trend`}>
            <ReadingTrend
              {...facts}
              kinds={kinds}
              drawn={drawn}
              time={time}
              search={search}
              change={change}
            />
          </Card>
          {variant.channel && (
            <Card as="section">
              <ChannelCard device={row} />
            </Card>
          )}
          {counter && (
            <Card as="section">
              <ConsumptionCard imei={row.imei} kind={counter} period={time.period} />
            </Card>
          )}
        </Stack>
        <Stack gap={3} shrink>
          {variant.valve && understands(row.kind, 'valve') && may('device.switch') && (
            <Card as="section">
              <SectionTitle below={2}>
                <Trans>Valve</Trans>
              </SectionTitle>
              <ValveControl device={row} />
            </Card>
          )}
          <Card as="section">
            <LimitsCard {...facts} variant={variant} kinds={kinds} query={settings} />
          </Card>
          {may('alarm.read') && (
            <Card as="section">
              <ReadingAlarms imei={row.imei} kinds={drawn} period={time.period} />
            </Card>
          )}
        </Stack>
      </Stack>
    </Stack>
  )
}

const noModels: readonly ProductReading[] = []

/** The page's main reading, and those of its others that the device sends. */
function orderedKinds({ kinds }: ReadingVariant, sent: readonly ReadingKind[]): ReadingKind[] {
  return kinds.filter((kind, index) => index === 0 || sent.includes(kind))
}

/** As many as two axes can tell apart; what counters have counted is drawn below. */
function usuallyDrawn(kinds: readonly ReadingKind[]): ReadingKind[] {
  const swinging = kinds.filter(kind => !isCounter(kind)).slice(0, 2)
  return swinging.length > 0 ? swinging : kinds.slice(0, 1)
}
