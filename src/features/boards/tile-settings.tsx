// What one tile shows: its title, its list with filters, its figure, drawing or camera.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NumberInput, Select, TextInput } from '@mantine/core'
import { bare, definitionOf } from '../../contract/schema-parts.ts'
import { alarm } from '../../domain/alarm/alarm.ts'
import { GRID, LEAST, type Place } from '../../domain/board/grid.ts'
import { type BoardTile, MOST_ROWS, type Series, type TileOf } from '../../domain/board/tiles.ts'
import { isKey } from '../../domain/keys.ts'
import { figureKeys, figures } from '../../domain/scene/figures.ts'
import { wordText } from '../../resource/cells.tsx'
import { FilterEditor } from '../../resource/filter-editor.tsx'
import { ReferenceSelect } from '../../resource/reference-select.tsx'
import { isLocalDate, isMoment } from '../../resource/search.ts'
import { useRights } from '../../resource/surroundings.ts'
import type { View } from '../../resource/view.ts'
import { Icon } from '../../ui/icons.tsx'
import { List, Row, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { useBoardParts } from './board-parts.ts'
import { kindWords } from './board-words.ts'
import css from './boards.module.css'
import { useListView } from './use-board.ts'

interface TileSettingsProps {
  tile: BoardTile
  /** Walls may show the board. */
  forWalls: boolean
  onPlace: (place: Place) => void
  onChange: (tile: BoardTile) => void
  onRemove: () => void
}

export function TileSettings({ tile, forWalls, onPlace, onChange, onRemove }: TileSettingsProps) {
  const { i18n, t } = useLingui()
  const { figures: words } = useBoardParts()
  return (
    <Stack as="section" gap={3} aria-label={t`Tile`}>
      <Row justify="between" gap={2}>
        <SectionTitle>{i18n._(kindWords[tile.kind])}</SectionTitle>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<Icon name="trash" size={16} />}
          onClick={onRemove}
        >
          <Trans>Remove</Trans>
        </Button>
      </Row>
      <TextInput
        label={t`Title`}
        description={t`Empty: what it is called by itself`}
        maxLength={60}
        value={tile.title ?? ''}
        onChange={event => onChange({ ...tile, title: event.currentTarget.value })}
      />
      {tile.kind === 'figure' && (
        <Select
          label={t`Figure`}
          searchable
          allowDeselect={false}
          data={figureKeys.map(key => ({ value: key, label: i18n._(words[key]) }))}
          value={tile.figure}
          onChange={key => isKey(figures, key) && onChange({ ...tile, figure: key })}
        />
      )}
      {tile.kind === 'plan' && (
        <ReferenceSelect
          label={t`Drawing`}
          name="drawingId"
          entityKey="drawing"
          within={{ pictureType: ['plan'] }}
          nameRow={row => String(row.title)}
          value={tile.drawingId ?? undefined}
          onChange={id => onChange({ ...tile, drawingId: typeof id === 'number' ? id : null })}
        />
      )}
      {tile.kind === 'video' && (
        <ReferenceSelect
          label={t`Camera`}
          name="cameraId"
          entityKey="camera"
          value={tile.cameraId ?? undefined}
          onChange={id => onChange({ ...tile, cameraId: typeof id === 'number' ? id : null })}
        />
      )}
      {(tile.kind === 'count' || tile.kind === 'list' || tile.kind === 'chart') && (
        <ListSettings tile={tile} onChange={onChange} />
      )}
      {forWalls && <OnWall tile={tile} />}
      <PlaceFields place={tile.place} onPlace={onPlace} />
    </Stack>
  )
}

/** What everybody may not read a wall does not show: whoever composes for one is told beforehand. */
function OnWall({ tile }: { tile: BoardTile }) {
  if (tile.kind === 'plan' || tile.kind === 'video')
    return (
      <Text as="p" size="small" tone="warning">
        <Trans>A wall does not show this</Trans>
      </Text>
    )
  if (tile.kind === 'list')
    return (
      <Text as="p" size="small" tone="warning">
        {tile.entity === alarm.key ? (
          <Trans>On a wall the names in it are masked.</Trans>
        ) : (
          <Trans>On a wall it says how many there are, not the rows.</Trans>
        )}
      </Text>
    )
  return null
}

/** Where it stands, for whoever does not drag. */
function PlaceFields({ place, onPlace }: { place: Place; onPlace: (place: Place) => void }) {
  const { t } = useLingui()
  const { x, y, w, h } = place
  const field = (label: string, value: number, least: number, most: number, at: (value: number) => Place) => (
    <NumberInput
      label={label}
      min={least}
      max={most}
      clampBehavior="strict"
      allowDecimal={false}
      value={value}
      onChange={typed => typeof typed === 'number' && typed >= least && onPlace(at(typed))}
    />
  )
  return (
    <Stack gap={3} className={css.places}>
      {field(t`Column`, x + 1, 1, GRID.columns - w + 1, value => ({ ...place, x: value - 1 }))}
      {field(t`Row of the board`, y + 1, 1, GRID.rows - h + 1, value => ({ ...place, y: value - 1 }))}
      {field(t`Columns wide`, w, LEAST.w, GRID.columns - x, value => ({ ...place, w: value }))}
      {field(t`Rows high`, h, LEAST.h, GRID.rows - y, value => ({ ...place, h: value }))}
    </Stack>
  )
}

