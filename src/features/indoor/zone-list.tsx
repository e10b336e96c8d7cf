// The zones of a floor with how many are in each; those where nobody should be stand out.
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { look } from '../../ui/kit/look.ts'
import { List, Row, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import css from './indoor.module.css'
import type { Tag } from './indoor-query.ts'
import { type IndoorZone, zoneColours, zoneKindWords } from './indoor-words.ts'

interface ZoneListProps {
  zones: readonly IndoorZone[]
  inZone: ReadonlyMap<number, readonly Tag[]>
  /** At the end of each line. */
  end?: (zone: IndoorZone) => ReactNode
}

export function ZoneList({ zones, inZone, end }: ZoneListProps) {
  const { i18n, t } = useLingui()
  const number = numberFormat(useIntlLocale())
  if (zones.length === 0) return null
  return (
    <>
      <Text as="h2" size="small" strong tone="ink-2">{t`Zones`}</Text>
      <List column gap={2} aria-label={t`Zones`}>
        {zones.map(zone => {
          const count = inZone.get(zone.id)?.length ?? 0
          const wrong = count > 0 && (zone.kind === 'danger' || zone.kind === 'restricted')
          return (
            <Row as="li" key={zone.id} gap={2} atLeast="target" className={css.zone}>
              <Text
                square={3}
                round="small"
                rigid
                className={css.swatch}
                style={{ color: `var(--gh-${zoneColours[zone.kind]})` }}
              />
              <bdi>{zone.name}</bdi>
              <Text tone="ink-2">{i18n._(zoneKindWords[zone.kind])}</Text>
              <span className={look({ strong: true }, wrong ? look({ tone: 'critical' }) : undefined)}>
                {number.format(count)}
              </span>
              {end?.(zone)}
            </Row>
          )
        })}
      </List>
    </>
  )
}
