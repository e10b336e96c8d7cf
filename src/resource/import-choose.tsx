// First step of an import: an empty sheet to fill in, and the file.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Icon } from '../ui/icons.tsx'
import { Row, SectionTitle, Stack, Text } from '../ui/kit/parts.tsx'
import { DropZone } from './drop-zone.tsx'
import { giveFile } from './give-file.ts'
import type { ImportField } from './import-fields.ts'
import { csvTemplate, xlsxTemplate } from './sheet-template.ts'
import { useOnline } from './surroundings.ts'
import type { View } from './view.ts'

interface ImportChooseProps {
  view: View
  fields: readonly ImportField[]
  /** How much of the file is there already. */
  part: number | undefined
  onFile: (file: File) => void
}

export function ImportChoose({ view, fields, part, onFile }: ImportChooseProps) {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const title = i18n._(view.title)
  const required = fields.filter(field => field.required).map(({ label }) => label)
  const names = new Intl.ListFormat(i18n.locale === 'cn' ? 'zh-CN' : i18n.locale).format(required)
  return (
    <>
      <Stack as="section" gap={2} shrink>
        <SectionTitle as="h3">
          <Trans>1. Fill in a sheet</Trans>
        </SectionTitle>
        <Text as="p" size="small" tone="ink-2" breaks>
          <Trans>
            The template has a column for everything that can be imported, and a line that shows how. Your own
            sheet works too.
          </Trans>
        </Text>
        {required.length > 0 && (
          <Text as="p" size="small" tone="ink-2" breaks>{t`Needed in every row: ${names}`}</Text>
        )}
        <Row wrap align="stretch" gap={2}>
          <Button
            variant="default"
            leftSection={<Icon name="download" />}
            onClick={() => giveFile(xlsxTemplate(fields), `${title}.xlsx`)}
          >
            {t`Template (Excel)`}
          </Button>
          <Button variant="default" onClick={() => giveFile(csvTemplate(fields), `${title}.csv`)}>
            {t`Template (CSV)`}
          </Button>
        </Row>
      </Stack>
      <Stack as="section" gap={2} shrink>
        <SectionTitle as="h3">
          <Trans>2. Choose the file</Trans>
        </SectionTitle>
        {part === undefined ? (
          <DropZone
            title={t`Drop the sheet here`}
            rules={t`Excel (first sheet) or CSV, up to 5 MB and 50,000 rows. Nothing is saved before you have seen what will happen.`}
            button={t`Choose a file`}
            accept=".csv,.txt,.xlsx,text/csv"
            disabled={!online}
            onFiles={([file]) => file && onFile(file)}
          />
        ) : (
          <Stack gap={2} padX={4} padY={5} ground="sunken" round="card" tone="ink-2" role="status">
            <progress max={1} value={part} aria-label={t`Uploading`} />
            <span>{part < 1 ? t`Uploading` : t`Reading the sheet`}</span>
          </Stack>
        )}
      </Stack>
    </>
  )
}
