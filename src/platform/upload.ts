// Sends one file to an upload endpoint, telling how far it is; `fetch` cannot tell, so this is the older way.
import type * as z from 'zod/mini'
import type { Endpoint } from '../contract/endpoint.ts'
import { MOST_UPLOAD_BYTES, uploadTypes } from '../domain/file/stored-file.ts'
import { addressOf, answerOf, httpSettings } from './http.ts'
import { RequestError } from './request-error.ts'

export interface UploadOptions {
  /** Hears what part of the file is on its way, from 0 to 1. */
  onProgress?: ((part: number) => void) | undefined
  signal?: AbortSignal | undefined
  /** What else stands in the form. */
  fields?: Readonly<Record<string, string | number | undefined>>
}

/** Without a byte for so long the connection is dead; a slow one may take as long as it needs. */
const STALL_MS = 30_000

const tooLarge = {
  image: 'file.imageTooLarge',
  file: 'file.tooLarge',
  video: 'file.videoTooLarge',
  plan: 'file.planTooLarge',
} as const

/** Why a file would be refused before anything is sent; undefined where the server must decide. */
export function problemOfFile(to: Pick<Endpoint, 'upload'>, file: Blob): string | undefined {
  if (file.size === 0) return 'file.empty'
  const kind = to.upload ?? 'file'
  if (file.size > MOST_UPLOAD_BYTES[kind]) return tooLarge[kind]
  // Browsers agree on what they call pictures; of other files the server finds out.
  const wrong = kind === 'plan' ? 'file.planType' : kind === 'image' ? 'file.type' : undefined
  return wrong && file.type !== '' && !uploadTypes[kind].some(type => type === file.type) ? wrong : undefined
}

/**
 * Uploads a file and answers what the endpoint answers. Throws a `RequestError`: a file that is empty, too large
 * or of a wrong format is refused here already, with the error that the server would give.
 */
export function upload<Response extends z.ZodMiniType>(
  to: Endpoint<z.ZodMiniType, Response>,
  file: Blob & { name?: string },
  { onProgress, signal, fields = {} }: UploadOptions = {},
): Promise<z.output<Response>> {
  const problem = problemOfFile(to, file)
  if (problem) return Promise.reject(new RequestError({ kind: 'refused', id: problem }))
  if (signal?.aborted) return Promise.reject(new RequestError({ kind: 'aborted' }))
  const settings = httpSettings()
  const token = settings.token?.()
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, String(value))
  form.set('file', file, file.name ?? 'file')
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let stalled = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const alive = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        stalled = true
        request.abort()
      }, STALL_MS)
    }
    const cancel = () => request.abort()
    const failed = (error: RequestError) => {
      if (error.kind !== 'aborted') settings.onReached?.(false)
      reject(error)
    }
    request.upload.onprogress = ({ loaded, total }) => {
      alive()
      if (total > 0) onProgress?.(loaded / total)
    }
    request.onprogress = alive
    request.onload = () => {
      settings.onReached?.(request.status < 502 || request.status > 504)
      try {
        resolve(answerOf(to, request.responseText, request, token, { upload: true }))
      } catch (error) {
        reject(error)
      }
    }
    request.onerror = () => failed(new RequestError({ kind: 'network' }))
    request.onabort = () =>
      failed(new RequestError(stalled ? { kind: 'timeout', id: 'request.timeout' } : { kind: 'aborted' }))
    request.onloadend = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
    }
    signal?.addEventListener('abort', cancel)
    request.open('POST', addressOf(to))
    if (token) request.setRequestHeader('Authorization', token)
    alive()
    request.send(form)
  })
}
