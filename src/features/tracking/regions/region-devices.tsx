// The devices of one region, the way on to each.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { fleetStates } from '../../../domain/device/fleet-columns.ts'
import { stateWords } from '../../../resource/device-state-words.ts'
import { List, Row, SectionTitle, Text } from '../../../ui/kit/parts.tsx'
import { StateMark } from '../../../ui/state-mark.tsx'
import type { Fleet } from '../fleet/fleet-store.ts'
import { pathTo, useGo } from '../fleet/go.ts'
import css from './region-page.module.css'

/** More are found by the list of devices, which searches. */
const MOST_LISTED = 200

export function RegionDevices({ fleet, slots }: { fleet: Fleet; slots: readonly number[] }) {
  const { t, i18n } = useLingui()
  const go = useGo()
  const shown = slots.slice(0, MOST_LISTED)
  const left = slots.length - shown.length
  return (
    <section className={css.devices} aria-label={t`Devices of this region`}>
      <SectionTitle below={1}>
        <Trans>Devices of this region</Trans>
      </SectionTitle>
      <List>
        {shown.map(slot => {
          const imei = fleet.imeis[slot] ?? ''
          const state = fleetStates[fleet.columns.states[slot] ?? 0] ?? 'offline'
          return (
            <Row as="li" justify="between" gap={3} atLeast="row" edgeBelow key={imei}>
              <a {...go(pathTo('ProDeviceList', imei))}>
                <bdi>{fleet.names[slot] || imei}</bdi>
              </a>
              <StateMark shape={stateWords[state].shape} label={i18n._(stateWords[state].label)} />
            </Row>
          )
        })}
      </List>
      {left > 0 && (
        <Text as="p" size="caption" tone="ink-2">
          <Plural
            value={left}
            one="# more device. The list of devices finds it by name or number."
            other="# more devices. The list of devices finds them by name or number."
          />
        </Text>
      )}
    </section>
  )
}