type Listed = TileOf<'count'> | TileOf<'list'> | TileOf<'chart'>

interface ListSettingsProps {
  tile: Listed
  onChange: (tile: BoardTile) => void
}

function ListSettings({ tile, onChange }: ListSettingsProps) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const { lists, view: viewFor } = useBoardParts()
  const view = useListView(tile.entity)
  const choose = async (entity: string) => {
    const next = { ...tile, entity, filters: {} }
    if (next.kind !== 'chart') return onChange(next)
    const its = await viewFor(entity)
    const series = its && seriesOf(its)[0]
    if (series) onChange({ ...next, series })
  }
  return (
    <>
      <Select
        label={t`List`}
        searchable
        allowDeselect={false}
        data={lists
          .filter(({ permission }) => may(permission))
          .map(({ key, name }) => ({ value: key, label: i18n._(name) }))}
        value={tile.entity}
        onChange={entity => entity !== null && void choose(entity)}
      />
      {tile.kind === 'list' && (
        <NumberInput
          label={t`Rows`}
          min={1}
          max={MOST_ROWS}
          clampBehavior="strict"
          allowDecimal={false}
          value={tile.rows}
          onChange={rows => typeof rows === 'number' && rows >= 1 && onChange({ ...tile, rows })}
        />
      )}
      {view && tile.kind === 'chart' && <SeriesSelect view={view} tile={tile} onChange={onChange} />}
      {view && <TileFilters view={view} tile={tile} onChange={onChange} />}
    </>
  )
}

/** What of a list can be charted: fields with words, and moments or days over the last two weeks. */
export function seriesOf({ entity, words }: View): Series[] {
  return Object.entries(entity.filters).flatMap(([field, kind]): Series[] => {
    const schema = entity.schema.shape[field]
    if (!schema) return []
    if (kind === 'oneOf' && definitionOf(bare(schema)).type === 'enum' && words[field])
      return [{ by: 'words', field }]
    if (kind === 'range' && (isMoment(entity, field) || isLocalDate(entity, field)))
      return [
        { by: 'days', field, days: 7 },
        { by: 'days', field, days: 14 },
      ]
    return []
  })
}

const nameOfSeries = (series: Series) =>
  series.by === 'words' ? series.field : `${series.field} ${series.days}`

function SeriesSelect({
  view,
  tile,
  onChange,
}: {
  view: View
  tile: TileOf<'chart'>
  onChange: (tile: BoardTile) => void
}) {
  const { i18n, t } = useLingui()
  const choices = seriesOf(view)
  const labelOf = (series: Series) => {
    const label = view.filters[series.field] ?? view.columns.find(({ of }) => of === series.field)?.label
    const field = label ? i18n._(label) : series.field
    return series.by === 'words' ? t`By ${field}` : t`Per day, last ${series.days} days: ${field}`
  }
  return (
    <Select
      label={t`Counted`}
      allowDeselect={false}
      data={choices.map(series => ({ value: nameOfSeries(series), label: labelOf(series) }))}
      value={nameOfSeries(tile.series)}
      onChange={name => {
        const series = choices.find(each => nameOfSeries(each) === name)
        if (series) onChange({ ...tile, series })
      }}
    />
  )
}

function TileFilters({ view, tile, onChange }: { view: View } & ListSettingsProps) {
  const { i18n, t } = useLingui()
  const { filters } = tile
  const put = (next: Readonly<Record<string, string>>) => onChange({ ...tile, filters: { ...next } })
  const nameOf = (name: string) => {
    const field = name.replace(/(From|To)$/, '')
    const label =
      view.filters[name] ?? view.filters[field] ?? view.columns.find(({ of }) => of === field)?.label
    return label ? i18n._(label) : name
  }
  const offered = Object.keys(view.filters)
  return (
    <Stack gap={2}>
      <Text as="h3" size="small" strong>
        <Trans>Filters</Trans>
      </Text>
      <List stack gap={1}>
        {Object.entries(filters).map(([name, value]) => {
          const label = nameOf(name)
          return (
            <Row as="li" key={name} gap={2} justify="between">
              <Text size="small" clip shrink>
                <bdi>{label}</bdi>:{' '}
                <bdi>
                  {value
                    .split(',')
                    .map(word => wordText(view, name, word, i18n))
                    .join(', ')}
                </bdi>
              </Text>
              <Button
                variant="default"
                size="compact-sm"
                aria-label={t`Remove the filter ${label}`}
                onClick={() => put(Object.fromEntries(Object.entries(filters).filter(([of]) => of !== name)))}
              >
                <Icon name="close" size={14} />
              </Button>
            </Row>
          )
        })}
      </List>
      {offered.length > 0 && (
        <FilterEditor
          key={`${view.entity.key} ${JSON.stringify(filters)}`}
          view={view}
          fields={offered}
          search={filters}
          onChange={changes =>
            put(
              Object.fromEntries(
                Object.entries({ ...filters, ...changes }).flatMap(([name, value]) =>
                  value === undefined || value === '' ? [] : [[name, String(value)]],
                ),
              ),
            )
          }
        />
      )}
    </Stack>
  )
}
