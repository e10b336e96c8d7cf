// A round button with its word below it, a thumb wide: what one presses during a call.
import type { ComponentProps, ReactNode } from 'react'
import { Icon, type IconName } from './icons.tsx'
import { look } from './kit/look.ts'
import { Center, Stack, Text } from './kit/parts.tsx'
import css from './round-control.module.css'

/** What opens a menu or a panel is told the rest by it. */
export interface RoundControlProps extends Omit<ComponentProps<'button'>, 'type' | 'className'> {
  icon: IconName
  label: ReactNode
  /** State of a toggle; absent for a plain button. */
  on?: boolean
  /** Beside the colour, in words. */
  state?: ReactNode
  /** Under way: a press does nothing, and the focus stays. */
  busy?: boolean
  /** Ends what goes on: the only red one. */
  ends?: boolean
  /** Records: soft red while it does. */
  records?: boolean
  shortcut?: string
  onPress?: () => void
}

export function RoundControl(props: RoundControlProps) {
  const { icon, label, on, state, busy, ends, records, shortcut, onPress, ...button } = props
  return (
    <button
      onClick={busy ? undefined : onPress}
      {...button}
      type="button"
      className={look(
        {
          bare: true,
          stack: true,
          items: 'center',
          gap: 2,
          pad: 1,
          round: 'control',
          tone: 'ink',
          pointer: true,
          fades: true,
        },
        css.control,
        ends && css.ends,
        records && css.records,
      )}
      aria-pressed={on}
      aria-disabled={busy || undefined}
      aria-keyshortcuts={shortcut}
    >
      <Center as="span" square={14} round="full" className={css.disc}>
        <Icon name={icon} size={ends ? 26 : 24} />
      </Center>
      <Stack as="span" size="caption" text="center">
        {label}
        {state !== undefined && <Text tone="ink-2">{state}</Text>}
      </Stack>
    </button>
  )
}
