// Photographs that wait together with their action: they lie in it as data until there is a network to upload them by.
import { uploadHeaderImage } from '../../contract/endpoints/file.ts'
import { upload } from '../../platform/upload.ts'

const DATA = /^data:(image\/[a-z]+);base64,/

/** Address of a photograph that was uploaded already, by the action's key: a lost answer must not upload it again. */
const uploaded = new Map<string, string>()

/** The input as the server takes it: photographs are uploaded and stand there by their address. */
export async function withUploads(
  key: string,
  input: Readonly<Record<string, unknown>> = {},
): Promise<Record<string, unknown>> {
  const entries = await Promise.all(
    Object.entries(input).map(async ([field, value]) => {
      const type = typeof value === 'string' ? DATA.exec(value)?.[1] : undefined
      if (type === undefined) return [field, value] as const
      const name = `${key}-${field}`
      const address = uploaded.get(name) ?? (await upload(uploadHeaderImage, blobOf(String(value), type)))
      uploaded.set(name, address)
      return [field, address] as const
    }),
  )
  return Object.fromEntries(entries)
}

function blobOf(data: string, type: string): Blob & { name: string } {
  const bytes = Uint8Array.from(atob(data.slice(data.indexOf(',') + 1)), sign => sign.charCodeAt(0))
  return new File([bytes], `photo.${type.slice('image/'.length)}`, { type })
}
