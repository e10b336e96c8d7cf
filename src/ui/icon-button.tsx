// A button that shows only an icon; its label is said aloud and shown as a tooltip.
import type { MouseEventHandler, Ref } from 'react'
import css from './icon-button.module.css'
import { Icon, type IconName } from './icons.tsx'
import { look } from './kit/look.ts'

export interface IconButtonProps {
  icon: IconName
  label: string
  onClick?: MouseEventHandler<HTMLButtonElement>
  disabled?: boolean
  /** For toggles: said as pressed or not. */
  pressed?: boolean
  /** For buttons that open something. */
  expanded?: boolean
  bordered?: boolean
  ref?: Ref<HTMLButtonElement>
}

export function IconButton({
  icon,
  label,
  onClick,
  disabled,
  pressed,
  expanded,
  bordered,
  ref,
}: IconButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      className={look(
        {
          inline: true,
          justify: 'center',
          rigid: true,
          atLeast: 'target',
          pad: 0,
          round: 'control',
          tone: 'ink-2',
          pointer: true,
          hovers: true,
          brightens: true,
          accents: true,
        },
        css.button,
        bordered ? css.bordered : undefined,
      )}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  )
}
