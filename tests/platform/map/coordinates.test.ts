// Which places Chinese maps shift, by how much, and that the way back finds the same place.
import { expect, test } from 'vitest'
import { metresBetween } from '../../../src/domain/geo/geo.ts'
import { allToGcj, fromGcj, isMainland, toGcj } from '../../../src/platform/map/coordinates.ts'

const INSIDE: Record<string, [number, number]> = {
  Shenzhen: [114.06, 22.54],
  'Shenzhen, Luohu port': [114.1135, 22.533],
  'Shenzhen, Liantang': [114.165, 22.565],
  'Shenzhen, Shekou': [113.91, 22.482],
  'Zhuhai, Gongbei': [113.552, 22.2185],
  'Zhuhai, Hengqin': [113.52, 22.13],
  Beijing: [116.397, 39.909],
  Shanghai: [121.4737, 31.2304],
  'Zhoushan, Shengsi': [122.45, 30.73],
  Dalian: [121.615, 38.914],
  Dandong: [124.383, 40.129],
  'Ji’an': [126.19, 41.13],
  Yanji: [129.513, 42.891],
  Hunchun: [130.366, 42.863],
  Suifenhe: [131.152, 44.396],
  Fuyuan: [134.295, 48.363],
  Heihe: [127.499, 50.245],
  Mohe: [122.538, 52.972],
  Manzhouli: [117.379, 49.598],
  Erenhot: [111.977, 43.653],
  Ürümqi: [87.617, 43.793],
  Khorgas: [80.411, 44.214],
  Kashgar: [75.99, 39.47],
  Lhasa: [91.11, 29.65],
  Ruili: [97.855, 24.013],
  Hekou: [103.94, 22.529],
  Pingxiang: [106.766, 22.094],
  Dongxing: [107.972, 21.548],
  Sanya: [109.508, 18.247],
  Xiamen: [118.089, 24.479],
  Pingtan: [119.78, 25.5],
}

const OUTSIDE: Record<string, [number, number]> = {
  'Hong Kong, Central': [114.158, 22.2819],
  'Hong Kong, Lo Wu': [114.1133, 22.528],
  'Hong Kong, Sheung Shui': [114.128, 22.501],
  'Hong Kong, airport': [113.915, 22.309],
  'Hong Kong, Sha Tau Kok': [114.216, 22.541],
  Macao: [113.5439, 22.1987],
  'Macao, Coloane': [113.565, 22.118],
  Taipei: [121.565, 25.033],
  Kaohsiung: [120.301, 22.627],
  Kinmen: [118.32, 24.436],
  Matsu: [119.94, 26.158],
  Seoul: [126.978, 37.5665],
  Sinuiju: [124.4, 40.1],
  Pyongyang: [125.754, 39.03],
  Hanoi: [105.834, 21.028],
  'Móng Cái': [107.966, 21.525],
  'Lào Cai': [103.975, 22.486],
  Vladivostok: [131.886, 43.115],
  Khabarovsk: [135.072, 48.48],
  Blagoveshchensk: [127.54, 50.29],
  Ulaanbaatar: [106.917, 47.919],
  'Zamyn-Üüd': [111.906, 43.72],
  Zabaikalsk: [117.327, 49.651],
  Almaty: [76.945, 43.238],
  Islamabad: [73.047, 33.684],
  Kathmandu: [85.324, 27.717],
  Thimphu: [89.64, 27.472],
  Muse: [97.905, 23.98],
  Vientiane: [102.633, 17.975],
  Tokyo: [139.692, 35.69],
  Manila: [120.984, 14.6],
  London: [-0.128, 51.507],
  'null island': [0, 0],
}

test.each(Object.entries(INSIDE))('%s is drawn shifted', (_name, [longitude, latitude]) => {
  const shift = metresBetween({ longitude, latitude }, toGcj({ longitude, latitude }))
  expect(shift).toBeGreaterThan(50)
  expect(shift).toBeLessThan(800)
})

test.each(Object.entries(OUTSIDE))('%s stays where it is', (_name, [longitude, latitude]) => {
  expect(toGcj({ longitude, latitude })).toEqual({ longitude, latitude })
})

test('farther than the strip along the border nothing outside moves on the way back either', () => {
  const near = new Set(['Hong Kong, Lo Wu', 'Macao', 'Hong Kong, Sha Tau Kok'])
  for (const [name, [longitude, latitude]] of Object.entries(OUTSIDE))
    if (!near.has(name)) expect(fromGcj({ longitude, latitude })).toEqual({ longitude, latitude })
})

test('there and back is the same place within half a metre, everywhere', () => {
  let inside = 0
  for (let longitude = 73; longitude < 136; longitude += 0.37)
    for (let latitude = 17; latitude < 54; latitude += 0.31) {
      const there = toGcj({ longitude, latitude })
      if (!isMainland(longitude, latitude)) continue
      inside++
      expect(metresBetween(fromGcj(there), { longitude, latitude })).toBeLessThan(0.5)
    }
  expect(inside).toBeGreaterThan(7000)
})

test('the known shift of Tiananmen', () => {
  const shifted = toGcj({ longitude: 116.391305, latitude: 39.907325 })
  expect(shifted.longitude).toBeCloseTo(116.39755, 4)
  expect(shifted.latitude).toBeCloseTo(39.90873, 4)
})

test('columns of a hundred thousand are converted like single places, into another array', () => {
  const size = 100_000
  const points = new Float64Array(size * 2)
  for (let at = 0; at < size; at++) {
    points[at * 2] = 100 + (at % 300) / 10
    points[at * 2 + 1] = 20 + (at % 271) / 10
  }
  const before = points.slice()
  const there = allToGcj(points)
  expect(points).toEqual(before)
  for (let at = 0; at < size; at += 997) {
    const alone = toGcj({ longitude: points[at * 2] ?? 0, latitude: points[at * 2 + 1] ?? 0 })
    expect([there[at * 2], there[at * 2 + 1]]).toEqual([alone.longitude, alone.latitude])
  }
  let worst = 0
  for (let at = 0; at < size; at += 97)
    if (isMainland(before[at * 2] ?? 0, before[at * 2 + 1] ?? 0))
      worst = Math.max(
        worst,
        metresBetween(fromGcj({ longitude: there[at * 2] ?? 0, latitude: there[at * 2 + 1] ?? 0 }), {
          longitude: before[at * 2] ?? 0,
          latitude: before[at * 2 + 1] ?? 0,
        }),
      )
  expect(worst).toBeLessThan(0.5)
})

test('broken numbers come back as they were', () => {
  expect(toGcj({ longitude: Number.NaN, latitude: 30 }).longitude).toBeNaN()
  expect(fromGcj({ longitude: 114, latitude: Number.NaN }).longitude).toBe(114)
  expect(allToGcj(new Float64Array([Number.NaN, 30]))).toEqual(new Float64Array([Number.NaN, 30]))
  expect(isMainland(114, Number.POSITIVE_INFINITY)).toBe(false)
})
