// Whether this browser reads notices aloud for the person: kept here, the same in every tab.
import { KEPT_PREFIX } from '../../domain/storage-keys.ts'
import { keep, readKept } from '../../resource/kept.ts'

const NAME = 'spoken-muted'

const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

/** True when nothing is to be read aloud here; an external store. */
export const muted = {
  read: (): boolean => readKept(NAME) === true,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    const onStorage = ({ key }: StorageEvent) => {
      if (key === null || (key.startsWith(KEPT_PREFIX) && key.endsWith(NAME))) listener()
    }
    addEventListener('storage', onStorage)
    return () => {
      listeners.delete(listener)
      removeEventListener('storage', onStorage)
    }
  },
}

/** Mutes or unmutes this browser for the person. */
export function mute(silent: boolean): void {
  keep(NAME, silent || undefined)
  tell()
}
