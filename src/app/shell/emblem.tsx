// The product's mark.
import { Icon } from '../../ui/icons.tsx'
import { Center } from '../../ui/kit/parts.tsx'

export function Emblem() {
  return (
    <Center as="span" rigid ground="accent" round="control" tone="on-accent" square={8}>
      <Icon name="shield" size={18} />
    </Center>
  )
}
