// Names that an administrator gave twice: Chinese for who reads it, English for everybody else.
import { setupI18n } from '@lingui/core'
import { describe, expect, test } from 'vitest'
import { device } from '../../src/domain/device/device.ts'
import { latestReading } from '../../src/domain/device/latest-reading.ts'
import { productionBatch } from '../../src/domain/device/production.ts'
import { deviceView } from '../../src/features/devices/device.view.tsx'
import { englishOf, valueText } from '../../src/resource/cells.tsx'

const row = { id: 1, version: 1, categoryName: '智能安全帽', categoryEnName: 'Smart helmet' }
const text = (locale: string, shown: typeof row | Omit<typeof row, 'categoryEnName'> = row) =>
  valueText(deviceView, { of: 'categoryName' }, shown, setupI18n({ locale, messages: { [locale]: {} } }))

describe('the category of a device', () => {
  test.each(['en', 'es', 'fr', 'de', 'ru', 'ar'])('is English in %s', locale => {
    expect(text(locale)).toBe('Smart helmet')
  })

  test('is Chinese in Chinese, and where it has no English name', () => {
    expect(text('cn')).toBe('智能安全帽')
    expect(text('en', { ...row, categoryEnName: '' })).toBe('智能安全帽')
    const { categoryEnName: _, ...bare } = row
    expect(text('en', bare)).toBe('智能安全帽')
  })

  test.each([device, latestReading, productionBatch])('$key carries both', entity => {
    expect(englishOf(entity, 'categoryName', row, 'de')).toBe('Smart helmet')
    expect(Object.keys(entity.schema.shape)).toContain('categoryEnName')
  })
})
