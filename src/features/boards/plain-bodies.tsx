// Tiles that need no list: a figure, the clock of the tenant, the newest announcement.
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { TileAnswer } from '../../contract/endpoints/board.ts'
import type { BoardTile } from '../../domain/board/tiles.ts'
import { addressOfFigure, figures, type Moments } from '../../domain/scene/figures.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { Age } from '../../ui/age.tsx'
import { look } from '../../ui/kit/look.ts'
import { Column, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { addressOfList } from './addresses.ts'
import { useBoardParts } from './board-parts.ts'
import css from './boards.module.css'
import { TileNote } from './tile-note.tsx'

type AnswerOf<Is extends TileAnswer['is']> = Extract<TileAnswer, { is: Is }>

interface CountBodyProps {
  tile: BoardTile
  answer: AnswerOf<'count'>
  moments: Moments | undefined
  stale: boolean
  pressable: boolean
}

export function CountBody({ tile, answer: { value, of }, moments, stale, pressable }: CountBodyProps) {
  const number = numberFormat(useIntlLocale())
  const { opens } = useBoardParts()
  const facts = tile.kind === 'figure' ? figures[tile.figure] : undefined
  const tone = value > 0 && !stale ? facts?.tone : undefined
  const address =
    facts && moments
      ? addressOfFigure(facts, moments)
      : tile.kind === 'count'
        ? addressOfList(tile.entity, tile.filters)
        : undefined
  const figure = (
    <Row as="span" align="baseline" gap={1} padX={3} padBelow={2}>
      <Text strong tone={tone ?? 'ink'} className={css.value} data-value="">
        <bdi>{number.format(value)}</bdi>
      </Text>
      {of !== null && (
        <Text size="section" tone="ink-2">
          <bdi>/ {number.format(of)}</bdi>
        </Text>
      )}
    </Row>
  )
  return pressable && address !== undefined && opens(address.split('?')[0] ?? '') ? (
    <a className={look({ block: true, undecorated: true, ringInside: true })} href={`#${address}`}>
      {figure}
    </a>
  ) : (
    figure
  )
}

/** In place of rows that may name people. */
export function ManyBody({ total, stale }: { total: number; stale: boolean }) {
  const number = numberFormat(useIntlLocale())
  return (
    <Stack gap={0} padX={3} padBelow={2}>
      <Text strong tone={stale ? 'ink-3' : 'ink'} className={css.value} data-value="">
        <bdi>{number.format(total)}</bdi>
      </Text>
      <Text size="small" tone="ink-2">
        <Trans>Names are hidden on a wall, and so are the rows</Trans>
      </Text>
    </Stack>
  )
}

const SECOND_MS = 1_000

export function ClockBody() {
  const locale = useIntlLocale()
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  const { zone: timeZone } = useBoardParts()
  const time = new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'medium', hour12: false })
  const day = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'full' })
  return (
    <Stack as="p" gap={0} padX={3} padBelow={2}>
      <Text as="time" strong className={css.value} dateTime={new Date(now).toISOString()}>
        <bdi>{time.format(now)}</bdi>
      </Text>
      <Text size="small" tone="ink-2">
        {day.format(now)}
      </Text>
    </Stack>
  )
}

export function AnnouncementBody({ answer: { newest } }: { answer: AnswerOf<'announcement'> }) {
  if (!newest)
    return (
      <TileNote icon="bell">
        <Trans>Nothing has been published yet</Trans>
      </TileNote>
    )
  return (
    <Column gap={1} padX={3} padBelow={2}>
      <Text size="section" strong breaks>
        <bdi>{newest.title}</bdi>
      </Text>
      <Text size="caption" tone="ink-3">
        <Age at={newest.publishedAt} />
      </Text>
      <Text as="p" lines breaks tone="ink-2">
        <bdi>{newest.content}</bdi>
      </Text>
    </Column>
  )
}
