// The text of an announcement with its pictures, for whoever reads or approves it.
import { Stack, Text } from '../../ui/kit/parts.tsx'
import { Pictures } from '../../ui/pictures.tsx'

export function AnnouncementText({ content, pictures }: { content: string; pictures: readonly string[] }) {
  return (
    <Stack gap={3}>
      <Text as="p" lines breaks dir="auto">
        {content}
      </Text>
      <Pictures addresses={pictures} />
    </Stack>
  )
}
