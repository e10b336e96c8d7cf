// The mark beside the site's name: the logo that the tenant has published, else the product's own.
import { useSyncExternalStore } from 'react'
import { Icon } from '../../ui/icons.tsx'
import { Center } from '../../ui/kit/parts.tsx'
import { siteLogo, subscribeBootInfo } from '../boot-info.ts'

export function Emblem() {
  const logo = useSyncExternalStore(subscribeBootInfo, siteLogo)
  if (logo) return <img src={logo} alt="" width={32} height={32} />
  return (
    <Center as="span" rigid ground="accent" round="control" tone="on-accent" square={8}>
      <Icon name="shield" size={18} />
    </Center>
  )
}
