// Photographs that wait together with their action: they lie in it as data until there is a network to upload them by.
import { uploadHeaderImage } from '../../contract/endpoints/file.ts'
import type { KeepInput } from '../../platform/queue-instance.ts'
import { upload } from '../../platform/upload.ts'

const DATA = /^data:(image\/[a-z]+);base64,/

/**
 * The input as the server takes it: photographs are uploaded and stand there by their address. What was uploaded is written
 * down before anything else is sent: a lost answer, or a page that was closed meanwhile, must not upload it again.
 */
export async function withUploads(
  input: Readonly<Record<string, unknown>> = {},
  keep: KeepInput,
): Promise<Readonly<Record<string, unknown>>> {
  let sent = input
  for (const [field, value] of Object.entries(input)) {
    const type = typeof value === 'string' ? DATA.exec(value)?.[1] : undefined
    if (type === undefined) continue
    sent = { ...sent, [field]: await upload(uploadHeaderImage, blobOf(String(value), type)) }
    await keep(sent)
  }
  return sent
}

function blobOf(data: string, type: string): Blob & { name: string } {
  const bytes = Uint8Array.from(atob(data.slice(data.indexOf(',') + 1)), sign => sign.charCodeAt(0))
  return new File([bytes], `photo.${type.slice('image/'.length)}`, { type })
}
