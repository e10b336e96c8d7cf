// A person without a picture: the first letter of the name in a disc.
import css from './direct-face.module.css'

export function Face({ name, size }: { name: string; size: 'small' | 'large' }) {
  return (
    <span className={size === 'large' ? `${css.face} ${css.large}` : css.face} aria-hidden="true">
      {[...name][0] ?? '?'}
    </span>
  )
}
