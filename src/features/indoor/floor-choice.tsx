// The floors of all buildings with how many devices are on each, one of them chosen.
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { look } from '../../ui/kit/look.ts'
import { Row, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import css from './indoor.module.css'
import type { Floor } from './indoor-query.ts'

interface FloorChoiceProps {
  floors: readonly Floor[]
  value: number | undefined
  onChange: (drawingId: number) => void
}

/** Buildings in the order of the floors. */
export function byBuilding(floors: readonly Floor[]): [building: string, floors: Floor[]][] {
  const buildings = new Map<string, Floor[]>()
  for (const floor of floors) {
    const name = floor.building ?? ''
    const list = buildings.get(name) ?? []
    buildings.set(name, list)
    list.push(floor)
  }
  return [...buildings]
}

/** A floor in short: its storey where it has one, else its title. */
export const shortName = ({ floor, title }: Pick<Floor, 'floor' | 'title'>): string => floor || title

export function FloorChoice({ floors, value, onChange }: FloorChoiceProps) {
  const { t } = useLingui()
  const number = numberFormat(useIntlLocale())
  const buildings = useMemo(() => byBuilding(floors), [floors])
  return (
    <Row
      wrap
      align="stretch"
      gap={2}
      columnGap={4}
      shrink
      className={css.floors}
      role="radiogroup"
      aria-label={t`Floors`}
    >
      {buildings.map(([building, list]) => (
        <Row key={building} wrap gap={2} className={css.building}>
          {building !== '' && (
            <Text as="bdi" size="caption" tone="ink-2">
              {building}
            </Text>
          )}
          {list.map(floor => (
            <label
              key={floor.drawingId}
              className={look(
                {
                  inline: true,
                  gap: 2,
                  atLeast: 'target',
                  padX: 3,
                  ground: 'raised',
                  edge: 'strong',
                  round: 'control',
                  tone: 'ink',
                  pointer: true,
                  chosen: true,
                  ringAround: true,
                },
                css.floor,
              )}
              title={floor.title}
            >
              <input
                type="radio"
                name="floor"
                className="gh-hidden"
                checked={floor.drawingId === value}
                onChange={() => onChange(floor.drawingId)}
              />
              <bdi>{shortName(floor)}</bdi>
              <Text
                ground="ok-soft"
                round="card"
                size="caption"
                tone="ok"
                text="center"
                miw={24}
                className={css.floorCount}
                data-empty={floor.deviceCount === 0 || undefined}
                title={t`${floor.onlineCount} of ${floor.deviceCount} online`}
              >
                {number.format(floor.deviceCount)}
              </Text>
            </label>
          ))}
        </Row>
      ))}
    </Row>
  )
}
