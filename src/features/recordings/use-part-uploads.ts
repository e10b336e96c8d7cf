// The large videos of one page: those that are chosen here, and those that were begun before a reload or elsewhere, which go on
// once their file is chosen again.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  beginPartUpload,
  dropPartUpload,
  finishPartUpload,
  ownPartUploads,
  type PartUpload,
  sendPart,
} from '../../contract/endpoints/part-upload.ts'
import { bytesOfPart, MOST_RECORDING_BYTES } from '../../domain/recordings/part-upload.ts'
import { recording } from '../../domain/recordings/recording.ts'
import { sendRequest } from '../../platform/http.ts'
import { RequestError } from '../../platform/request-error.ts'
import { createSha256 } from '../../platform/sha256.ts'
import { upload as uploadForm } from '../../platform/upload.ts'
import { invalidateEntity } from '../../resource/query.ts'
import { type SenderPorts, sendInParts } from './part-sender.ts'

const OWN = ['recording', 'uploads'] as const
/** Lines are thin: two films at once would each take twice as long. */
const AT_ONCE = 1

export type SendingState = 'waiting' | 'going' | 'offline' | 'checking' | 'done' | 'failed' | 'stopped'

export interface SentVideo {
  key: string
  name: string
  bytes: number
  state: SendingState
  /** From 0 to 1. */
  share: number
  error?: unknown
  /** Its file is known here; else it has to be chosen again. */
  here: boolean
}

interface Local extends SentVideo {
  file: File
  deviceId: number | null
  uploadId?: number
}

export interface PartUploads {
  videos: readonly SentVideo[]
  add(files: readonly File[], deviceId: number | null): void
  /** Goes on with one that was stopped or failed. */
  retry(key: string): void
  stop(key: string): void
  /** Gives it up for good. */
  drop(key: string): Promise<void>
  clear(): void
}

const keyOf = (name: string, bytes: number) => `${bytes} ${name}`

async function hexDigest(bytes: ArrayBuffer): Promise<string> {
  // Without a secure context the browser has no digest of its own.
  if (!globalThis.crypto?.subtle) {
    const hash = createSha256()
    hash.update(new Uint8Array(bytes))
    return hash.end()
  }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('')
}

const stateOf = async (id: number, signal: AbortSignal): Promise<PartUpload> => {
  const found = (await sendRequest(ownPartUploads, {}, { signal })).find(each => each.id === id)
  if (!found) throw new RequestError({ kind: 'refused', id: 'row.unknown' })
  return found
}

const portsOf = (signal: AbortSignal): SenderPorts => ({
  send: async (id, part, sha256, bytes, onProgress) => {
    await uploadForm(sendPart, bytes, { fields: { id, part, sha256 }, onProgress, signal })
  },
  finish: (id, sha256) => sendRequest(finishPartUpload, { id, sha256 }, { signal }),
  stateOf: id => stateOf(id, signal),
  digest: hexDigest,
  createSha256,
  pause: ms =>
    new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer)
        removeEventListener('online', go)
        signal.removeEventListener('abort', stop)
      }
      const go = () => {
        end()
        resolve()
      }
      const stop = () => {
        end()
        reject(new RequestError({ kind: 'aborted' }))
      }
      const timer = setTimeout(go, ms)
      // A line that comes back is used at once.
      addEventListener('online', go)
      signal.addEventListener('abort', stop)
    }),
})

/** What may be said before anything is sent. */
const problemOf = ({ size }: File): string | undefined =>
  size === 0 ? 'file.empty' : size > MOST_RECORDING_BYTES ? 'upload.tooLarge' : undefined

