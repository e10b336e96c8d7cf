// Uploads, and what a tenant stores.
import {
  storageUse,
  uploadAdvertVideo,
  uploadFaceImage,
  uploadFile,
  uploadHeaderImage,
  uploadVideo,
} from '../../../src/contract/endpoints/file.ts'
import type { Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import type { Parts } from '../../parts.ts'

const unavailable = async () => {
  throw new Refused('unavailable')
}

export function mountFiles(handlers: Handlers, _parts: Parts): void {
  for (const endpoint of [
    uploadHeaderImage,
    uploadFaceImage,
    uploadVideo,
    uploadAdvertVideo,
    uploadFile,
    storageUse,
  ])
    handlers.handle(endpoint, unavailable)
}
