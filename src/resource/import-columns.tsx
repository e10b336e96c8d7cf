// Second step of an import: which column is which field, the first rows, and what will become of the rest.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Radio, Select } from '@mantine/core'
import { useState } from 'react'
import { isKey, keysOf } from '../domain/keys.ts'
import { Box, Row, SectionTitle, Stack, Table, Text } from '../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../ui/locale.ts'
import css from './import.module.css'
import type { Existing, SheetPreview } from './import-drawer.tsx'
import type { ImportField } from './import-fields.ts'
import { useOnline } from './surroundings.ts'
import type { View } from './view.ts'

interface ImportColumnsProps {
  view: View
  fields: readonly ImportField[]
  name: string
  sheet: SheetPreview
  headings: Readonly<Record<string, string>>
  onHeadings: (headings: Readonly<Record<string, string>>) => void
  existing: Existing
  onExisting: (existing: Existing) => void
  onCheck: () => void
  onImport: () => void
  onBack: () => void
}

export function ImportColumns(props: ImportColumnsProps) {
  const { fields, name, sheet, headings, existing } = props
  const { t, i18n } = useLingui()
  const online = useOnline()
  const format = numberFormat(useIntlLocale())
  const list = (names: readonly string[]) =>
    new Intl.ListFormat(i18n.locale === 'cn' ? 'zh-CN' : i18n.locale).format(names)
  const used = new Set(Object.values(headings))
  // What was found stays where it is while somebody corrects it.
  const [matched] = useState(() => new Set(Object.keys(headings)))
  const first = fields.filter(field => field.required || matched.has(field.of))
  const others = fields.filter(field => !first.includes(field))
  const unused = sheet.headings.filter(heading => heading !== '' && !used.has(heading))
  const missing = fields.filter(field => field.required && headings[field.of] === undefined)
  // What is there already may be changed without the rest of its fields.
  const blocked = used.size === 0 || (missing.length > 0 && existing !== 'change')
  const rows = format.format(sheet.totalRows)
  const ways: Record<Existing, string> = {
    refuse: t`Refuse them and say so`,
    skip: t`Leave them as they are`,
    change: t`Change them to what the sheet says`,
  }
  return (
    <>
      <Row
        as="p"
        wrap
        align="stretch"
        justify="between"
        gap={1}
        columnGap={3}
        padX={3}
        padY={2}
        ground="sunken"
        round="control"
        strong
        breaks
      >
        <bdi>{name}</bdi>
        <Text plain tone="ink-2">
          <Plural value={sheet.totalRows} one="# row" other={`${rows} rows`} />
        </Text>
      </Row>
      <Stack as="section" gap={2} shrink>
        <SectionTitle as="h3">
          <Trans>Columns</Trans>
        </SectionTitle>
        <Stack gap={3} tiles="medium">
          {first.map(field => (
            <Match key={field.of} field={field} {...props} />
          ))}
        </Stack>
        {others.length > 0 && (
          <details>
            <Text as="summary" padY={2} size="small" tone="accent" pointer>
              <Plural
                value={others.length}
                one="# more field that is not in the sheet"
                other="# more fields that are not in the sheet"
              />
            </Text>
            <Stack gap={3} tiles="medium">
              {others.map(field => (
                <Match key={field.of} field={field} {...props} />
              ))}
            </Stack>
          </details>
        )}
        {missing.length > 0 && (
          <Text as="p" size="small" tone="critical" role="alert">
            {t`No column for: ${list(missing.map(({ label }) => label))}`}
          </Text>
        )}
        {unused.length > 0 && (
          <Text as="p" size="small" tone="ink-2" breaks>{t`Left out: ${list(unused.slice(0, 12))}`}</Text>
        )}
      </Stack>
      <Preview sheet={sheet} fields={fields} headings={headings} />
      <Radio.Group
        label={t`Rows that are there already`}
        value={existing}
        onChange={value => isKey(ways, value) && props.onExisting(value)}
      >
        <Stack gap={2} padAbove={2}>
          {keysOf(ways).map(way => (
            <Radio key={way} value={way} label={ways[way]} />
          ))}
        </Stack>
      </Radio.Group>
      <Text as="p" size="small" tone="ink-2" breaks>
        <Trans>
          Each row is checked by the rules of the form. What passes is saved, what does not comes back as a
          file with the reason beside each row.
        </Trans>
      </Text>
      <Row wrap align="stretch" justify="end" gap={2} padAbove={1}>
        <Button variant="subtle" onClick={props.onBack}>{t`Another file`}</Button>
        <Button variant="default" disabled={blocked || !online} onClick={props.onImport}>
          {t`Import at once`}
        </Button>
        <Button disabled={blocked || !online} onClick={props.onCheck}>{t`Check first`}</Button>
      </Row>
    </>
  )
}

function Match({ field, sheet, headings, onHeadings }: ImportColumnsProps & { field: ImportField }) {
  const { t } = useLingui()
  const options = [...new Set(sheet.headings.filter(heading => heading !== ''))]
  return (
    <Select
      label={field.label}
      withAsterisk={field.required}
      placeholder={t`Not in the sheet`}
      data={options}
      value={headings[field.of] ?? null}
      searchable={options.length > 12}
      clearable
      comboboxProps={{ withinPortal: true }}
      onChange={heading => {
        const others = Object.entries(headings).filter(([of, own]) => of !== field.of && own !== heading)
        onHeadings(Object.fromEntries(heading === null ? others : [...others, [field.of, heading]]))
      }}
    />
  )
}

function Preview({ sheet, fields, headings }: Pick<ImportColumnsProps, 'sheet' | 'fields' | 'headings'>) {
  const { t } = useLingui()
  const shown = fields.flatMap(field => {
    const heading = headings[field.of]
    return heading === undefined ? [] : [{ ...field, at: sheet.headings.indexOf(heading) }]
  })
  if (shown.length === 0) return null
  return (
    // A region that scrolls must be reachable by keyboard
    <Box
      as="section"
      fits
      edge="line"
      round="control"
      scroll="x"
      className={css.preview}
      aria-label={t`First rows`}
      tabIndex={0}
    >
      <Table headStays nowrap>
        <thead>
          <tr>
            {shown.map(({ of, label }) => (
              <th key={of} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sheet.rows.slice(0, 5).map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a sheet have no other identity
            <tr key={line}>
              {shown.map(({ of, at }) => (
                <td key={of}>
                  <bdi>{row[at]}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Box>
  )
}
