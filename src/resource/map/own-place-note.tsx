// Says that the own place is being asked for, or why it is not known and what helps.
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconButton } from '../../ui/icon-button.tsx'
import { Row } from '../../ui/kit/parts.tsx'
import css from './map-fault.module.css'
import type { OwnPlaceFault } from './own-place.ts'

const WORDS = {
  missing: msg`Your browser does not support geolocation`,
  insecure: msg`The browser shares your location over https only. Ask the operator for an address that begins with https.`,
  refused: msg`You have not allowed this page to use your location. The lock beside the address lets you change that.`,
  unknown: msg`Your device does not know where it is. Outdoors, or with Wi-Fi switched on, it may.`,
  late: msg`Your device did not find out where it is in time. Try again in a moment.`,
} satisfies Record<OwnPlaceFault, unknown>

export interface OwnPlaceNoteProps {
  asking: boolean
  fault: OwnPlaceFault | undefined
  onClose: () => void
}

export function OwnPlaceNote({ asking, fault, onClose }: OwnPlaceNoteProps) {
  const { t, i18n } = useLingui()
  if (!asking && !fault) return null
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
      padEnd={3}
      middling
      hugs
      ground="surface"
      edge="strong"
      round="control"
      floating
      tone="ink"
      className={css.note}
      role={fault ? 'alert' : 'status'}
    >
      <span>{fault ? i18n._(WORDS[fault]) : <Trans>Finding your location…</Trans>}</span>
      {fault && <IconButton icon="close" label={t`Close`} onClick={onClose} />}
    </Row>
  )
}
