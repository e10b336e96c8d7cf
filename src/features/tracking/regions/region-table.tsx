// The regions of one level with their figures; a name leads into it.
import { Trans, useLingui } from '@lingui/react/macro'
import { look } from '../../../ui/kit/look.ts'
import { Table, Text } from '../../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import { type Figures, type RegionRow, sumOf, UNKNOWN } from './region-figures.ts'
import { useRegionName } from './region-name.ts'
import css from './region-page.module.css'

export interface RegionTableProps {
  label: string
  rows: readonly RegionRow[]
  /** Whether rows can be opened. */
  onOpen: (code: string) => void
  hovered: string | undefined
  onHover: (code: string | undefined) => void
  /** Undefined: the person may not see alarms, or they did not come. */
  alarms: boolean
}

export function RegionTable({ label, rows, onOpen, hovered, onHover, alarms }: RegionTableProps) {
  const { t } = useLingui()
  const nameOf = useRegionName()
  const all = sumOf(rows)
  return (
    <Table
      snug
      figured
      nowrap
      ground="surface"
      edge="line"
      round="card"
      className={css.table}
      aria-label={label}
    >
      <thead>
        <tr>
          <th scope="col">{t`Region`}</th>
          <th scope="col">{t`Devices`}</th>
          <th scope="col">{t`Online`}</th>
          <th scope="col">{t`Abnormal`}</th>
          {alarms && <th scope="col">{t`Alarms`}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr
            key={row.code}
            data-hovered={hovered === row.code || undefined}
            onPointerEnter={() => onHover(row.code)}
            onPointerLeave={() => onHover(undefined)}
          >
            <th scope="row">
              {row.code === UNKNOWN && row.devices === 0 ? (
                nameOf(row)
              ) : (
                <button
                  type="button"
                  className={look(
                    { bare: true, atLeast: 'target', pad: 0, tone: 'accent', text: 'start', pointer: true },
                    css.name,
                  )}
                  onClick={() => onOpen(row.code)}
                  onFocus={() => onHover(row.code)}
                  onBlur={() => onHover(undefined)}
                >
                  <bdi>{nameOf(row)}</bdi>
                </button>
              )}
            </th>
            <FigureCells figures={row} most={all.devices} alarms={alarms} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className={look({ strong: true })}>
          <th scope="row">
            <Trans>Together</Trans>
          </th>
          <FigureCells figures={all} alarms={alarms} />
        </tr>
      </tfoot>
    </Table>
  )
}

function FigureCells({ figures, most, alarms }: { figures: Figures; most?: number; alarms: boolean }) {
  const locale = useIntlLocale()
  const number = numberFormat(locale)
  const percent = numberFormat(locale, { style: 'percent' })
  const { devices, byState } = figures
  return (
    <>
      <td>
        {number.format(devices)}
        {most !== undefined && (
          <Text
            pushed
            ground="accent"
            round="small"
            h={3}
            miw={1}
            block
            style={{ inlineSize: `${(devices / Math.max(1, most)) * 100}%` }}
            aria-hidden="true"
          />
        )}
      </td>
      <td>
        {number.format(byState.online)}{' '}
        {devices > 0 && (
          <Text as="small" size="caption" tone="ink-3">
            {percent.format(byState.online / devices)}
          </Text>
        )}
      </td>
      <td className={byState.abnormal > 0 ? look({ strong: true, tone: 'warning' }) : undefined}>
        {number.format(byState.abnormal)}
      </td>
      {alarms && <td>{number.format(figures.alarms)}</td>}
    </>
  )
}
