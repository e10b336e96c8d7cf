// What a map says when it cannot be shown, or only in part: what happened and what can be done.
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { MapFault } from '../../platform/map/map-port.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Column, Row, SectionTitle, Text } from '../../ui/kit/parts.tsx'

const WHAT = {
  webgl: msg`Your browser does not support the map`,
  load: msg`The map could not be loaded`,
  timeout: msg`The map does not answer`,
  key: msg`The map provider refuses this installation`,
  tiles: msg`Some parts of the map could not be loaded`,
} satisfies Record<MapFault, unknown>

const WHY = {
  webgl: msg`It needs WebGL, which this browser lacks or has switched off. Another browser, or hardware acceleration in its settings, helps. The list beside the map shows the same.`,
  load: msg`The network or the provider is not reachable.`,
  timeout: msg`The network is slow, or the provider is not reachable.`,
  key: msg`Its key is missing, wrong or not meant for this address. The operator of this installation can fix that.`,
  tiles: msg`They come as soon as the network is back.`,
} satisfies Record<MapFault, unknown>

export interface MapFaultNoteProps {
  fault: MapFault
  onRetry: () => void
  /** Undefined where it is the console's own map that failed. */
  onOwnMap: (() => void) | undefined
}

/** Stands in place of a map that did not open. */
export function MapFaultNote({ fault, onRetry, onOwnMap }: MapFaultNoteProps) {
  const { i18n } = useLingui()
  return (
    <Column
      align="center"
      justify="center"
      gap={2}
      over
      pad={4}
      ground="surface"
      scroll="both"
      tone="ink-2"
      text="center"
      z={3}
      role="alert"
    >
      <Icon name="map" size={28} />
      <SectionTitle as="h3" tone="ink">
        {i18n._(WHAT[fault])}
      </SectionTitle>
      <Text as="p" atMost="line">
        {i18n._(WHY[fault])}
      </Text>
      <Row wrap align="stretch" justify="center" gap={2} above={2}>
        <Button variant="default" onClick={onRetry} leftSection={<Icon name="refresh" />}>
          <Trans>Try again</Trans>
        </Button>
        {onOwnMap && (
          <Button onClick={onOwnMap}>
            <Trans>Use the built-in map</Trans>
          </Button>
        )}
      </Row>
    </Column>
  )
}

/** A line over a map that stands, but with holes. */
export function TilesNote({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui()
  return (
    <Row
      insetX={12}
      insetY="auto 36px"
      z={3}
      absolute
      maw="calc(100% - 24px)"
      gap={2}
      atLeast="target"
      padStart={3}
      middling
      hugs
      ground="surface"
      edge="strong"
      round="control"
      floating
      tone="ink"
      role="status"
    >
      <span>
        {i18n._(WHAT.tiles)}. {i18n._(WHY.tiles)}
      </span>
      <IconButton icon="close" label={t`Close`} onClick={onClose} />
    </Row>
  )
}
