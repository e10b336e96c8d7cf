// What the property management announces to those who live here, newest first.
import { Trans } from '@lingui/react/macro'
import type { ResidentState } from '../contract/endpoints/resident-page.ts'
import { Card, SectionTitle, Stack, Text } from '../ui/kit/parts.tsx'
import { formatMoment } from '../ui/locale.ts'

interface AnnouncementListProps {
  announcements: ResidentState['announcements']
}

export function AnnouncementList({ announcements }: AnnouncementListProps) {
  return (
    <Card pad={3}>
      <Stack gap={3}>
        <SectionTitle>
          <Trans context="page">Announcements</Trans>
        </SectionTitle>
        {announcements.length === 0 && (
          <Text as="p" tone="ink-2">
            <Trans>Nothing is announced.</Trans>
          </Text>
        )}
        {announcements.map(({ id, title, content, at }) => (
          <Stack as="article" key={id} gap={1}>
            <Text as="h3" strong>
              <bdi>{title}</bdi>
            </Text>
            <Text tone="ink-3" size="small" dir="ltr">
              {formatMoment(at)}
            </Text>
            <Text as="p" tone="ink-2" lines>
              <bdi>{content}</bdi>
            </Text>
          </Stack>
        ))}
      </Stack>
    </Card>
  )
}
