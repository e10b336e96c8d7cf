// A stored film or sound that this browser cannot play says so, instead of a black box.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FilePeek } from '../../../src/features/media/file-peek.tsx'
import { renderUi } from '../../ui/render-ui.tsx'

const row = (contentType: string) => ({
  id: 1,
  version: 1,
  createdAt: 1_700_000_000_000,
  updatedAt: 1_700_000_000_000,
  name: 'gate.mov',
  kind: 'video' as const,
  url: `data:${contentType};base64,bm90IGEgZmlsbQ==`,
  contentType,
  bytes: 12,
  width: null,
  height: null,
  userName: 'Mei',
  lastReadAt: null,
  storage: 'local' as const,
})

test.each(['video/quicktime', 'audio/mpeg'])('%s that cannot be played', async contentType => {
  const { container } = await renderUi(<FilePeek row={row(contentType)} />)
  await expect.element(page.getByRole('alert')).toHaveTextContent('No playable container')
  expect(container.querySelector('video, audio')).toBeNull()
})
