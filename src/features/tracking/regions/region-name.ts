// What a region is called in the reader's writing.
import { useLingui } from '@lingui/react/macro'
import { useIntlLocale } from '../../../ui/locale.ts'
import type { RegionRow } from './region-figures.ts'

/** The name of a row; what is in no known region says so. */
export function useRegionName(): (row: Pick<RegionRow, 'region'>) => string {
  const { t } = useLingui()
  const chinese = useIntlLocale().startsWith('zh')
  const elsewhere = t`Not assigned`
  return ({ region }) => (region ? (chinese ? region.name : region.latin) : elsewhere)
}
