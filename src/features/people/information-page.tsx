// The information board: news of the tenant, and what devices have to say: what is offline, what runs low, what is due.
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { PageQuery } from '../../contract/entity-endpoints.ts'
import { RelatedList } from '../../resource/related-list.tsx'
import { useRelatedView } from '../../resource/related-views.tsx'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Card, Muted, Row, SectionTitle, Stack } from '../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { Empty } from '../../ui/states.tsx'

interface Bulletin {
  id: string
  entity: string
  permission: string
  /** Not shown to who holds this: they have the same in a list of their own. */
  unless?: string
  icon: IconName
  title: string
  none: string
  query: Partial<PageQuery>
  /** Address of all of them. */
  all: string
  /** Address of one. */
  one: (id: number) => string
}

/** A battery below this should be charged today. */
const LOW_BATTERY = 20
const NEWEST = 8

export function InformationPage() {
  const { t } = useLingui()
  const may = useRights()
  const online = useOnline()
  const bulletins: Bulletin[] = [
    {
      id: 'news',
      entity: 'announcementReceipt',
      permission: 'announcementReceipt.read',
      icon: 'inbox',
      title: t`News`,
      none: t`Nothing has been announced to you.`,
      query: { current: true, sort: '-publishedAt' },
      all: '/siteAnnouncement',
      one: id => `#/siteAnnouncement?open=${id}`,
    },
    {
      id: 'published',
      entity: 'announcement',
      permission: 'announcement.read',
      unless: 'announcementReceipt.read',
      icon: 'inbox',
      title: t`News`,
      none: t`Nothing is announced.`,
      query: { state: ['published'], sort: '-publishedAt' },
      all: '/AnnouncementList?state=published',
      one: id => `#/AnnouncementList?open=${id}`,
    },
    {
      id: 'notices',
      entity: 'notice',
      permission: 'notice.read',
      icon: 'bell',
      title: t`What you were told`,
      none: t`You have not been told anything.`,
      query: { sort: '-at' },
      all: '/newPage1',
      one: id => `#/newPage1?open=${id}`,
    },
    {
      id: 'offline',
      entity: 'device',
      permission: 'device.read',
      icon: 'wifi-off',
      title: t`Devices offline`,
      none: t`All devices are connected.`,
      query: { state: ['offline'], sort: '-lastMessageAt' },
      all: '/DeviceList?state=offline',
      one: id => `#/DeviceDtail?id=${id}`,
    },
    {
      id: 'battery',
      entity: 'device',
      permission: 'device.read',
      icon: 'battery',
      title: t`Batteries that run low`,
      none: t`No battery is low.`,
      query: { batteryTo: LOW_BATTERY, sort: 'battery' },
      all: `/DeviceList?batteryTo=${LOW_BATTERY}`,
      one: id => `#/DeviceDtail?id=${id}`,
    },
    {
      id: 'inspections',
      entity: 'inspection',
      permission: 'inspection.read',
      icon: 'calendar',
      title: t`Inspections and certificates`,
      none: t`Nothing has to be inspected.`,
      query: { sort: 'nextOn' },
      all: '/index4yearly',
      one: id => `#/index4yearly?open=${id}`,
    },
  ]
  const shown = bulletins.filter(
    ({ permission, unless }) => may(permission) && (unless === undefined || !may(unless)),
  )
  return (
    <PageFrame scrolls>
      <PageHead title={t({ context: 'page', message: 'Information' })}>
        {!online && (
          <Muted>
            <Trans>No network: what was fetched last is shown.</Trans>
          </Muted>
        )}
      </PageHead>
      {shown.length === 0 ? (
        <Empty icon="info" title={t`Nothing is shown to you here`} />
      ) : (
        <Stack even oneWhenNarrow gap={4} align="start">
          {shown.map(bulletin => (
            <BulletinCard key={bulletin.id} bulletin={bulletin} />
          ))}
        </Stack>
      )}
    </PageFrame>
  )
}

function BulletinCard({ bulletin }: { bulletin: Bulletin }): ReactNode {
  const view = useRelatedView(bulletin.entity)
  if (!view) return null
  return (
    <Card as="section" pad={3}>
      <Row gap={2} below={2}>
        <Icon name={bulletin.icon} />
        <SectionTitle>{bulletin.title}</SectionTitle>
      </Row>
      <RelatedList
        view={view}
        query={bulletin.query}
        size={NEWEST}
        none={bulletin.none}
        all={bulletin.all}
        onOpen={row => window.location.assign(bulletin.one(row.id))}
      />
    </Card>
  )
}
