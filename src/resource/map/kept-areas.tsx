// Areas of the operator's map that are kept on this device: how large one would be, keeping it, what is there, removing it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Select } from '@mantine/core'
import type { MapHost } from '../../platform/map/map-host.ts'
import { Age } from '../../ui/age.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { look } from '../../ui/kit/look.ts'
import { Column, List, Row, Text } from '../../ui/kit/parts.tsx'
import { formatMoment, numberFormat, useIntlLocale } from '../../ui/locale.ts'
import css from './kept-areas.module.css'
import type { MapWatch } from './map-watch.ts'
import { type Keeping, useKeptAreas } from './use-kept-areas.ts'

export interface KeptAreasProps {
  host: MapHost
  watch: MapWatch
  /** Of the archive, as the configuration says it. */
  url: string
  authorization: () => string | undefined
}

const MEGABYTE = 1_000_000

export default function KeptAreas(props: KeptAreasProps) {
  const { t } = useLingui()
  const { areas, plan, detail, setDetail, keeping, ask, keep, renew, cancel, remove, mark } =
    useKeptAreas(props)
  const size = useSize()
  const step = plan.is === 'planned' ? plan.plan.steps.find(({ zoom }) => zoom === detail) : undefined
  return (
    <Column gap={2}>
      {plan.is === 'offline' && (
        <Text as="p" size="caption" tone="ink-2">
          <Trans>With network, the part of the map that you see can be kept here.</Trans>
        </Text>
      )}
      {plan.is === 'planning' && (
        <Text as="p" size="caption" tone="ink-2" role="status">
          <Trans>Checking how large this part of the map is…</Trans>
        </Text>
      )}
      {plan.is === 'unanswered' && (
        <>
          <Text as="p" size="caption" tone="ink-2" role="status">
            <Trans>The map does not answer</Trans>
          </Text>
          <Button variant="default" onClick={ask}>
            <Trans>Try again</Trans>
          </Button>
        </>
      )}
      {plan.is === 'planned' && plan.plan.steps.length === 0 && (
        <Text as="p" size="caption" tone="ink-2">
          <Trans>The operator’s map has nothing here.</Trans>
        </Text>
      )}
      {plan.is === 'planned' && step && (
        <>
          <Select
            label={t`Detail of the part that you see`}
            data={plan.plan.steps
              .slice(-6)
              .map(({ zoom, bytes }) => ({ value: String(zoom), label: t`Zoom ${zoom}: ${size(bytes)}` }))}
            value={String(detail)}
            allowDeselect={false}
            disabled={keeping.is === 'loading'}
            onChange={value => setDetail(Number(value))}
          />
          {plan.plan.cut && (
            <Text as="p" size="caption" tone="ink-2">
              <Trans>More detail is possible when you zoom in first.</Trans>
            </Text>
          )}
          {keeping.is !== 'loading' && (
            <Button variant="default" onClick={keep}>
              <Trans>Keep this area on the device ({size(step.bytes)})</Trans>
            </Button>
          )}
        </>
      )}
      <Progress keeping={keeping} onCancel={cancel} />
      {areas.length > 0 && (
        <List aria-label={t`Kept areas`}>
          {areas.map(area => (
            <Row as="li" gap={1} edgeAbove key={area.id}>
              <button
                type="button"
                className={look(
                  {
                    bare: true,
                    column: true,
                    justify: 'center',
                    grow: true,
                    shrink: true,
                    atLeast: 'target',
                    padX: 0,
                    padY: 2,
                    tone: 'ink',
                    text: 'start',
                    pointer: true,
                  },
                  css.area,
                )}
                onClick={() => props.host.fit(area.bounds, { animate: true })}
              >
                <bdi>{area.name}</bdi>
                <small>
                  <Trans>
                    {size(area.bytes)}, up to zoom {area.mostZoom}, kept {formatMoment(area.at)}
                  </Trans>
                </small>
                <small>
                  <Age at={area.at} />
                </small>
                {mark !== area.mark && (
                  <small className={css.old}>
                    <Trans>The operator’s map is newer. Keep the area again to have it.</Trans>
                  </small>
                )}
              </button>
              {mark !== area.mark && plan.is === 'planned' && (
                <IconButton
                  icon="refresh"
                  label={t`Keep ${area.name} again`}
                  disabled={keeping.is === 'loading'}
                  onClick={() => renew(area)}
                />
              )}
              <IconButton icon="trash" label={t`Delete ${area.name}`} onClick={() => remove(area)} />
            </Row>
          ))}
        </List>
      )}
    </Column>
  )
}

function Progress({ keeping, onCancel }: { keeping: Keeping; onCancel: () => void }) {
  const { t } = useLingui()
  const percent = numberFormat(useIntlLocale(), { style: 'percent' })
  const size = useSize()
  if (keeping.is === 'idle') return null
  if (keeping.is === 'loading')
    return (
      <Row gap={2}>
        <progress value={keeping.share} max={1} aria-label={t`Keeping the area`} />
        <span>{percent.format(keeping.share)}</span>
        <Button variant="subtle" size="compact-sm" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </Row>
    )
  return (
    <Text as="p" tone="critical" role="alert">
      {keeping.is === 'full' && keeping.free !== undefined ? (
        <Trans>The device has no room for it: {size(keeping.free)} are free. Choose less detail.</Trans>
      ) : keeping.is === 'full' ? (
        <Trans>The device has no room for it. Choose less detail.</Trans>
      ) : keeping.is === 'refused' ? (
        <Trans>The browser did not keep it. Try again.</Trans>
      ) : keeping.is === 'changed' ? (
        <Trans>The operator has just put another map in place. Try again.</Trans>
      ) : keeping.is === 'closed' ? (
        <Trans>This browser stores nothing, as in a private window.</Trans>
      ) : (
        <Trans>The network broke off. What came stays for a moment; try again to go on.</Trans>
      )}
    </Text>
  )
}

/** Sizes in megabytes, small ones in kilobytes. */
function useSize(): (bytes: number) => string {
  const locale = useIntlLocale()
  const write = (unit: string, value: number) =>
    numberFormat(locale, { style: 'unit', unit, maximumFractionDigits: value < 10 ? 1 : 0 }).format(value)
  return bytes => (bytes < MEGABYTE ? write('kilobyte', bytes / 1000) : write('megabyte', bytes / MEGABYTE))
}
