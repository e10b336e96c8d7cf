// One of several to choose from, as a tile: a sum, a way to pay.
import type { ReactNode } from 'react'
import { look } from '../../../ui/kit/look.ts'

interface ChoiceTileProps {
  /** Of the group that it belongs to. */
  name: string
  chosen: boolean
  onChoose: () => void
  children: ReactNode
}

export function ChoiceTile({ name, chosen, onChoose, children }: ChoiceTileProps) {
  return (
    <label
      className={look({
        stack: true,
        content: 'center',
        gap: 'half',
        relative: true,
        padX: 3,
        padY: 2,
        ground: 'raised',
        edge: 'strong',
        round: 'control',
        pointer: true,
        hovers: true,
        atLeast: 'tile',
        chosen: true,
        idle: true,
        ringAround: true,
      })}
    >
      <input type="radio" className="gh-hidden" name={name} checked={chosen} onChange={onChoose} />
      {children}
    </label>
  )
}
