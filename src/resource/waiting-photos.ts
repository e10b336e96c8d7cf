// Photos that stand in an input as data until they are sent: uploaded one after the other, each in its place.
import { uploadHeaderImage } from '../contract/endpoints/file.ts'
import { isPhotoData, photoFile } from '../platform/photo.ts'
import { upload } from '../platform/upload.ts'
import type { Values } from './view.ts'

/** Called with the input as it is after each upload. */
type Keep = (input: Readonly<Values>) => Promise<unknown>

/** The input as the server takes it: addresses where photos stood as data. */
export async function withPhotosUploaded(input: Readonly<Values>, keep?: Keep): Promise<Values> {
  let sent: Values = { ...input }
  const put = async (field: string, value: unknown) => {
    sent = { ...sent, [field]: value }
    await keep?.(sent)
  }
  for (const [field, value] of Object.entries(input)) {
    if (isPhotoData(value)) await put(field, await upload(uploadHeaderImage, photoFile(value)))
    if (!Array.isArray(value)) continue
    let list: readonly unknown[] = value
    for (const [index, each] of value.entries()) {
      if (!isPhotoData(each)) continue
      const address = await upload(uploadHeaderImage, photoFile(each))
      list = list.with(index, address)
      await put(field, list)
    }
  }
  return sent
}

/** What an address of an uploaded file looks like: 32 bytes. */
const SOME_ADDRESS = `/files/${'x'.repeat(43)}`

/** The input as if its photos were uploaded already, to be checked before they are. */
export function asIfUploaded(input: Values): Values {
  const stood = (value: unknown): unknown => {
    if (isPhotoData(value)) return SOME_ADDRESS
    return Array.isArray(value) ? value.map(each => (isPhotoData(each) ? SOME_ADDRESS : each)) : value
  }
  return Object.fromEntries(Object.entries(input).map(([field, value]) => [field, stood(value)]))
}
