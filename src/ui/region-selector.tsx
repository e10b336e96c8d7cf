// Chooses a province, one of its cities and one of its districts: three lists, each after the one before it.
import { useLingui } from '@lingui/react/macro'
import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core'
import { FieldGroup } from './kit/parts.tsx'
import { useIntlLocale } from './locale.ts'

export interface RegionItem {
  code: string
  name: string
  /** In Latin letters: shown where the interface is not Chinese, searched everywhere. */
  latin: string
}

export interface RegionCity extends RegionItem {
  areaList: readonly RegionItem[]
}

export interface RegionProvince extends RegionItem {
  cityList: readonly RegionCity[]
}

/** Codes of what is chosen; a city only with its province, a district only with its city. */
export interface RegionChoice {
  province?: string
  city?: string
  area?: string
}

export interface RegionSelectorProps {
  provinces: readonly RegionProvince[]
  value: RegionChoice
  onChange: (choice: RegionChoice) => void
  /** Said aloud for the three together. */
  label?: string
  disabled?: boolean
  /** The lists are on their way. */
  loading?: boolean
}

export function RegionSelector({
  provinces,
  value,
  onChange,
  label,
  disabled,
  loading,
}: RegionSelectorProps) {
  const { t } = useLingui()
  const province = provinces.find(each => each.code === value.province)
  const city = province?.cityList.find(each => each.code === value.city)
  const areas = city?.areaList ?? []
  const common = { disabled, loading }
  return (
    <FieldGroup stack gap={2} tiles="small" aria-label={label ?? t`Region`}>
      <RegionSelect
        {...common}
        label={t({ message: 'Province', context: 'region' })}
        items={provinces}
        value={province?.code}
        onChange={code => onChange(provinceChosen(provinces, code))}
      />
      <RegionSelect
        {...common}
        label={t({ message: 'City', context: 'region' })}
        items={province?.cityList ?? []}
        value={city?.code}
        onChange={code => onChange({ province: value.province, ...(code && { city: code }) })}
      />
      <RegionSelect
        {...common}
        label={t({ message: 'District', context: 'region' })}
        items={areas}
        value={areas.find(each => each.code === value.area)?.code}
        onChange={code =>
          onChange({ province: value.province, city: value.city, ...(code && { area: code }) })
        }
      />
    </FieldGroup>
  )
}

/** A municipality is its own only city: nobody should have to say it twice. */
function provinceChosen(provinces: readonly RegionProvince[], code: string | null): RegionChoice {
  if (!code) return {}
  const [only, ...more] = provinces.find(each => each.code === code)?.cityList ?? []
  return { province: code, ...(only && more.length === 0 && { city: only.code }) }
}

interface RegionSelectProps {
  label: string
  items: readonly RegionItem[]
  value: string | undefined
  onChange: (code: string | null) => void
  disabled: boolean | undefined
  loading: boolean | undefined
}

function RegionSelect({ label, items, value, onChange, disabled, loading }: RegionSelectProps) {
  const { t } = useLingui()
  const chinese = useIntlLocale().startsWith('zh')
  const byCode = new Map(items.map(item => [item.code, item]))
  const filter: OptionsFilter = ({ options, search }) => {
    const wanted = search.trim().toLowerCase()
    const letters = lettersOf(wanted)
    // A chosen label stands in the field too: then everything is offered, or no other could be chosen.
    const chosen = value && byCode.get(value)
    if (wanted === '' || (chosen && wanted === nameOf(chosen, chinese).toLowerCase())) return options
    return options.filter(option => {
      const item = 'value' in option ? byCode.get(String(option.value)) : undefined
      if (!item) return false
      return item.name.includes(wanted) || (letters !== '' && lettersOf(item.latin).includes(letters))
    })
  }
  return (
    <Select
      label={label}
      placeholder={t({ message: 'Please choose', context: 'region' })}
      data={items.map((item): ComboboxItem => ({ value: item.code, label: nameOf(item, chinese) }))}
      value={value ?? null}
      onChange={onChange}
      searchable
      clearable
      openOnFocus={false}
      filter={filter}
      nothingFoundMessage={loading ? t`Loading` : t`Nothing found`}
      disabled={disabled || (items.length === 0 && !loading)}
      maxDropdownHeight={280}
      comboboxProps={{ withinPortal: true, shadow: 'md' }}
    />
  )
}

const nameOf = (item: RegionItem, chinese: boolean): string => (chinese ? item.name : item.latin)

const lettersOf = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
