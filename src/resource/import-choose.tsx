// First step of an import: an empty sheet to fill in, and the file.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Icon } from '../ui/icons.tsx'
import { DropZone } from './drop-zone.tsx'
import { giveFile } from './give-file.ts'
import css from './import.module.css'
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
      <section className={css.step}>
        <h3 className={css.stepTitle}>
          <Trans>1. Fill in a sheet</Trans>
        </h3>
        <p className={css.text}>
          <Trans>
            The template has a column for everything that can be imported, and a line that shows how. Your own
            sheet works too.
          </Trans>
        </p>
        {required.length > 0 && <p className={css.text}>{t`Needed in every row: ${names}`}</p>}
        <div className={css.buttons}>
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
        </div>
      </section>
      <section className={css.step}>
        <h3 className={css.stepTitle}>
          <Trans>2. Choose the file</Trans>
        </h3>
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
          <div className={css.waiting} role="status">
            <progress max={1} value={part} aria-label={t`Uploading`} />
            <span>{part < 1 ? t`Uploading` : t`Reading the sheet`}</span>
          </div>
        )}
      </section>
    </>
  )
}
