// What a tenant stores of what it may, by kind, and where it lies.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ByteSize, useByteSize } from '../../resource/byte-size.tsx'
import { wordsForError } from '../../resource/error-words.ts'
import { useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { Box, Inline, List, Muted, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import css from './storage.module.css'
import { useStorageUse } from './use-storage.ts'

const ORDER = ['image', 'plan', 'video', 'file', 'removed'] as const

export function StorageUse() {
  const { i18n, t } = useLingui()
  const may = useRights()
  const locale = useIntlLocale()
  const size = useByteSize()
  const { data, isError, error } = useStorageUse()
  if (isError && !data)
    return (
      <Text as="p" padX={4} padY={3} tone="critical" role="alert">
        {i18n._(wordsForError(error))}
      </Text>
    )
  if (!data) return <Stack gap={2} edgeBelow mih={92} padAbove={1} padBelow={3} aria-hidden="true" />
  const labels = {
    image: t`Images`,
    plan: t`Plans`,
    video: t`Videos`,
    file: t`Files`,
    recording: t`Recordings`,
    removed: t`Deleted, kept 30 days`,
    export: t`Downloads`,
  }
  const [used, quota] = [size(data.usedBytes), size(data.quotaBytes)]
  const share = data.usedBytes / data.quotaBytes
  const percent = numberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: share < 0.1 ? 1 : 0,
  }).format(share)
  const parts = ORDER.flatMap(part => data.parts.find(each => each.part === part) ?? [])
  const downloads = data.parts.find(({ part }) => part === 'export')
  return (
    <Stack as="section" gap={2} edgeBelow mih={92} padAbove={1} padBelow={3} aria-label={t`What is stored`}>
      <Row wrap justify="between" gap={2} columnGap={4}>
        <Text as="p" tone="ink-2" className={css.total} data-full={share >= 0.9 || undefined}>
          <Trans>
            <Text as="b" size="title" strong tone="ink">
              {used}
            </Text>{' '}
            of {quota}
          </Trans>{' '}
          <Muted padStart={2}>{percent}</Muted>
        </Text>
        {may('file.save') && (
          <Button component={Link} to="/uploadForm" leftSection={<Icon name="upload" />}>
            {t`Upload`}
          </Button>
        )}
      </Row>
      <Row
        align="stretch"
        ground="sunken"
        round="small"
        hidden
        h={8}
        className={css.bar}
        role="img"
        aria-label={t`${used} of ${quota}`}
      >
        {parts.map(({ part, bytes }) => (
          <Text
            miw={2}
            key={part}
            data-part={part}
            style={{ inlineSize: `${Math.min(100, (bytes / data.quotaBytes) * 100)}%` }}
          />
        ))}
      </Row>
      <List row wrap align="stretch" gap={1} columnGap={4} size="small">
        {parts.map(({ part, count, bytes }) => (
          <Inline as="li" gap={2} tone="ink-2" key={part}>
            <Text as="i" w={9} h={9} round="small" data-part={part} />
            <span>{labels[part]}</span>{' '}
            <Text as="b" strong tone="ink">
              {numberFormat(locale).format(count)}
            </Text>
            <Text tone="ink-3">
              <ByteSize bytes={bytes} />
            </Text>
          </Inline>
        ))}
        {downloads && downloads.count > 0 && (
          <Inline as="li" gap={2} tone="ink-2">
            <Icon name="download" size={14} />
            <span>{labels.export}</span>{' '}
            <Text as="b" strong tone="ink">
              {numberFormat(locale).format(downloads.count)}
            </Text>
            <Text tone="ink-3">
              <ByteSize bytes={downloads.bytes} />
            </Text>
          </Inline>
        )}
        <Box inline gap={2} tone="ink-2" as="li" pushed className={css.place}>
          <Icon name={data.where === 's3' ? 'cloud-up' : 'box'} size={14} />
          <span>
            {data.where === 's3' ? t`Object storage, bucket ${data.bucket ?? ''}` : t`On this server's disk`}
          </span>
          {data.freeBytes !== null && <Text tone="ink-3">{t`${size(data.freeBytes)} free`}</Text>}
        </Box>
      </List>
    </Stack>
  )
}
