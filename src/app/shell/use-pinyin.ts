// Whether a Chinese name sounds as somebody types: whole syllables or their initials. The dictionary comes when it is wanted.
import { useEffect, useState } from 'react'

export type Sound = (name: string, typed: string) => boolean

let known: Sound | undefined

/** Undefined until the dictionary is there; without a network it may stay so, and names are found by their letters. */
export function usePinyin(): Sound | undefined {
  const [sound, setSound] = useState<Sound | undefined>(() => known)
  useEffect(() => {
    if (sound) return
    let here = true
    import('./pinyin.ts').then(
      ({ soundsLike }) => {
        known = soundsLike
        if (here) setSound(() => soundsLike)
      },
      () => undefined,
    )
    return () => {
      here = false
    }
  }, [sound])
  return sound
}
