// The product's mark.
import { Icon } from '../../ui/icons.tsx'
import css from './console-frame.module.css'

export function Emblem() {
  return (
    <span className={css.emblem}>
      <Icon name="shield" size={18} />
    </span>
  )
}
