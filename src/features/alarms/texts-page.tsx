// The text messages of all alarms, for who looks after whether they arrive.
import { ListPage } from '../../resource/list-page.tsx'
import { alarmTextView } from './alarm-text.view.tsx'

const kept = { tab: 'texts' } as const

export function TextsPage() {
  return <ListPage view={alarmTextView} kept={kept} />
}
