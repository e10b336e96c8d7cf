// A still picture of what is live, which becomes a photo like any other.
import { msg } from '@lingui/core/macro'
import { photo } from '../../domain/media/photo.ts'
import { shrunkPhoto } from '../../platform/photo.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { showToast } from '../../platform/toast.ts'
import { useRights } from '../../resource/surroundings.ts'
import type { CameraRow } from './video-query.ts'

/** A photo on its way to the server, over the queue of this device. */
export interface NewCapture {
  name: string
  /** Data of the picture. */
  picture: string
  takenAt: number
  source: 'capture'
  place?: string | undefined
  note?: string | undefined
  latitude?: number | undefined
  longitude?: number | undefined
}

export type SendPhoto = (photo: NewCapture) => Promise<void>

export const useMayCapture = (): boolean => {
  const may = useRights()
  return may(`${photo.permission}.save`) && may('file.save')
}

/** Where a camera's picture was taken. */
export const placeOf = (row: CameraRow | undefined) => ({
  ...(row?.place && { place: row.place }),
  ...(row?.latitude != null && row.longitude != null && { latitude: row.latitude, longitude: row.longitude }),
})

/** Takes the picture that is on the screen now; undefined, and said, where there is none. */
export async function still(
  element: HTMLVideoElement | undefined,
): Promise<{ picture: string; takenAt: number } | undefined> {
  const takenAt = serverNow()
  try {
    if (!element) throw new RangeError('There is no picture')
    return { picture: await shrunkPhoto(element), takenAt }
  } catch {
    showToast({ kind: 'tip', message: msg`There is no picture to take` })
    return undefined
  }
}
