// A photo or a video small in the list and large in the panel beside it, with where and when it was taken and how it was judged.
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { RowOf } from '../../domain/entity.ts'
import type { photo } from '../../domain/media/photo.ts'
import type { video } from '../../domain/media/video.ts'
import { ByteSize } from '../../resource/byte-size.tsx'
import { PlaceMap, type ShownPlace } from '../../resource/map/place-map.tsx'
import { Age } from '../../ui/age.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Center, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import { kindWords, reasonWords, sourceWords, stateWords } from './review-words.ts'
import css from './storage.module.css'

export type PhotoRow = RowOf<typeof photo>
export type VideoRow = RowOf<typeof video>
export type TakenRow = PhotoRow | VideoRow

/** The picture that stands for a row; undefined for a video without a cover. */
export const pictureOf = (row: TakenRow): string | undefined =>
  'cover' in row ? (row.cover ?? undefined) : row.url

export function TakenThumb({ row }: { row: TakenRow }) {
  const picture = pictureOf(row)
  if (picture === undefined)
    return (
      <Center as="span" ground="sunken" round="small" tone="ink-3" className={css.thumb}>
        <Icon name="video" size={18} />
      </Center>
    )
  return (
    <img
      className={look({ center: true, ground: 'sunken', round: 'small', cover: true }, css.thumb)}
      src={picture}
      alt=""
      loading="lazy"
      decoding="async"
    />
  )
}

export function TakenBadges({ row }: { row: TakenRow }) {
  const { i18n, t } = useLingui()
  const { label, tone = 'off', icon } = stateWords[row.state]
  return (
    <>
      <SeverityBadge tone={tone} {...(icon && { icon })}>
        {i18n._(label)}
      </SeverityBadge>
      {row.published && (
        <SeverityBadge tone="ok" icon="eye">
          {t`Published`}
        </SeverityBadge>
      )}
      {row.pinned && (
        <SeverityBadge tone="new" icon="pin">
          {t`Pinned`}
        </SeverityBadge>
      )}
    </>
  )
}

export function TakenPeek({ row }: { row: TakenRow }) {
  return (
    <>
      <PeekSection>
        <Shown key={row.url} row={row} />
      </PeekSection>
      <PeekSection>
        <TakenFacts row={row} />
      </PeekSection>
      <TakenPlace row={row} />
    </>
  )
}

function Shown({ row }: { row: TakenRow }) {
  const { t } = useLingui()
  const [unplayable, setUnplayable] = useState(false)
  const looks = look({
    wide: true,
    ground: 'sunken',
    round: 'control',
    block: true,
    contain: true,
    atMostTall: 'part',
  })
  if (unplayable)
    return (
      <Text as="p" pad={4} ground="sunken" round="card" tone="ink-2" text="center" role="alert">
        {t`No playable container`}
      </Text>
    )
  if ('kind' in row)
    return (
      <video
        className={looks}
        src={row.url}
        {...(row.cover && { poster: row.cover })}
        controls
        preload="metadata"
        onError={() => setUnplayable(true)}
      />
    )
  return (
    <a href={row.url} target="_blank" rel="noreferrer" aria-label={t`Open the image`}>
      <img className={looks} src={row.url} alt={row.name} />
    </a>
  )
}

export function TakenFacts({ row }: { row: TakenRow }) {
  const { i18n, t } = useLingui()
  const locale = useIntlLocale()
  const { latitude, longitude, width, height, accuracyMetres } = row
  const metres = (most: number) =>
    numberFormat(locale, {
      style: 'unit',
      unit: 'meter',
      unitDisplay: 'short',
      maximumFractionDigits: 0,
    }).format(most)
  const reason = row.reason && i18n._(reasonWords[row.reason].label)
  const kind = 'kind' in row ? kindWords[row.kind] : sourceWords[row.source]
  const place =
    latitude === null || longitude === null ? null : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
  return (
    <Facts
      facts={[
        { id: 'reason', label: t`Reason`, value: reason },
        { id: 'reasonNote', label: t`Remark`, value: row.reasonNote },
        { id: 'by', label: 'kind' in row ? t`Published by` : t`Photographed by`, value: row.userName },
        { id: 'at', label: 'kind' in row ? t`Recorded` : t`Photographed`, value: <Age at={row.takenAt} /> },
        { id: 'place', label: t`Place`, value: row.place },
        { id: 'position', label: t`Position`, value: place && <bdi dir="ltr">{place}</bdi> },
        {
          id: 'accuracy',
          label: t`Accuracy`,
          value: place && accuracyMetres ? <bdi dir="ltr">{`± ${metres(accuracyMetres)}`}</bdi> : null,
        },
        { id: 'device', label: t`Device`, value: row.deviceName },
        { id: 'department', label: t`Department`, value: row.departmentName },
        { id: 'note', label: t`Note`, value: row.note },
        { id: 'kind', label: t`Kind`, value: i18n._(kind.label) },
        { id: 'judged', label: t`Reviewed by`, value: row.judgedByName },
        { id: 'judgedAt', label: t`Reviewed`, value: row.judgedAt && <Age at={row.judgedAt} /> },
        {
          id: 'pixels',
          label: t`Width and height`,
          value: width && height ? <bdi dir="ltr">{`${width} × ${height}`}</bdi> : null,
        },
        { id: 'bytes', label: t`Size`, value: <ByteSize bytes={row.bytes} /> },
      ]}
    />
  )
}

/** Where it was taken; nothing where that is not known. */
function TakenPlace({ row }: { row: TakenRow }) {
  const { t } = useLingui()
  const { id, name, latitude, longitude, accuracyMetres } = row
  const places = useMemo<readonly ShownPlace[]>(
    () =>
      latitude === null || longitude === null
        ? []
        : [{ id: String(id), label: name, at: { latitude, longitude }, accuracyMetres }],
    [id, name, latitude, longitude, accuracyMetres],
  )
  if (places.length === 0) return null
  return (
    <PeekSection>
      <PlaceMap places={places} label={t`Where it was taken`} />
    </PeekSection>
  )
}

export function TakenButtons({ row }: { row: TakenRow }) {
  const { t } = useLingui()
  return (
    <Button
      variant="default"
      component="a"
      href={row.url}
      download={row.name}
      leftSection={<Icon name="download" />}
    >
      {t`Download`}
    </Button>
  )
}
