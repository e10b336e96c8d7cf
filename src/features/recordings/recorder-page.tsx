// What body-worn recorders have recorded, and the way for it to come here.
import { msg } from '@lingui/core/macro'
import { useMemo } from 'react'
import { permissionFor } from '../../domain/entity.ts'
import { recording } from '../../domain/recordings/recording.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import type { View } from '../../resource/view.ts'
import { RecorderUploads, UploadsContext } from './recorder-uploads.tsx'
import { RecordingsPage, type RecordingsSearch } from './recordings-page.tsx'
import { usePartUploads } from './use-part-uploads.ts'

export function RecorderPage({ view, search }: { view: View; search: RecordingsSearch }) {
  const may = useRights()
  const online = useOnline()
  const sends = may(permissionFor(recording, 'save'))
  // Here, and not in the list: what is on its way goes on while somebody watches a video.
  const uploads = usePartUploads(sends && online)
  const recorders = useMemo((): View => {
    const { source: _source, type: _type, roomId: _room, cameraId: _camera, ...filters } = view.filters
    return {
      ...view,
      title: msg({ context: 'page', message: 'Recorder video' }),
      icon: 'video',
      empty: {
        title: msg`No recorder video yet`,
        why: msg`Upload the videos of a body-worn recorder, or let recorders upload by themselves.`,
        icon: 'video',
      },
      // All of them have the same source: how far each is says more.
      entity: { ...view.entity, countBy: 'state' },
      within: { source: ['bodyWorn'] },
      columns: view.columns.filter(({ of }) => !['source', 'type', 'roomId'].includes(of)),
      filters,
      slots: { ...view.slots, listHeader: RecorderUploads },
    }
  }, [view])
  return (
    <UploadsContext value={sends ? uploads : undefined}>
      <RecordingsPage view={recorders} search={search} />
    </UploadsContext>
  )
}
