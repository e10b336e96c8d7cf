// What a tab asks the server for when it is opened, and again when the page comes back to the front.
import type { MessageDescriptor } from '@lingui/core'
import { useEffect, useState } from 'react'
import { problemOf } from './problem-words.ts'

interface Asked<Answer> {
  answer: Answer | undefined
  problem: MessageDescriptor | undefined
}

/** `ask` has to be the same function each time, as one beside the component is. */
export function useAsked<Answer>(ask: () => Promise<Answer>): Asked<Answer> {
  const [asked, setAsked] = useState<Asked<Answer>>({ answer: undefined, problem: undefined })
  useEffect(() => {
    let gone = false
    const look = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        const answer = await ask()
        if (!gone) setAsked({ answer, problem: undefined })
      } catch (error) {
        if (!gone) setAsked(({ answer }) => ({ answer, problem: problemOf(error) }))
      }
    }
    const onShown = () => void look()
    onShown()
    document.addEventListener('visibilitychange', onShown)
    return () => {
      gone = true
      document.removeEventListener('visibilitychange', onShown)
    }
  }, [ask])
  return asked
}
