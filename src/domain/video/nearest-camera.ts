// Which camera sees what an alarm is about: that of the device itself, else the nearest one that has a place.
import { metresBetween } from '../geo/geo.ts'

/** Farther away a camera shows nothing of it. */
export const SEES_METRES = 150

export interface PlacedCamera {
  id: number
  /** The device that it is, or that it is worn with. */
  imei?: string | null | undefined
  latitude?: number | null | undefined
  longitude?: number | null | undefined
}

export interface SeenAlarm {
  imei: string
  latitude: number | null
  longitude: number | null
}

/** A camera, and how far from the alarm it stands; undefined metres: it is the alarm's own device. */
export interface SeeingCamera<Camera> {
  camera: Camera
  metres: number | undefined
}

export function cameraFor<Camera extends PlacedCamera>(
  alarm: SeenAlarm,
  cameras: readonly Camera[],
): SeeingCamera<Camera> | undefined {
  const own = cameras.find(({ imei }) => imei === alarm.imei)
  if (own) return { camera: own, metres: undefined }
  const { latitude, longitude } = alarm
  if (latitude === null || longitude === null) return undefined
  let best: { camera: Camera; metres: number } | undefined
  for (const camera of cameras) {
    if (camera.latitude == null || camera.longitude == null) continue
    const metres = metresBetween(
      { latitude, longitude },
      { latitude: camera.latitude, longitude: camera.longitude },
    )
    if (metres <= SEES_METRES && metres < (best?.metres ?? Number.POSITIVE_INFINITY))
      best = { camera, metres }
  }
  return best
}
