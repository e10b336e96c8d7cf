// A building from the front: floors above each other, units beside each other, a word in every cell. The arrow keys walk through it.
import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, memo, useMemo } from 'react'
import type { FrontRoom, BuildingFront as Shown } from '../../contract/endpoints/community.ts'
import { frontOf } from '../../domain/community/front.ts'
import type { RoomState } from '../../domain/community/room.ts'
import { stateWords } from '../../resource/device-state-words.ts'
import { Age } from '../../ui/age.tsx'
import { look } from '../../ui/kit/look.ts'
import { Box, Row, Text } from '../../ui/kit/parts.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import css from './building-front.module.css'
import { useCellWord } from './use-cell-word.ts'

interface BuildingFrontProps {
  building: Shown
  /** Rooms in other states step back. */
  only: RoomState | undefined
  openId: number | undefined
  onOpen: (id: number) => void
}

export function BuildingFront({ building, only, openId, onOpen }: BuildingFrontProps) {
  const { t } = useLingui()
  const { units, rooms } = building
  const front = useMemo(() => frontOf(units, rooms), [units, rooms])
  const wordOf = useCellWord()
  const first = front.units[0]?.floors.get(front.floors[0] ?? 0)?.[0]?.id
  const stop = openId ?? first
  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const cell = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-room]') : null
    const step = cell && STEPS[event.key]
    if (!cell || !step) return
    event.preventDefault()
    const mirrored = getComputedStyle(cell).direction === 'rtl' ? -1 : 1
    const [column, floor] = [
      Number(cell.dataset.column) + step.column * mirrored,
      Number(cell.dataset.floor) + step.floor,
    ]
    event.currentTarget
      .querySelector<HTMLElement>(`[data-floor="${floor}"][data-column="${column}"]`)
      ?.focus()
  }
  let before = 0
  return (
    <Row align="start" gap={4} scroll="x" className={css.front} onKeyDown={walk}>
      {front.units.map((unit, index) => {
        const about = units[index]
        const start = before
        before += unit.columns
        return (
          <section key={unit.id} className={css.unit} aria-label={about?.name}>
            <UnitHead unit={about} waiting={waitingIn(rooms, unit.id)} />
            <div className={css.floors} style={{ '--gh-columns': unit.columns }}>
              {front.floors.map((floor, level) => (
                <div key={floor} className={css.floor}>
                  <Text size="caption" tone="ink-3" nowrap text="end" className={css.label}>
                    {t`Floor ${floor}`}
                  </Text>
                  {(unit.floors.get(floor) ?? []).map((room, place) => (
                    <Cell
                      key={room.id}
                      room={room}
                      word={wordOf(room)}
                      column={start + place}
                      floor={level}
                      isStop={room.id === stop}
                      isOpen={room.id === openId}
                      fades={only !== undefined && room.state !== only}
                      onOpen={onOpen}
                    />
                  ))}
                </div>
              ))}
            </div>
          </section>
        )
      })}
    </Row>
  )
}

/** Floors are counted from the top. */
const STEPS: Readonly<Record<string, { column: number; floor: number } | undefined>> = {
  ArrowLeft: { column: -1, floor: 0 },
  ArrowRight: { column: 1, floor: 0 },
  ArrowUp: { column: 0, floor: -1 },
  ArrowDown: { column: 0, floor: 1 },
}

const waitingIn = (rooms: readonly FrontRoom[], unitId: number) =>
  rooms.filter(room => room.unitId === unitId && room.waiting !== null).length

function UnitHead({ unit, waiting }: { unit: Shown['units'][number] | undefined; waiting: number }) {
  const { i18n } = useLingui()
  const device = unit?.device
  const gone = device !== undefined && device !== null && device.state !== 'online'
  const state = device?.state
  return (
    <Row
      gap={2}
      padX={2}
      padY={1}
      round="control"
      size="small"
      below={2}
      ground={gone ? 'warning-soft' : 'sunken'}
    >
      {state && <StateMark shape={stateWords[state].shape} />}
      <Text as="bdi" strong nowrap>
        {unit?.name}
      </Text>
      {device ? (
        <Text clip shrink tone={gone ? 'warning' : 'ink-2'}>
          <bdi>{device.name}</bdi> {state && i18n._(stateWords[state].label)}{' '}
          {device.heardAt !== null && <Age at={device.heardAt} />}
        </Text>
      ) : (
        <Text clip tone="ink-3">
          <Trans>No door unit</Trans>
        </Text>
      )}
      {waiting > 0 && (
        <Text pushed nowrap strong tone="warning">
          <Trans>{waiting} waiting</Trans>
        </Text>
      )}
    </Row>
  )
}

interface CellProps {
  room: FrontRoom
  word: string
  column: number
  floor: number
  isStop: boolean
  isOpen: boolean
  fades: boolean
  onOpen: (id: number) => void
}

const Cell = memo(function Cell({ room, word, column, floor, isStop, isOpen, fades, onOpen }: CellProps) {
  return (
    <button
      type="button"
      data-room={room.id}
      data-state={room.state}
      data-column={column}
      data-floor={floor}
      tabIndex={isStop ? 0 : -1}
      aria-pressed={isOpen}
      className={look(
        { row: true, justify: 'between', gap: 1, round: 'small', size: 'caption', pointer: true },
        css.cell,
        css.of,
        fades && css.faded,
      )}
      onClick={() => onOpen(room.id)}
    >
      <bdi>{room.roomNo}</bdi>
      <Box as="span" clip shrink>
        {word}
      </Box>
    </button>
  )
})
