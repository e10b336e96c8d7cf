// A line of a list beside a map: what it stands for is chosen by a press, and shown on the map.
import type { ReactNode } from 'react'
import { look } from '../../ui/kit/look.ts'
import css from './indoor.module.css'

interface PickButtonProps {
  chosen: boolean
  onChoose: () => void
  /** Begins with a picture instead of an icon. */
  pictured?: boolean
  children: ReactNode
}

export function PickButton({ chosen, onChoose, pictured = false, children }: PickButtonProps) {
  return (
    <button
      type="button"
      className={look(
        {
          bare: true,
          stack: true,
          align: 'center',
          gap: 2,
          wide: true,
          pad: 2,
          round: 'control',
          tone: 'ink',
          text: 'start',
          pointer: true,
          atLeast: 'tile',
          ringInside: true,
        },
        pictured ? css.drawing : css.tag,
      )}
      aria-pressed={chosen}
      onClick={onChoose}
    >
      {children}
    </button>
  )
}
