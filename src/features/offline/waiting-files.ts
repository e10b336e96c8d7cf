// Photographs and videos that wait together with their action until there is a network to upload them by.
import { uploadHeaderImage, uploadVideo } from '../../contract/endpoints/file.ts'
import type { KeepInput, WaitingFileOf } from '../../platform/queue-instance.ts'
import type { QueuedAction } from '../../platform/queue-row.ts'
import { upload } from '../../platform/upload.ts'
import { withPhotosUploaded } from '../../resource/waiting-photos.ts'

/**
 * The input as the server takes it: each file is uploaded and stands there by its address. What was uploaded is written
 * down before anything else is sent: a lost answer, or a page that was closed meanwhile, must not upload it again.
 */
export async function withUploads(
  { input = {}, files = {} }: QueuedAction,
  keep: KeepInput,
  fileOf: WaitingFileOf,
): Promise<Readonly<Record<string, unknown>>> {
  // Photographs are small: they lie in the input as data.
  let sent = await withPhotosUploaded(input, keep)
  const keepAs = async (field: string, address: string) => {
    sent = { ...sent, [field]: address }
    await keep(sent)
  }
  for (const [field, { type }] of Object.entries(files)) {
    const file = input[field] === undefined ? await fileOf(field) : undefined
    if (file) await keepAs(field, await sendFile(file, type))
  }
  return sent
}

async function sendFile(file: File, type: string): Promise<string> {
  if (type.startsWith('video/')) return (await upload(uploadVideo, file)).url
  return upload(uploadHeaderImage, file)
}
