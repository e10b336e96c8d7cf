// Above the lists of photos and videos: what waits for a judgement, the camera, and what this device has not sent yet.
import { Plural, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { photo } from '../../domain/media/photo.ts'
import { video } from '../../domain/media/video.ts'
import { queuedActions } from '../../platform/queue.ts'
import { pageOptions } from '../../resource/query.ts'
import { useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { Muted, Row } from '../../ui/kit/parts.tsx'
import { reviewPath } from './media-search.ts'
import { RecordVideo } from './record-video.tsx'
import { TakePhoto } from './take-photo.tsx'

const entities = { photo, video }

export function ReviewBar({ of }: { of: 'photo' | 'video' }) {
  const { t } = useLingui()
  const may = useRights()
  const judges = may(`${of}.review`)
  const { data } = useQuery({
    ...pageOptions(entities[of], { size: 1, state: ['review', 'reported'] }),
    enabled: judges,
  })
  const waiting = useSyncExternalStore(queuedActions.subscribe, queuedActions.read).filter(
    action => action.entity === of && action.state !== 'failed',
  ).length
  const total = data?.total ?? 0
  const takes = may(`${of}.save`)
  if (!judges && !takes && waiting === 0) return null
  return (
    <Row wrap gap={2} columnGap={3}>
      {takes && (of === 'photo' ? <TakePhoto /> : <RecordVideo />)}
      {judges && (
        <Button
          component="a"
          href={`#${reviewPath(of)}`}
          variant={takes ? 'default' : 'filled'}
          leftSection={<Icon name="eye" />}
        >
          {total > 0 ? t`Review (${total})` : t`Review`}
        </Button>
      )}
      {waiting > 0 && (
        <Muted role="status">
          {of === 'photo' ? (
            <Plural
              value={waiting}
              one="# photo waits for the network"
              other="# photos wait for the network"
            />
          ) : (
            <Plural
              value={waiting}
              one="# video waits for the network"
              other="# videos wait for the network"
            />
          )}
        </Muted>
      )}
    </Row>
  )
}
