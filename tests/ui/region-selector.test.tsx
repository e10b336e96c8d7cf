// The selector of regions: what is chosen leads to the next list, clearing leads back, typing narrows in both writings.
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type RegionChoice, type RegionProvince, RegionSelector } from '../../src/ui/region-selector.tsx'
import { renderUi } from './render-ui.tsx'

const district = (code: string, name: string, latin: string) => ({ code, name, latin })
const provinces: RegionProvince[] = [
  {
    ...district('110000', '北京市', 'Beijing'),
    cityList: [
      { ...district('110100', '北京市', 'Beijing'), areaList: [district('110101', '东城区', 'Dongcheng')] },
    ],
  },
  {
    ...district('440000', '广东省', 'Guangdong'),
    cityList: [
      { ...district('440100', '广州市', 'Guangzhou'), areaList: [district('440106', '天河区', 'Tianhe')] },
      { ...district('440300', '深圳市', 'Shenzhen'), areaList: [district('440305', '南山区', 'Nanshan')] },
    ],
  },
  {
    ...district('900000', '海外', 'Overseas'),
    cityList: [{ ...district('JP', '日本', 'Japan'), areaList: [] }],
  },
]

const chosen: RegionChoice[] = []
function Shown({ start = {} }: { start?: RegionChoice }) {
  const [value, setValue] = useState(start)
  return (
    <RegionSelector
      provinces={provinces}
      value={value}
      onChange={next => {
        chosen.push(next)
        setValue(next)
      }}
    />
  )
}
const field = (name: string) => page.getByRole('combobox', { name })

test('a province opens its cities, a city its districts, and clearing closes what follows', async () => {
  await renderUi(<Shown />)
  await expect.element(field('City')).toBeDisabled()
  await expect.element(field('Province')).toHaveAttribute('placeholder', 'Please choose')
  await field('Province').click()
  await page.getByRole('option', { name: 'Guangdong' }).click()
  await field('City').click()
  await page.getByRole('option', { name: 'Shenzhen' }).click()
  await field('District').click()
  await page.getByRole('option', { name: 'Nanshan' }).click()
  expect(chosen.at(-1)).toEqual({ province: '440000', city: '440300', area: '440305' })
  await field('Province').click()
  await page.getByRole('option', { name: 'Beijing' }).click()
  expect(chosen.at(-1)).toEqual({ province: '110000', city: '110100' })
  await expect.element(field('District')).toHaveValue('')
})

test('typing narrows by either writing, and the keyboard alone chooses', async () => {
  await renderUi(<Shown start={{ province: '440000' }} />)
  await field('City').click()
  await userEvent.keyboard('深')
  await expect.element(page.getByRole('option', { name: 'Shenzhen' })).toBeVisible()
  await expect.element(page.getByRole('option', { name: 'Guangzhou' })).not.toBeInTheDocument()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(chosen.at(-1)).toEqual({ province: '440000', city: '440300' })
})

test('in Chinese the names are Chinese, overseas stands with the provinces', async () => {
  await renderUi(<Shown />, { language: 'cn' })
  await field('Province').click()
  await expect.element(page.getByRole('option', { name: '海外' })).toBeVisible()
  await expect.element(page.getByRole('option', { name: '广东省' })).toBeVisible()
})
