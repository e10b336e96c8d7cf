// The files that somebody uploads on one page: two at a time, each with how far it is and what became of it.
import { useEffect, useRef, useState } from 'react'
import { uploadFile, uploadHeaderImage, uploadVideo } from '../../contract/endpoints/file.ts'
import type { FileKind } from '../../domain/file/stored-file.ts'
import { RequestError } from '../../platform/request-error.ts'
import { upload } from '../../platform/upload.ts'

const AT_ONCE = 2

export interface UploadItem {
  key: number
  file: File
  kind: FileKind
  state: 'waiting' | 'going' | 'done' | 'failed' | 'cancelled'
  /** From 0 to 1. */
  part: number
  url?: string
  error?: unknown
}

export interface UploadQueue {
  items: readonly UploadItem[]
  add(files: readonly File[]): void
  cancel(key: number): void
  retry(key: number): void
  /** Takes finished ones off the list; the files stay. */
  clear(): void
}

/** Pictures and films by what the browser takes them for; the server looks into them. */
export function kindOfFile({ type, name }: Pick<File, 'type' | 'name'>): FileKind {
  if (/^image\/(jpeg|png|webp|gif)$/.test(type)) return 'image'
  if (type.startsWith('video/') || /\.(mp4|webm|mov)$/i.test(name)) return 'video'
  return 'file'
}

async function send(
  item: UploadItem,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const options = { onProgress, signal }
  if (item.kind === 'image') return upload(uploadHeaderImage, item.file, options)
  return (await upload(item.kind === 'video' ? uploadVideo : uploadFile, item.file, options)).url
}

export function useUploadQueue(onDone: () => void): UploadQueue {
  const [items, setItems] = useState<readonly UploadItem[]>([])
  const going = useRef(new Map<number, AbortController>())
  const next = useRef(1)
  const change = (key: number, more: Partial<UploadItem>) =>
    setItems(before => before.map(item => (item.key === key ? { ...item, ...more } : item)))
  const run = async (item: UploadItem) => {
    const own = new AbortController()
    going.current.set(item.key, own)
    change(item.key, { state: 'going', part: 0, error: undefined })
    try {
      const url = await send(item, part => change(item.key, { part }), own.signal)
      change(item.key, { state: 'done', part: 1, url })
      onDone()
    } catch (error) {
      const cancelled = error instanceof RequestError && error.kind === 'aborted'
      change(item.key, cancelled ? { state: 'cancelled' } : { state: 'failed', error })
    } finally {
      going.current.delete(item.key)
    }
  }
  useEffect(() => {
    const free = AT_ONCE - going.current.size
    for (const item of items.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free)))
      void run(item)
  })
  useEffect(() => {
    const running = going.current
    return () => {
      for (const each of running.values()) each.abort()
    }
  }, [])
  return {
    items,
    add: files =>
      setItems(before => [
        ...before,
        ...files.map(file => ({
          key: next.current++,
          file,
          kind: kindOfFile(file),
          state: 'waiting' as const,
          part: 0,
        })),
      ]),
    cancel: key => {
      going.current.get(key)?.abort()
      change(key, { state: 'cancelled' })
    },
    retry: key => change(key, { state: 'waiting', part: 0 }),
    clear: () => setItems(before => before.filter(({ state }) => state === 'waiting' || state === 'going')),
  }
}
