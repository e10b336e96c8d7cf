// Which announcements are new to this browser: those that came after the list was looked at last. Kept with the session.
import { useEffect, useState } from 'react'
import type { ResidentState } from '../contract/endpoints/resident-page.ts'
import { keepSeenAt, readSeenAt } from './session.ts'

export function useUnread(announcements: ResidentState['announcements'], isShown: boolean): number {
  const [seenAt, setSeenAt] = useState(readSeenAt)
  const newest = announcements[0]?.at ?? 0
  useEffect(() => {
    if (!isShown || newest <= seenAt) return
    keepSeenAt(newest)
    setSeenAt(newest)
  }, [isShown, newest, seenAt])
  return announcements.filter(({ at }) => at > seenAt).length
}
