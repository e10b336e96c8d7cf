// The radio signal as four bars; a device that is not online has none to show.
import { useLingui } from '@lingui/react/macro'
import { Inline, Text } from './kit/parts.tsx'
import css from './signal-bars.module.css'

export interface SignalBarsProps {
  /** 0 to 4; undefined when unknown. */
  strength: number | undefined
  online: boolean
  /** The network's short name, such as 4G. */
  network?: string
}

export function SignalBars({ strength, online, network }: SignalBarsProps) {
  const { t } = useLingui()
  if (!online || strength === undefined) return <span>—</span>
  const bars = Math.min(4, Math.max(0, Math.round(strength)))
  return (
    <Inline gap={2} role="img" aria-label={t`Signal ${bars} of 4`}>
      {network && (
        <Text as="bdi" size="caption" strong tone="ink-2">
          {network}
        </Text>
      )}
      <svg width="16" height="12" viewBox="0 0 16 12" aria-hidden="true" focusable="false">
        {[0, 1, 2, 3].map(at => (
          <rect
            key={at}
            className={at < bars ? css.on : css.off}
            x={at * 4.2}
            y={9 - at * 3}
            width="3"
            height={3 + at * 3}
            rx="0.8"
          />
        ))}
      </svg>
    </Inline>
  )
}
