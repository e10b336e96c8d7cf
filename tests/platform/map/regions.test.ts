// The made files of regions: whole, placed where the cities are, and what a place belongs to.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { metresBetween, type Place } from '../../../src/domain/geo/geo.ts'
import { OVERSEAS_CODE, regionFinder } from '../../../src/domain/geo/regions.ts'
import { readPlaces, readRegions } from '../../../src/platform/map/regions.ts'

const file = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../public/regions/${name}.json`, import.meta.url), 'utf8'))
const regions = readRegions(file('regions'))
const china = regions.filter(province => province.code !== OVERSEAS_CODE)
const cities = china.flatMap(province => province.cityList)
const cityNamed = (name: string) => cities.find(city => city.name === name)
const at = (longitude: number, latitude: number): Place => ({ longitude, latitude })

describe('the regions', () => {
  test('are all of them', () => {
    expect(china).toHaveLength(34)
    expect(cities).toHaveLength(369)
    expect(cities.flatMap(city => city.areaList)).toHaveLength(3479)
  })

  test('have codes that follow their parents, and no code twice', () => {
    for (const province of china)
      for (const city of province.cityList) {
        expect(city.code.slice(0, 2)).toBe(province.code.slice(0, 2))
        for (const area of city.areaList) expect(area.code.slice(0, 4)).toBe(city.code.slice(0, 4))
      }
    const codes = regions.flatMap(({ code, cityList }) => [
      code,
      ...cityList.flatMap(city => [city.code, ...city.areaList.map(area => area.code)]),
    ])
    expect(new Set(codes).size).toBe(codes.length)
  })

  test('are named in both writings and placed, cities within China', () => {
    for (const city of cities) {
      expect(city.name, city.code).not.toBe('')
      expect(city.latin, city.name).toMatch(/^[A-Z]/)
      expect(city.at.longitude, city.name).toBeGreaterThan(73)
      expect(city.at.longitude, city.name).toBeLessThan(136)
      expect(city.at.latitude, city.name).toBeGreaterThan(16)
      expect(city.at.latitude, city.name).toBeLessThan(54)
    }
    const areas = cities.flatMap(city => city.areaList)
    for (const area of areas) expect(area.latin, area.name).toMatch(/^[A-Z]/)
    expect(areas.filter(area => area.at).length).toBeGreaterThan(1300)
  })

  test.each([
    ['深圳市', 114.058, 22.543],
    ['广州市', 113.264, 23.129],
    ['上海市', 121.474, 31.23],
    ['重庆市', 106.551, 29.563],
    ['厦门市', 118.089, 24.48],
    ['石嘴山市', 106.384, 38.985],
    ['阿克苏地区', 80.261, 41.169],
    ['和田地区', 79.922, 37.114],
    ['阿勒泰地区', 88.141, 47.845],
    ['林芝市', 94.361, 29.649],
    ['甘南藏族自治州', 102.911, 34.983],
    ['杭州市', 120.155, 30.274],
    ['武汉市', 114.305, 30.593],
    ['哈尔滨市', 126.643, 45.757],
    ['三亚市', 109.512, 18.253],
    ['台北市', 121.565, 25.033],
  ])('place %s within 8 km', (name, longitude, latitude) => {
    const city = cityNamed(name)
    expect(city).toBeDefined()
    if (city) expect(metresBetween(city.at, at(longitude, latitude))).toBeLessThan(8_000)
  })

  test('are near each other: no district is far from its city', () => {
    for (const city of cities)
      for (const area of city.areaList)
        if (area.at)
          expect(metresBetween(area.at, city.at), `${city.name} ${area.name}`).toBeLessThan(400_000)
  })

  test('read in Latin letters as people write them', () => {
    expect(cityNamed('西安市')?.latin).toBe('Xi’an')
    expect(cityNamed('呼和浩特市')?.latin).toBe('Hohhot')
    expect(cityNamed('六安市')?.latin).toBe('Lu’an')
    expect(cityNamed('重庆市')?.latin).toBe('Chongqing')
    expect(cityNamed('延边朝鲜族自治州')?.latin).toBe('Yanbian')
    const shenzhen = cityNamed('深圳市')?.areaList.map(area => area.latin)
    expect(shenzhen).toContain('Nanshan')
  })

  test('reach beyond China', () => {
    const overseas = regions.find(province => province.code === OVERSEAS_CODE)
    expect(overseas?.name).toBe('海外')
    expect(overseas?.cityList.length).toBeGreaterThan(100)
    const japan = overseas?.cityList.find(country => country.code === 'JP')
    expect(japan?.areaList[0]?.name).toBe('东京')
    const tokyo = japan?.areaList[0]?.at
    if (tokyo) expect(metresBetween(tokyo, at(139.69, 35.69))).toBeLessThan(10_000)
  })

  test('name whose data it is', () => {
    for (const name of ['regions', 'places'])
      expect(JSON.stringify(file(name))).toContain('GeoNames (CC BY 4.0')
  })

  test('refuse a file that is something else', () => {
    expect(() => readRegions({ provinces: [['1', 'x']] })).toThrow()
  })
})

describe('the names of the map', () => {
  const places = readPlaces(file('places'))
  test('come with the most important first, and every city of China among them', () => {
    expect(places.map(place => place.rank)).toEqual(places.map(place => place.rank).sort())
    const names = new Set(places.map(place => place.name))
    for (const name of ['北京', '拉萨', '杭州', '东京', '伦敦', '纽约']) expect(names).toContain(name)
    expect(places.filter(place => place.rank < 4).length).toBeGreaterThan(550)
  })
})

describe('regionFinder', () => {
  const find = regionFinder(regions)
  test.each([
    [114.06, 22.54, '广东省', '深圳市', '福田区'],
    [113.95, 22.54, '广东省', '深圳市', '南山区'],
    [120.132, 30.2876, '浙江省', '杭州市', undefined],
    [106.5581, 29.5752, '重庆市', '重庆市', '渝中区'],
    [114.3672, 30.5436, '湖北省', '武汉市', '武昌区'],
    [139.75, 35.68, '海外', '日本', '东京'],
    [-73.98, 40.75, '海外', '美国', '纽约'],
    [178.44, -18.14, undefined, undefined, undefined],
  ])('%f, %f lies in %s %s %s', (longitude, latitude, province, city, area) => {
    const found = find(at(longitude, latitude))
    expect(found?.province.name).toBe(province)
    expect(found?.city.name).toBe(city)
    if (area) expect(found?.area?.name).toBe(area)
  })

  test('sees the nearest whatever cell it is in', () => {
    const points = regions.flatMap(({ cityList }) => cityList.flatMap(city => city.areaList))
    for (let turn = 0; turn < 60; turn++) {
      const here = at(98 + ((turn * 7919) % 2900) / 100, 22 + ((turn * 104729) % 2100) / 100)
      const found = find(here)
      for (const point of points)
        if (point.at && found)
          expect(metresBetween(here, point.at)).toBeGreaterThanOrEqual(found.metres - 0.001)
    }
  })
})
