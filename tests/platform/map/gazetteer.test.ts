// Places found without network: by name in either writing, by coordinates in either order.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createGazetteer } from '../../../src/platform/map/gazetteer.ts'
import { readRegions } from '../../../src/platform/map/regions.ts'
import { typedPlaces } from '../../../src/platform/map/typed-place.ts'

const regions = readRegions(
  JSON.parse(readFileSync(new URL('../../../public/regions/regions.json', import.meta.url), 'utf8')),
)
const chinese = createGazetteer(regions, 'zh-CN')
const english = createGazetteer(regions, 'en')
const first = (text: string) => chinese.search(text)[0]

describe('by name', () => {
  test.each([
    ['深圳', '深圳市', '广东省', 10],
    ['广东', '广东省', '', 6],
    ['深圳南山', '南山区', '广东省 深圳市', 12],
    ['广东省深圳市南山区', '南山区', '广东省 深圳市', 12],
    ['shenzhen', '深圳市', '广东省', 10],
    ['SHEN ZHEN', '深圳市', '广东省', 10],
    ['xian', '西安市', '陕西省', 10],
    ['东京', '东京', '日本', 10],
    ['日本', '日本', '', 4],
    ['  武汉 ', '武汉市', '湖北省', 10],
  ])('%s is %s in %s', (text, name, detail, zoom) => {
    expect(first(text)).toMatchObject({ name, detail, zoom })
  })

  test('puts the nearest of the same name first', () => {
    const near = { longitude: 114, latitude: 22.5 }
    expect(chinese.search('南山区', near)[0]?.detail).toBe('广东省 深圳市')
  })

  test('answers in the writing of the viewer, whichever was typed', () => {
    expect(english.search('深圳')[0]).toMatchObject({ name: 'Shenzhen', detail: 'Guangdong' })
    expect(english.search('san jose')[0]?.name).toBe('San José')
    expect(english.search('Nanshan')[0]?.detail).toContain(', ')
  })

  test('puts cities before districts, and gives at most eight', () => {
    const found = chinese.search('海')
    expect(found).toHaveLength(8)
    expect(chinese.search('北京')).not.toHaveLength(0)
    expect(chinese.search('北京').filter(place => place.name === '北京市')).toHaveLength(1)
    expect(chinese.search('chang')[0]?.zoom).toBe(10)
  })

  test.each(['', '   ', 'zzzzqq', '不存在的地方', '<img onerror>', '((('])('%j finds nothing', text => {
    expect(chinese.search(text)).toEqual([])
  })
})

describe('by coordinates', () => {
  const place = (latitude: number, longitude: number) => ({ latitude, longitude })
  test.each([
    ['22.54, 114.06', [place(22.54, 114.06)]],
    ['114.06,22.54', [place(22.54, 114.06)]],
    ['114.06 22.54', [place(22.54, 114.06)]],
    ['114.06，22.54', [place(22.54, 114.06)]],
    ['22.54N 114.06E', [place(22.54, 114.06)]],
    ['114.06 E, 22.54 N', [place(22.54, 114.06)]],
    ['33.87S 151.21E', [place(-33.87, 151.21)]],
    ['-33.87, 151.21', [place(-33.87, 151.21)]],
    ['48.85, 2.35', [place(48.85, 2.35), place(2.35, 48.85)]],
    ['10, 10', [place(10, 10)]],
    ['N48.85 E2.35', [place(48.85, 2.35)]],
    [`22°32'24"N 114°3'36"E`, [place(22.54, 114.06)]],
    ['90, 180', [place(90, 180)]],
    ['91, 181', []],
    ['114.06, 200', []],
    ['22.54N 114.06N', []],
    ['-22.54S 114E', []],
    [`22°75'N 114E`, []],
    ['22.54', []],
    ['22.54, 114.06, 3', []],
    ['1e3, 2', []],
    ['NaN, NaN', []],
  ])('%s', (text, expected) => {
    expect(typedPlaces(text)).toEqual(
      expected.map(each => ({
        latitude: expect.closeTo(each.latitude, 6),
        longitude: expect.closeTo(each.longitude, 6),
      })),
    )
  })

  test('go before names and stay as they were typed', () => {
    expect(first('22.54, 114.06')).toMatchObject({ name: '22.54000, 114.06000', detail: '', zoom: 16 })
  })
})
