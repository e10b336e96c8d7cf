// The pages of live video, put together: photos go the way of all photos, tracks are those of the fleet, alarms speak in their own words.
import { useLingui } from '@lingui/react'
import { alarmView } from '../features/alarms/alarm.view.tsx'
import { typeWords } from '../features/alarms/alarm-words.ts'
import { sendPhoto } from '../features/media/send-taken.ts'
import { WallTimeline } from '../features/recordings/wall-timeline.tsx'
import { NearDevices } from '../features/tracking/fleet/near-devices.tsx'
import { CapturePage } from '../features/video/capture-page.tsx'
import { VideoPage } from '../features/video/video-page.tsx'
import { isOwnWindow, OWN_WINDOW, readVideoSearch } from '../features/video/video-search.ts'
import { WallPage, type WallPageProps } from '../features/video/wall-page.tsx'
import { wallPorts } from '../features/video/wall-ports.ts'
import { RelatedViews } from '../resource/related-views.tsx'
import { routeTitles } from './route-titles.gen.ts'

type Raw = Readonly<Record<string, unknown>>

/** Large enough for six pictures and what stands beside them; the person puts it where it belongs. */
const OWN_WINDOW_FEATURES = 'popup,width=1440,height=900'

const walls = {
  '/monitor': { set: 'all', shape: 'bigAndFive' },
  '/videoMonitoring': { set: 'worn', shape: 'six' },
  '/index4video_baba': { set: 'site', shape: 'six', fills: true },
} as const satisfies Record<string, Pick<WallPageProps, 'set' | 'shape' | 'fills'>>

const singles = { '/vedio': 'all', '/index4video': 'site' } as const

function useTitle(path: string): string {
  const { i18n } = useLingui()
  const title = routeTitles[path]
  return title ? i18n._(title) : path
}

export function WallScreen({ path, search }: { path: keyof typeof walls; search: Raw }) {
  const title = useTitle(path)
  return (
    <RelatedViews views={[alarmView]}>
      <WallPage
        key={path}
        {...walls[path]}
        title={title}
        ports={wallPorts}
        ownWindow={isOwnWindow(search)}
        onOwnWindow={() =>
          window.open(
            `${location.pathname}#${path}?screen=${OWN_WINDOW}`,
            `gatehouse-wall`,
            OWN_WINDOW_FEATURES,
          ) !== null
        }
        sendPhoto={sendPhoto}
        Near={NearDevices}
        below={cameraIds => <WallTimeline cameraIds={cameraIds} alarmWords={typeWords} />}
      />
    </RelatedViews>
  )
}

export function VideoScreen({ path, search }: { path: keyof typeof singles; search: Raw }) {
  const title = useTitle(path)
  return (
    <RelatedViews views={[alarmView]}>
      <VideoPage
        key={path}
        title={title}
        ports={wallPorts}
        set={singles[path]}
        search={readVideoSearch(search)}
        sendPhoto={sendPhoto}
        Near={NearDevices}
      />
    </RelatedViews>
  )
}

export function CaptureScreen() {
  const title = useTitle('/video_capture')
  return <CapturePage title={title} ports={wallPorts} sendPhoto={sendPhoto} />
}
