// The logo of the published site, with its name; nothing where none is published.
import { useEffect, useSyncExternalStore } from 'react'
import { Row, Text } from '../ui/kit/parts.tsx'
import { askSite, listenToSite, readSite } from './own-site.ts'

export function SiteLogo({ tenantId }: { tenantId: number | undefined }) {
  const site = useSyncExternalStore(listenToSite, readSite)
  useEffect(() => void askSite(tenantId), [tenantId])
  if (!site) return null
  return (
    <Row gap={2}>
      {site.logo && <img src={site.logo} alt="" width={40} height={40} />}
      <Text as="bdi" strong>
        {site.siteName}
      </Text>
    </Row>
  )
}
