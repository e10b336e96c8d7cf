// How many of something wait, at the corner of a button of the bar; the button's own label says it to screen readers.
import { Text } from '../../ui/kit/parts.tsx'
import css from './header-bar.module.css'

/** A badge wider than this pushes the bar about. */
const MOST_SHOWN = 99

interface CornerCountProps {
  count: number
  /** Waits, but nothing is wrong. */
  calm?: boolean
}

export function CornerCount({ count, calm = false }: CornerCountProps) {
  return (
    <Text
      padX={1}
      round="full"
      size="caption"
      strong
      tone="on-critical"
      text="center"
      insetX="auto 0"
      insetY="2px auto"
      absolute
      miw={16}
      ground="critical-fill"
      still
      className={css.count}
      data-tone={calm ? 'attention' : undefined}
      aria-hidden="true"
    >
      {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
    </Text>
  )
}
