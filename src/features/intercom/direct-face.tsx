// A person without a picture: the first letter of the name in a disc.

import { look } from '../../ui/kit/look.ts'
import css from './direct-face.module.css'

export function Face({ name, size }: { name: string; size: 'small' | 'large' }) {
  return (
    <span
      className={look(
        {
          center: true,
          rigid: true,
          ground: 'accent-soft',
          round: 'full',
          strong: true,
          tone: 'accent',
        },
        css.face,
        size === 'large' ? css.large : undefined,
      )}
      aria-hidden="true"
    >
      {[...name][0] ?? '?'}
    </span>
  )
}
