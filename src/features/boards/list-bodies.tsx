// Tiles of lists: their first rows, or a chart of their words or days.
import { Trans, useLingui } from '@lingui/react/macro'
import { useElementSize } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import type { TileAnswer } from '../../contract/endpoints/board.ts'
import type { Page } from '../../contract/entity-endpoints.ts'
import type { TileOf } from '../../domain/board/tiles.ts'
import { cardOf, wordText } from '../../resource/cells.tsx'
import { endpointsFor } from '../../resource/query.ts'
import type { Row as ListedRow } from '../../resource/view.ts'
import { BarChart } from '../../ui/chart/bar-chart.tsx'
import { columnsRoom } from '../../ui/chart/options/bars.ts'
import { CardList } from '../../ui/data-table/card-list.tsx'
import { Box, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { addressOfList } from './addresses.ts'
import { useBoardParts } from './board-parts.ts'
import { titleOf } from './board-words.ts'
import { TileNote } from './tile-note.tsx'
import { useListView } from './use-board.ts'

interface ListBodyProps {
  tile: TileOf<'list'>
  answer: Extract<TileAnswer, { is: 'rows' }>
  pressable: boolean
}

export function ListBody({ tile, answer, pressable }: ListBodyProps) {
  const { i18n } = useLingui()
  const router = useRouter()
  const number = numberFormat(useIntlLocale())
  const parts = useBoardParts()
  const view = useListView(tile.entity)
  const page = useMemo((): Page<ListedRow> | undefined => {
    const read = view && z.safeDecode(endpointsFor(view.entity).page.response, answer)
    return read?.success ? read.data : undefined
  }, [view, answer])
  if (!view || !page) return null
  const path = addressOfList(tile.entity, {})
  const opens = pressable && path !== undefined && parts.opens(path)
  const hidden = answer.total - page.list.length
  return (
    <Box padX={2} padBelow={2}>
      <CardList
        label={titleOf(tile, parts, i18n)}
        rows={page.list}
        rowKey={row => String(row.id)}
        card={row => cardOf(view, row, i18n)}
        {...(opens && {
          onOpen: (row: ListedRow) =>
            router.history.push(addressOfList(tile.entity, { open: row.id }) ?? path),
        })}
        empty={
          <TileNote icon="inbox">
            <Trans>Nothing here now</Trans>
          </TileNote>
        }
        footer={
          hidden > 0 && (
            <Text as="p" size="caption" tone="ink-3" padAbove={1}>
              <Trans>{number.format(hidden)} more</Trans>
            </Text>
          )
        }
      />
    </Box>
  )
}

interface ChartBodyProps {
  tile: TileOf<'chart'>
  answer: Extract<TileAnswer, { is: 'bars' }>
}

/** Less than this cannot be read. */
const LEAST_HEIGHT = 72
/** What the axes take besides. */
const AXES = columnsRoom.top + columnsRoom.bottom

export function ChartBody({ tile, answer: { bars } }: ChartBodyProps) {
  const { i18n, t } = useLingui()
  const parts = useBoardParts()
  const view = useListView(tile.entity)
  const { ref, height } = useElementSize()
  if (!view) return null
  const { by, field } = tile.series
  const title = titleOf(tile, parts, i18n)
  const wordOf = (word: string) => (by === 'words' ? wordText(view, field, word, i18n) : word)
  return (
    <Box ref={ref} tall padX={3} padBelow={2}>
      <BarChart
        label={title}
        unit={i18n._(view.title)}
        about={by === 'words' ? t`Value` : t`Day`}
        layout={by === 'words' ? 'rows' : 'columns'}
        time={by === 'days'}
        height={Math.max(LEAST_HEIGHT, height - AXES)}
        series={[{ id: 'rows', name: title, tone: 'accent' }]}
        bars={bars.map(({ word, value }) => ({
          id: word,
          // Within two weeks the month and the day say enough.
          label: by === 'words' ? wordOf(word) : word.slice(-5),
          title: wordOf(word),
          values: [value],
        }))}
      />
    </Box>
  )
}
