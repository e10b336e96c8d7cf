// The product's mark.
import { Icon } from '../../ui/icons.tsx'
import { Center } from '../../ui/kit/parts.tsx'
import css from './console-frame.module.css'

export function Emblem() {
  return (
    <Center as="span" rigid ground="accent" round="control" tone="on-accent" className={css.emblem}>
      <Icon name="shield" size={18} />
    </Center>
  )
}
