// One part of a shift report: a heading with its number, and its rows as a table.
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { look } from '../../ui/kit/look.ts'
import { Card, Muted, SectionTitle, Table, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'

interface ReportPartProps<Row extends object> {
  title: string
  /** Null: closed to this person, and left out. */
  part: { total: number; list: readonly Row[] } | null
  columns: readonly { head: string; cell: (row: Row) => ReactNode }[]
  /** What is said before the rows. */
  said?: ReactNode
  /** The rows are sums over all: none is left out. */
  whole?: boolean
}

export function ReportPart<Row extends object>({
  title,
  part,
  columns,
  said,
  whole = false,
}: ReportPartProps<Row>) {
  const number = numberFormat(useIntlLocale())
  if (!part) return null
  const { total, list } = part
  return (
    <Card as="section" pad={3} aria-label={title}>
      <SectionTitle>
        {title} <Muted as="span">{number.format(total)}</Muted>
      </SectionTitle>
      {said && <Text as="p">{said}</Text>}
      {list.length > 0 ? (
        <div className={look({ scroll: 'x' })}>
          <Table>
            <thead>
              <tr>
                {columns.map(({ head }) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {list.map((each, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a report is drawn as a whole
                <tr key={at}>
                  {columns.map(({ head, cell }) => (
                    <td key={head}>
                      <bdi>{cell(each)}</bdi>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      ) : (
        !said && (
          <Muted as="p">
            <Trans>None.</Trans>
          </Muted>
        )
      )}
      {!whole && total > list.length && (
        <Muted as="p">
          <Trans>{number.format(total - list.length)} more are not in this report.</Trans>
        </Muted>
      )}
    </Card>
  )
}
