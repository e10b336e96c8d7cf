// The devices beside the map: however many, only the rows in sight are drawn.
import { useLingui } from '@lingui/react/macro'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, type ReactNode, useEffect, useRef } from 'react'
import { deviceKinds } from '../../../domain/device/device.ts'
import { fleetStates } from '../../../domain/device/fleet-columns.ts'
import { kindIcon } from '../../../resource/device-kind-words.ts'
import { stateWords } from '../../../resource/device-state-words.ts'
import { Age } from '../../../ui/age.tsx'
import { Battery } from '../../../ui/battery.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { look } from '../../../ui/kit/look.ts'
import { Box, Center, Column, LineButton, List, Text } from '../../../ui/kit/parts.tsx'
import { StateMark } from '../../../ui/state-mark.tsx'
import css from './fleet-list.module.css'
import type { Fleet } from './fleet-store.ts'

export interface FleetListProps {
  label: string
  fleet: Fleet
  /** Draws anew when it grows. */
  version: number
  slots: readonly number[]
  picked: number | undefined
  onPick: (slot: number) => void
  onHover: (slot: number | undefined) => void
  /** Rows are chosen, not only looked at. */
  chosen?: ReadonlySet<number> | undefined
  onChoose?: ((slot: number) => void) | undefined
  /** At the end of a row's second line, such as a foot ring that is loose. */
  note?: ((slot: number) => ReactNode) | undefined
}

const ROW_PIXELS = 56

export function FleetList(props: FleetListProps) {
  const { label, fleet, slots, picked, onPick, onHover, chosen, onChoose, note, version } = props
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: slots.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PIXELS,
    overscan: 6,
  })
  const at = picked === undefined ? -1 : slots.indexOf(picked)
  // Picked on the map: its row comes into sight. A row that only moves in the list is left alone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the pick, not the place in the list
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' })
  }, [picked])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    const here = Number(document.activeElement?.closest('[data-at]')?.getAttribute('data-at') ?? -1)
    const next = Math.min(slots.length - 1, Math.max(0, here + step))
    event.preventDefault()
    virtual.scrollToIndex(next, { align: 'auto' })
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-at="${next}"] button`)?.focus(),
    )
  }
  return (
    // Arrows move among the buttons inside
    <Box ref={scroller} grow edgeAbove scroll="y" mih={120} className={css.scroller} onKeyDown={onKeyDown}>
      <List relative aria-label={label} style={{ blockSize: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(item => {
          const slot = slots[item.index] ?? 0
          return (
            <Box
              as="li"
              key={fleet.columns.ids[slot]}
              h={56}
              insetX="0"
              insetY="0 auto"
              absolute
              data-at={item.index}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <Row
                fleet={fleet}
                version={version}
                slot={slot}
                active={slot === picked}
                chosen={chosen?.has(slot)}
                onPick={onPick}
                onHover={onHover}
                onChoose={onChoose}
                note={note?.(slot)}
              />
            </Box>
          )
        })}
      </List>
    </Box>
  )
}

interface RowProps extends Pick<FleetListProps, 'fleet' | 'version' | 'onPick' | 'onHover' | 'onChoose'> {
  slot: number
  active: boolean
  chosen: boolean | undefined
  note: ReactNode
}

const Row = memo(({ fleet, slot, active, chosen, onPick, onHover, onChoose, note }: RowProps) => {
  const { i18n, t } = useLingui()
  const { columns, names, wearers } = fleet
  const kind = deviceKinds[columns.kinds[slot] ?? 0] ?? 'locator'
  const state = fleetStates[columns.states[slot] ?? 0] ?? 'offline'
  const positionAt = columns.positionAts[slot] ?? 0
  const battery = columns.batteries[slot] ?? -1
  const placed = fleet.placeOf(slot) !== undefined
  const name = names[slot] ?? ''
  return (
    <Box row align="stretch" tall edgeBelow>
      {onChoose && (
        <label className={look({ center: true, rigid: true, pointer: true }, css.check)}>
          <span className="gh-hidden">{t`Choose ${name}`}</span>
          <input type="checkbox" checked={chosen ?? false} onChange={() => onChoose(slot)} />
        </label>
      )}
      <LineButton
        gap={2}
        grow
        shrink
        padX={3}
        tone="same"
        ringInside
        picked
        wide={false}
        aria-current={active ? 'true' : undefined}
        onClick={() => onPick(slot)}
        onMouseEnter={() => onHover(slot)}
        onMouseLeave={() => onHover(undefined)}
        onFocus={() => onHover(slot)}
        onBlur={() => onHover(undefined)}
      >
        <Center as="span" rigid tone="ink-2">
          <Icon name={kindIcon(kind)} size={20} />
        </Center>
        <Column as="span" gap="half" grow shrink>
          <Text strong clip>
            <bdi>{name}</bdi>
          </Text>
          <Text row align="stretch" gap={2} hidden size="caption" tone="ink-3" nowrap>
            {wearers[slot] && (
              <Text as="bdi" hidden className={css.wearer}>
                {wearers[slot]}
              </Text>
            )}
            {note ??
              (placed ? (
                positionAt > 0 && (
                  <span className={fleet.stale(slot) ? look({ tone: 'attention' }) : undefined}>
                    <Age at={positionAt} />
                  </span>
                )
              ) : (
                <Text tone="attention">{t`No position`}</Text>
              ))}
          </Text>
        </Column>
        <Column as="span" align="end" gap="half" rigid shrink size="caption" tone="ink-2">
          <StateMark shape={stateWords[state].shape} label={i18n._(stateWords[state].label)} />
          {battery >= 0 && <Battery percent={battery} bare />}
        </Column>
      </LineButton>
    </Box>
  )
})
Row.displayName = 'FleetRow'
