// Where bytes are kept, whatever keeps them: uploads, files of tasks. Rows say which place has theirs.
import type { Readable } from 'node:stream'

export type Place = 'local' | 's3'

/** A file on the server's disk that is to be kept. */
export interface Finished {
  path: string
  bytes: number
  type: string
}

/** The wanted bytes of a file, `start` and `end` included. */
export interface Range {
  start: number
  end: number
}

export interface Storage {
  readonly place: Place
  readonly bucket: string | null
  /** Keeps a file under a key; the one on the disk is used up. */
  put(key: string, file: Finished): Promise<void>
  /** The bytes, or undefined where there are none under the key. */
  open(key: string, range?: Range): Promise<Readable | undefined>
  /** Removes what is under the key, if there is something. */
  remove(key: string): Promise<void>
  /** Bytes that the place could still take; null where it cannot be told. */
  free(): Promise<number | null>
}

/** Every place that may hold files; new ones go to `now`. */
export interface Storages {
  now: Storage
  /** By the name of a place, as rows have it; undefined where this installation has no such place. */
  of(place: string): Storage | undefined
}
