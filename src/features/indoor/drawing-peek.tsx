// A drawing small in the list and large in the panel beside it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useRights } from '../../resource/surroundings.ts'
import { Facts } from '../../ui/facts.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { planAddress } from './floor-layers.ts'
import css from './indoor.module.css'
import type { Drawing } from './indoor-words.ts'

export function DrawingThumb({ row }: { row: Pick<Drawing, 'picture'> }) {
  return (
    <img
      className={look({ block: true, round: 'small', contain: true }, css.thumb)}
      src={planAddress(row.picture)}
      alt=""
      loading="lazy"
      decoding="async"
    />
  )
}

export function DrawingPeek({ row }: { row: Drawing }) {
  const { t } = useLingui()
  const metres = useMetres()
  const size = row.realWidth && row.realHeight ? `${metres(row.realWidth)} × ${metres(row.realHeight)}` : null
  return (
    <>
      <PeekSection>
        <a href={row.picture} target="_blank" rel="noreferrer" aria-label={t`Open the image`}>
          <img
            className={look(
              { wide: true, round: 'control', block: true, contain: true, atMostTall: 'part' },
              css.big,
            )}
            src={planAddress(row.picture)}
            alt={row.title}
          />
        </a>
      </PeekSection>
      <PeekSection>
        <Facts
          facts={[
            { id: 'project', label: t`Project`, value: row.project },
            { id: 'customer', label: t`Customer`, value: row.customer },
            { id: 'building', label: t`Building`, value: row.building },
            { id: 'unit', label: t`Unit`, value: row.unit },
            { id: 'floor', label: t`Floor`, value: row.floor },
            { id: 'address', label: t`Address`, value: row.address },
            { id: 'size', label: t`Real size`, value: size },
            { id: 'scale', label: t`Scale`, value: row.scale ? `1 : ${row.scale}` : null },
          ]}
        />
      </PeekSection>
    </>
  )
}

/** Metres with their unit, as the reader writes them. */
export function useMetres(): (metres: number) => string {
  const format = numberFormat(useIntlLocale(), {
    style: 'unit',
    unit: 'meter',
    unitDisplay: 'short',
    maximumFractionDigits: 2,
  })
  return metres => format.format(metres)
}

export function DrawingButtons({ row }: { row: Drawing }) {
  const { t } = useLingui()
  const may = useRights()
  const measured = row.positioning && row.realWidth && row.realHeight
  return (
    <>
      <Button
        variant="default"
        component="a"
        href={row.picture}
        download={`${row.title}.webp`}
        leftSection={<Icon name="download" />}
      >
        {t`Download`}
      </Button>
      {measured && (
        <Button
          variant="default"
          component="a"
          href={`#/indoorMap?floor=${row.id}`}
          leftSection={<Icon name="map" />}
        >
          <Trans>Who is there</Trans>
        </Button>
      )}
      {measured && may('baseStation.save') && (
        <Button
          variant="default"
          component="a"
          href={`#/baseStationEdit?drawingId=${row.id}`}
          leftSection={<Icon name="signal" />}
        >
          <Trans>Place base stations</Trans>
        </Button>
      )}
    </>
  )
}
