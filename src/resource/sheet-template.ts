// Empty sheets to fill in: headings, and a line that shows how.
import { strToU8, zipSync } from 'fflate'
import {
  cellStyle,
  SHEET_END,
  SHEET_PATH,
  sheetRow,
  sheetStart,
  WORKBOOK_TYPE,
  workbookFiles,
} from '../domain/file/workbook.ts'
import { csvBlob, csvText } from './csv.ts'
import type { ImportField } from './import-fields.ts'

/** As a text table. */
export const csvTemplate = (fields: readonly ImportField[]): Blob =>
  csvBlob(csvText([fields.map(field => field.label), fields.map(field => field.example)]))

/** As a workbook whose columns of identifiers are text, so that no program rounds them. */
export function xlsxTemplate(fields: readonly ImportField[]): Blob {
  const styles = fields.map(({ textual }) => (textual ? cellStyle.text : cellStyle.plain))
  const labels = fields.map(({ label }) => label)
  const examples = fields.map(({ example }) => example)
  const sheet = [
    sheetStart(styles),
    sheetRow(labels, 1, () => cellStyle.heading),
    sheetRow(examples, 2, column => styles[column] ?? cellStyle.plain),
    SHEET_END,
  ].join('')
  const files = Object.entries({ ...workbookFiles, [SHEET_PATH]: sheet })
  const archive = zipSync(Object.fromEntries(files.map(([path, text]) => [path, strToU8(text)])))
  return new Blob([archive], { type: WORKBOOK_TYPE })
}
