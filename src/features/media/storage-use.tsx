// What a tenant stores of what it may, by kind, and where it lies.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { wordsForError } from '../../resource/error-words.ts'
import { useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { ByteSize, useByteSize } from './byte-size.tsx'
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
  if (!data) return <Stack gap={2} edgeBelow className={css.use} aria-hidden="true" />
  const labels = {
    image: t`Images`,
    plan: t`Plans`,
    video: t`Videos`,
    file: t`Files`,
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
    <Stack as="section" gap={2} edgeBelow className={css.use} aria-label={t`What is stored`}>
      <Row wrap justify="between" gap={2} columnGap={4}>
        <Text as="p" tone="ink-2" className={css.total} data-full={share >= 0.9 || undefined}>
          <Trans>
            <b>{used}</b> of {quota}
          </Trans>{' '}
          <span>{percent}</span>
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
        className={css.bar}
        role="img"
        aria-label={t`${used} of ${quota}`}
      >
        {parts.map(({ part, bytes }) => (
          <span
            key={part}
            data-part={part}
            style={{ inlineSize: `${Math.min(100, (bytes / data.quotaBytes) * 100)}%` }}
          />
        ))}
      </Row>
      <List row wrap align="stretch" gap={1} columnGap={4} size="small" className={css.parts}>
        {parts.map(({ part, count, bytes }) => (
          <li key={part}>
            <i data-part={part} />
            <span>{labels[part]}</span> <b>{numberFormat(locale).format(count)}</b>
            <Text tone="ink-3">
              <ByteSize bytes={bytes} />
            </Text>
          </li>
        ))}
        {downloads && downloads.count > 0 && (
          <li>
            <Icon name="download" size={14} />
            <span>{labels.export}</span> <b>{numberFormat(locale).format(downloads.count)}</b>
            <Text tone="ink-3">
              <ByteSize bytes={downloads.bytes} />
            </Text>
          </li>
        )}
        <li className={css.place}>
          <Icon name={data.where === 's3' ? 'cloud-up' : 'box'} size={14} />
          <span>
            {data.where === 's3' ? t`Object storage, bucket ${data.bucket ?? ''}` : t`On this server's disk`}
          </span>
          {data.freeBytes !== null && <Text tone="ink-3">{t`${size(data.freeBytes)} free`}</Text>}
        </li>
      </List>
    </Stack>
  )
}