export function usePartUploads(enabled: boolean): PartUploads {
  const client = useQueryClient()
  const [local, setLocal] = useState<readonly Local[]>([])
  const going = useRef(new Map<string, AbortController>())
  const { data: own = [] } = useQuery({
    queryKey: OWN,
    queryFn: ({ signal }) => sendRequest(ownPartUploads, {}, { signal }),
    enabled,
  })
  const change = (key: string, more: Partial<Local>) =>
    setLocal(before => before.map(item => (item.key === key ? { ...item, ...more } : item)))
  const run = async (item: Local) => {
    const stopping = new AbortController()
    going.current.set(item.key, stopping)
    change(item.key, { state: 'going', error: undefined })
    const { signal } = stopping
    try {
      const { name, bytes, deviceId } = item
      const known = (await sendRequest(ownPartUploads, {}, { signal })).find(
        each => each.state === 'open' && keyOf(each.name, each.bytes) === item.key,
      )
      const begun = known ?? (await sendRequest(beginPartUpload, { name, bytes, deviceId }, { signal }))
      change(item.key, { uploadId: begun.id })
      await sendInParts(item.file, begun, portsOf(signal), {
        onShare: share => change(item.key, { share }),
        onLine: lost => change(item.key, { state: lost ? 'offline' : 'going' }),
        onChecking: () => change(item.key, { state: 'checking', share: 1 }),
      })
      change(item.key, { state: 'done', share: 1 })
      void invalidateEntity(client, recording)
    } catch (error) {
      const stopped = error instanceof RequestError && error.kind === 'aborted'
      change(item.key, stopped ? { state: 'stopped' } : { state: 'failed', error })
    } finally {
      going.current.delete(item.key)
      void client.invalidateQueries({ queryKey: OWN })
    }
  }
  useEffect(() => {
    const free = AT_ONCE - going.current.size
    for (const item of local.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free)))
      void run(item)
  })
  useEffect(() => {
    const running = going.current
    return () => {
      for (const each of running.values()) each.abort()
    }
  }, [])
  const known = new Set(local.map(({ key }) => key))
  const elsewhere = own
    .filter(({ state }) => state === 'open' || state === 'checking')
    .map((upload): SentVideo => {
      const { name, bytes, state, parts } = upload
      const there = parts.reduce((sum, { part }) => sum + bytesOfPart(bytes, part), 0)
      const share = bytes === 0 ? 0 : there / bytes
      return {
        ...{ key: keyOf(name, bytes), name, bytes, share, here: false },
        state: state === 'checking' ? 'checking' : 'stopped',
      }
    })
    .filter(({ key }) => !known.has(key))
  return {
    videos: [...local, ...elsewhere],
    add: (files, deviceId) =>
      setLocal(before => {
        const chosen = files.map((file): Local => {
          const problem = problemOf(file)
          return {
            ...{ key: keyOf(file.name, file.size), name: file.name, bytes: file.size, file, deviceId },
            ...{ here: true, share: 0, state: problem ? 'failed' : 'waiting' },
            ...(problem && { error: new RequestError({ kind: 'refused', id: problem }) }),
          }
        })
        const again = new Set(chosen.map(({ key }) => key))
        // One that is on its way is not begun twice.
        const busy = new Set(before.filter(({ key }) => going.current.has(key)).map(({ key }) => key))
        return [
          ...before.filter(({ key }) => !again.has(key) || busy.has(key)),
          ...chosen.filter(({ key }) => !busy.has(key)),
        ]
      }),
    retry: key => change(key, { state: 'waiting', error: undefined }),
    stop: key => {
      going.current.get(key)?.abort()
      change(key, { state: 'stopped' })
    },
    drop: async key => {
      going.current.get(key)?.abort()
      const upload = own.find(each => each.state === 'open' && keyOf(each.name, each.bytes) === key)
      const id = local.find(each => each.key === key)?.uploadId ?? upload?.id
      if (id !== undefined) await sendRequest(dropPartUpload, { id })
      setLocal(before => before.filter(each => each.key !== key))
      await client.invalidateQueries({ queryKey: OWN })
    },
    clear: () => setLocal(before => before.filter(({ state }) => state !== 'done')),
  }
}
