// The devices around a place now, with the way to the track of each.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { metresBetween, type Place } from '../../../domain/geo/geo.ts'
import { wordsForError } from '../../../resource/error-words.ts'
import { Icon } from '../../../ui/icons.tsx'
import { look } from '../../../ui/kit/look.ts'
import { List, Text } from '../../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import { fleetOptions } from './fleet-query.ts'
import { pathTo, useGo } from './go.ts'

const NEAR_METRES = 60
const SHOWN = 5

export function NearDevices({ at }: { at: Place }) {
  const { i18n } = useLingui()
  const locale = useIntlLocale()
  const go = useGo()
  const { data, isError, error } = useQuery(fleetOptions('live'))
  if (!data)
    return isError ? (
      <Text as="p" size="caption" tone="ink-3">
        {i18n._(wordsForError(error))}
      </Text>
    ) : null
  const { imeis, names, wearers, columns } = data
  const near = imeis
    .flatMap((imei, slot) => {
      const [latitude, longitude] = [columns.latitudes[slot], columns.longitudes[slot]]
      // Without a position it is not a number.
      if (latitude === undefined || longitude === undefined || !Number.isFinite(latitude)) return []
      const metres = metresBetween(at, { latitude, longitude })
      return metres <= NEAR_METRES ? [{ imei, name: wearers[slot] || names[slot] || imei, metres }] : []
    })
    .sort((a, b) => a.metres - b.metres)
  if (near.length === 0)
    return (
      <Text as="p" size="caption" tone="ink-3">
        <Trans>No device is near this picture now</Trans>
      </Text>
    )
  const away = numberFormat(locale, { style: 'unit', unit: 'meter', maximumFractionDigits: 0 })
  return (
    <List>
      {near.slice(0, SHOWN).map(({ imei, name, metres }) => (
        <li key={imei}>
          <a
            {...go(pathTo('track', imei))}
            className={look({
              row: true,
              gap: 2,
              atLeast: 'finger',
              tone: 'ink',
              undecorated: true,
              hovers: true,
              round: 'control',
              size: 'small',
            })}
          >
            <Icon name="route" size={16} />
            <Text as="bdi" grow shrink clip>
              {name}
            </Text>
            <Text size="caption" tone="ink-3" nowrap>
              {away.format(metres)}
            </Text>
          </a>
        </li>
      ))}
    </List>
  )
}
