// What an upload may be, said beforehand.
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { type FileKind, uploadTypes } from '../domain/file/stored-file.ts'
import { RequestError } from '../platform/request-error.ts'
import { wordsForError } from './error-words.ts'

/** A file that is refused on this page, in words that say what to do. */
export class FileRefused extends Error {
  readonly words: MessageDescriptor

  constructor(words: MessageDescriptor) {
    super(words.message ?? words.id)
    this.name = 'FileRefused'
    this.words = words
  }
}

/** Endings beside the types: some systems know a CSV only by its name. */
const endings: Record<FileKind, string> = {
  image: '',
  file: ',.csv,.txt,.pdf,.xlsx,.zip,.mp3',
  video: ',.mov',
  plan: '',
}

/** The `accept` of a file input. */
export function acceptOf(kind: FileKind | 'advert'): string {
  // Others are converted before they go up.
  if (kind === 'advert') return 'video/*,.mkv,.ts'
  return uploadTypes[kind].join(',') + endings[kind]
}

/** Why an upload failed: what is wrong with the file speaks for itself, all else is an error of uploading. */
export function useUploadError(): (error: unknown) => string {
  const { i18n, t } = useLingui()
  return error => {
    if (error instanceof FileRefused) return i18n._(error.words)
    const reason = i18n._(wordsForError(error))
    return error instanceof RequestError && (error.id?.startsWith('file.') || error.id?.startsWith('advert.'))
      ? reason
      : t`Upload error: ${reason}`
  }
}

/** One sentence: which formats, how large. */
export function useUploadRules(kind: FileKind | 'advert'): string {
  const { t } = useLingui()
  if (kind === 'advert') return t`MP4 (H.264) or WebM (VP8, VP9), up to 20 MB, up to 5 minutes`
  if (kind === 'image') return t`JPEG, PNG, WebP or GIF, up to 500 KB`
  if (kind === 'plan') return t`JPEG, PNG or WebP, up to 10 MB. Save a PDF as an image first.`
  if (kind === 'video') return t`MP4, WebM or MOV, up to 20 MB`
  return t`CSV, Excel, PDF, text, ZIP, MP3, JPEG or PNG, up to 5 MB`
}
