// Which camera an alarm opens.
import { expect, test } from 'vitest'
import { cameraFor, type PlacedCamera } from '../../../src/domain/video/nearest-camera.ts'

const camera = (id: number, imei: string | null, latitude: number | null): PlacedCamera => ({
  id,
  imei,
  latitude,
  longitude: latitude === null ? null : 114,
})
const at = (latitude: number | null, imei = '861000000000001') => ({
  imei,
  latitude,
  longitude: latitude === null ? null : 114,
})
/** About 55 metres. */
const NEAR = 0.0005

test('the device’s own camera comes before a nearer one', () => {
  const cameras = [camera(1, null, 22), camera(2, '861000000000001', 23)]
  expect(cameraFor(at(22), cameras)).toEqual({ camera: cameras[1], metres: undefined })
})

test('else the nearest that has a place', () => {
  const cameras = [camera(1, null, 22 + NEAR), camera(2, null, null), camera(3, null, 22 + NEAR / 2)]
  const found = cameraFor(at(22), cameras)
  expect(found?.camera).toBe(cameras[2])
  expect(found?.metres).toBeCloseTo(27.8, 0)
})

test('none where all are too far, or nobody knows where it happened', () => {
  const cameras = [camera(1, null, 22.01)]
  expect(cameraFor(at(22), cameras)).toBeUndefined()
  expect(cameraFor(at(null), cameras)).toBeUndefined()
})
