// The time machine put together: orders in the words of devices, pictures by the player of recordings.
import { useLingui } from '@lingui/react'
import { commandWords, readingWords } from '../features/devices/device-words.ts'
import { gapWords } from '../features/recordings/monitor-words.ts'
import { ReplayPictures } from '../features/recordings/replay-pictures.tsx'
import { ReplayPage } from '../features/replay/replay-page.tsx'
import { readReplaySearch } from '../features/replay/replay-search.ts'

export function ReplayScreen({ search }: { search: Readonly<Record<string, unknown>> }) {
  const { i18n } = useLingui()
  return (
    <ReplayPage
      search={readReplaySearch(search)}
      orders={commandWords}
      readings={readingWords}
      gapReason={why => i18n._(gapWords(why))}
      pictures={(clock, at, cameras) => <ReplayPictures clock={clock} at={at} lanes={cameras} />}
    />
  )
}
