// A button of the door unit: as high as a thumb is wide, and grey while it can do nothing.
import type { ComponentProps } from 'react'
import { type Look, look } from '../ui/kit/look.ts'

const grounds = {
  primary: { ground: 'accent', tone: 'on-accent' },
  secondary: { ground: 'raised', edge: 'strong', tone: 'ink' },
  danger: { loud: true },
  call: { ground: 'ok-fill', tone: 'on-ok' },
} as const satisfies Record<string, Look>

interface DoorButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  kind: keyof typeof grounds
  type: 'button' | 'submit'
  className?: string | undefined
}

export function DoorButton({ kind, className, ...button }: DoorButtonProps) {
  const ground: Look = button.disabled ? { ground: 'sunken', edge: 'line' } : grounds[kind]
  return (
    <button
      {...button}
      className={look(
        {
          inline: true,
          justify: 'center',
          gap: 3,
          atLeast: 'tile',
          padX: 6,
          edge: 'none',
          round: 'control',
          strong: true,
          idle: true,
          ...ground,
        },
        className,
      )}
    />
  )
}
