// Devices that cannot be told apart on the map because they are in one spot: a short list to choose from.
import { Plural, useLingui } from '@lingui/react/macro'
import { deviceKinds } from '../../../domain/device/device.ts'
import { fleetStates } from '../../../domain/device/fleet-columns.ts'
import { kindIcon } from '../../../resource/device-kind-words.ts'
import { stateWords } from '../../../resource/device-state-words.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { Box, Column, LineButton, List, Row, Text } from '../../../ui/kit/parts.tsx'
import { StateMark } from '../../../ui/state-mark.tsx'
import css from './device-card.module.css'
import type { Fleet } from './fleet-store.ts'

interface SpotCardProps {
  fleet: Fleet
  slots: readonly number[]
  onPick: (slot: number) => void
  onClose: () => void
}

/** Rows drawn at most; more than a building of devices in one spot is rare. */
const MOST = 200

export function SpotCard({ fleet, slots, onPick, onClose }: SpotCardProps) {
  const { i18n, t } = useLingui()
  return (
    <Column
      as="section"
      gap={3}
      shrinkDown
      pad={3}
      ground="surface"
      edge="strong"
      round="card"
      floating
      mah="100%"
      className={css.card}
      aria-label={t`Devices in one spot`}
    >
      <Row as="header" align="start" gap={3}>
        <Box grow shrink>
          <Text as="h2" size="section" breaks className={css.title}>
            <Plural value={slots.length} one="# device in this spot" other="# devices in this spot" />
          </Text>
        </Box>
        <IconButton icon="close" label={t`Close`} onClick={onClose} />
      </Row>
      <List column scroll="y">
        {slots.slice(0, MOST).map(slot => {
          const kind = deviceKinds[fleet.columns.kinds[slot] ?? 0] ?? 'locator'
          const state = fleetStates[fleet.columns.states[slot] ?? 0] ?? 'offline'
          return (
            <li key={fleet.columns.ids[slot]}>
              <LineButton
                gap={2}
                atLeast="finger"
                padX={2}
                round="control"
                tone="same"
                onClick={() => onPick(slot)}
              >
                <Icon name={kindIcon(kind)} />
                <Text as="bdi" grow shrink clip>
                  {fleet.names[slot]}
                </Text>
                <StateMark shape={stateWords[state].shape} label={i18n._(stateWords[state].label)} />
              </LineButton>
            </li>
          )
        })}
      </List>
    </Column>
  )
}
