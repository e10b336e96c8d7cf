// What this browser lacks for sound and picture, asked as soon as a page could use them.
import { useEffect, useState } from 'react'
import { checkMedia } from '../platform/rtc/media-check.ts'
import type { MediaProblem } from '../platform/rtc/port.ts'

/** The gravest; undefined when nothing is missing, and until that is known. */
export function useMediaProblem(): MediaProblem | undefined {
  const [problem, setProblem] = useState<MediaProblem>()
  useEffect(() => {
    let gone = false
    void checkMedia().then(found => gone || setProblem(found))
    return () => {
      gone = true
    }
  }, [])
  return problem
}
