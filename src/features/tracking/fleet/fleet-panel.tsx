// Filters and list of the devices beside the map, or why there is no list.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Switch } from '@mantine/core'
import type { DeviceKind } from '../../../domain/device/device.ts'
import { wordsForError } from '../../../resource/error-words.ts'
import { look } from '../../../ui/kit/look.ts'
import { Row } from '../../../ui/kit/parts.tsx'
import { Empty, ErrorState, Loading } from '../../../ui/states.tsx'
import { FleetFilters } from './fleet-filters.tsx'
import { FleetList, type FleetListProps } from './fleet-list.tsx'
import type { FleetSearch } from './fleet-search.ts'
import type { Fleet } from './fleet-store.ts'
import type { FleetState } from './use-fleet.ts'

interface FleetPanelProps extends Omit<FleetListProps, 'label' | 'fleet'> {
  state: FleetState
  search: FleetSearch
  onChange: (changes: Partial<FleetSearch>) => void
  counts: ReturnType<Fleet['counts']>
  onlyMap: boolean
  onOnlyMap: (only: boolean) => void
  /** The page shows these kinds only. */
  kinds: readonly DeviceKind[] | undefined
  /** The page itself chooses the group. */
  grouped: boolean | undefined
}

export function FleetPanel(props: FleetPanelProps) {
  const { state, search, onChange, counts, onlyMap, onOnlyMap, kinds, grouped, ...list } = props
  const { i18n, t } = useLingui()
  const there = state.is === 'live' || state.is === 'stored'
  const { unplaced } = counts
  return (
    <>
      <FleetFilters
        search={search}
        onChange={onChange}
        byState={counts.byState}
        kinds={kinds}
        grouped={grouped}
      />
      <Row wrap justify="between" gap={2} columnGap={3} padX={3}>
        <Switch
          size="sm"
          label={t`Only what is on the map`}
          checked={onlyMap}
          onChange={event => onOnlyMap(event.currentTarget.checked)}
        />
        {unplaced > 0 && search.age !== 'none' && (
          <button
            type="button"
            className={look({
              bare: true,
              pad: 0,
              size: 'small',
              tone: 'accent',
              pointer: true,
              atLeast: 'chip',
            })}
            onClick={() => onChange({ age: 'none' })}
          >
            <Trans>{unplaced} without a position</Trans>
          </button>
        )}
      </Row>
      {state.is === 'loading' && <Loading variant="list" count={8} />}
      {state.is === 'failed' && (
        <ErrorState
          what={state.error ? i18n._(wordsForError(state.error)) : t`No connection, and nothing is stored`}
          onRetry={state.retry}
        />
      )}
      {there && list.slots.length === 0 && (
        <Nothing
          all={state.fleet.size}
          filtered={isFiltered(search)}
          onlyMap={onlyMap}
          onClear={() => {
            onOnlyMap(false)
            onChange({ state: undefined, kind: undefined, group: undefined, q: undefined, age: undefined })
          }}
        />
      )}
      {list.slots.length > 0 && <FleetList label={t`Devices`} fleet={state.fleet} {...list} />}
    </>
  )
}

const isFiltered = ({ imei: _, ...others }: FleetSearch): boolean =>
  Object.values(others).some(value => value !== undefined)

interface NothingProps {
  all: number
  filtered: boolean
  onlyMap: boolean
  onClear: () => void
}

function Nothing({ all, filtered, onlyMap, onClear }: NothingProps) {
  if (all === 0)
    return (
      <Empty
        icon="helmet"
        title={<Trans>No devices yet</Trans>}
        why={<Trans>Devices appear here once they have been added and have reported their position.</Trans>}
        action={
          <Button variant="default" component="a" href="#/DeviceList">
            <Trans>Go to the devices</Trans>
          </Button>
        }
      />
    )
  return (
    <Empty
      icon="search"
      title={<Trans>Nothing matches</Trans>}
      why={
        onlyMap && !filtered ? (
          <Trans>No device is in the part of the map that is shown.</Trans>
        ) : (
          <Trans>No device matches the filters.</Trans>
        )
      }
      action={
        <Button variant="default" onClick={onClear}>
          <Trans>Show all</Trans>
        </Button>
      }
    />
  )
}
