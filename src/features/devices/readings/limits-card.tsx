// Limits and report interval of the page's readings: what is wanted against what the device uses, changed in place.
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, TextInput } from '@mantine/core'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { saveSettings } from '../../../contract/endpoints/device.ts'
import { deviceCommand } from '../../../domain/device/command.ts'
import { type ReadingKind, readings } from '../../../domain/device/readings.ts'
import { type DeviceSettings, deviceSettings, limitedReadings } from '../../../domain/device/settings.ts'
import { call } from '../../../platform/http.ts'
import { tell } from '../../../platform/tell.ts'
import { wordsForError, wordsForId } from '../../../resource/error-words.ts'
import { type FieldProblems, problemsOf } from '../../../resource/form-values.ts'
import { invalidateEntity } from '../../../resource/query.ts'
import { useOnline, useRights } from '../../../resource/surroundings.ts'
import { Age } from '../../../ui/age.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { readingWords } from '../device-words.ts'
import { settingsOptions } from '../readings-query.ts'
import { type IntervalSetting, intervalSettingOf, limitsFor } from './reading-facts.ts'
import type { FactsProps } from './reading-figures.tsx'
import css from './readings.module.css'
import type { ReadingVariant } from './variants.ts'

interface Told {
  desired: Partial<DeviceSettings>
  reported: Partial<DeviceSettings> | null
  desiredAt: number | null
  reportedAt: number | null
}

interface LimitsCardProps extends FactsProps {
  variant: ReadingVariant
  kinds: readonly ReadingKind[]
  query: UseQueryResult<Told>
}

type Limited = (typeof limitedReadings)[number]
type Duration = IntervalSetting | 'gasMeasureSeconds'

const isLimited = (kind: ReadingKind): kind is Limited => limitedReadings.some(each => each === kind)

export function LimitsCard(props: LimitsCardProps) {
  const { i18n } = useLingui()
  const { query } = props
  const may = useRights()('device.settings')
  const [editing, setEditing] = useState(false)
  if (!query.data) {
    if (!query.isError) return <Loading variant="detail" count={3} />
    return <ErrorState what={i18n._(wordsForError(query.error))} onRetry={() => void query.refetch()} />
  }
  const told = query.data
  return (
    <>
      <h2 className={css.cardTitle}>
        <Trans>Limits and interval</Trans>
      </h2>
      {editing ? (
        <LimitsForm {...props} told={told} onDone={() => setEditing(false)} />
      ) : (
        <>
          <LimitsTable {...props} told={told} />
          {may && (
            <Button variant="default" leftSection={<Icon name="edit" />} onClick={() => setEditing(true)}>
              <Trans>Change</Trans>
            </Button>
          )}
        </>
      )}
    </>
  )
}

interface PartProps extends LimitsCardProps {
  told: Told
}

function useDurations({
  variant,
  kinds,
}: Pick<LimitsCardProps, 'variant' | 'kinds'>): { name: Duration; label: string; unit: string }[] {
  const { t } = useLingui()
  const words: Record<Duration, string> = {
    heartRateMinutes: t`Heart rate every`,
    temperatureMinutes: t`Temperature every`,
    bloodOxygenMinutes: t`Blood oxygen every`,
    altitudeMinutes: t`Altitude every`,
    odourSeconds: t`Odour every`,
    vocsSeconds: t`VOCs every`,
    gasMeasureSeconds: t`Gas measurement lasts`,
  }
  const names = new Set<Duration>(kinds.flatMap(kind => intervalSettingOf(kind) ?? []))
  if (variant.measured) names.add('gasMeasureSeconds')
  return [...names].map(name => ({
    name,
    label: words[name],
    unit: name.endsWith('Minutes') ? t`min` : t`s`,
  }))
}

function LimitsTable({ told, kinds, variant, models }: PartProps) {
  const { i18n, t } = useLingui()
  const locale = useIntlLocale()
  const durations = useDurations({ variant, kinds })
  const number = numberFormat(locale, { maximumFractionDigits: 4 })
  const say = (value: number | undefined | null, unit: string) =>
    value === undefined || value === null ? t`not set` : `${number.format(value)} ${unit}`.trim()
  const rows = [
    ...kinds.filter(isLimited).flatMap(kind => {
      const model = models.find(each => each.kind === kind)
      const own = told.desired.limits?.[kind]
      const usual = limitsFor(kind, undefined, model)
      const { unit } = readings[kind]
      return (['upper', 'lower'] as const).map(side => ({
        id: `${kind} ${side}`,
        label: `${i18n._(readingWords[kind])}: ${side === 'upper' ? t`upper limit` : t`lower limit`}`,
        wanted:
          own?.lower === undefined && own?.upper === undefined && usual[side] !== undefined
            ? t`${say(usual[side], unit)} (of the product)`
            : say(own?.[side], unit),
        used: told.reported && say(told.reported.limits?.[kind]?.[side], unit),
        differs: told.reported !== null && told.reported.limits?.[kind]?.[side] !== own?.[side],
      }))
    }),
    ...durations.map(({ name, label, unit }) => ({
      id: name,
      label,
      wanted: say(told.desired[name], unit),
      used: told.reported && say(told.reported[name], unit),
      differs: told.reported !== null && told.reported[name] !== told.desired[name],
    })),
  ]
  if (rows.length === 0) {
    return (
      <p className={css.quiet}>
        <Trans>These readings have no limits and no interval of their own.</Trans>
      </p>
    )
  }
  return (
    <table className={css.stats}>
      <thead>
        <tr>
          <th scope="col">{t`Setting`}</th>
          <th scope="col">{t`Wanted`}</th>
          <th scope="col">{t`On the device`}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, label, wanted, used, differs }) => (
          <tr key={id}>
            <th scope="row">{label}</th>
            <td>
              <bdi>{wanted}</bdi>
            </td>
            <td className={differs ? css.differs : undefined}>
              {used === null ? (
                <span className={css.quiet}>{t`not reported yet`}</span>
              ) : (
                <>
                  <Icon
                    name={differs ? 'clock' : 'check'}
                    size={12}
                    label={differs ? t`not taken over yet` : t`in force`}
                  />{' '}
                  <bdi>{used}</bdi>
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={3} className={css.quiet}>
            <Trans>
              Wanted since <Age at={told.desiredAt ?? undefined} />
            </Trans>
            {' · '}
            <Trans>
              Reported by the device <Age at={told.reportedAt ?? undefined} />
            </Trans>
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

const textOf = (value: number | undefined) => (value === undefined ? '' : String(value))
/** What is no number stays text, so that the schema says what is wrong with it. */
const numberOf = (text: string): unknown => {
  const typed = text.trim().replace(',', '.')
  if (typed === '') return undefined
  return Number.isNaN(Number(typed)) ? typed : Number(typed)
}

function LimitsForm({ device, told, kinds, variant, onDone }: PartProps & { onDone: () => void }) {
  const { i18n, t } = useLingui()
  const client = useQueryClient()
  const online = useOnline()
  const durations = useDurations({ variant, kinds })
  const limited = kinds.filter(isLimited)
  const [draft, setDraft] = useState<Record<string, string>>(() =>
    Object.fromEntries([
      ...limited.flatMap(kind =>
        (['lower', 'upper'] as const).map(side => [
          `limits.${kind}.${side}`,
          textOf(told.desired.limits?.[kind]?.[side]),
        ]),
      ),
      ...durations.map(({ name }) => [name, textOf(told.desired[name])]),
    ]),
  )
  const [problems, setProblems] = useState<FieldProblems>({})
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const field = (path: string, label: string, unit: string) => {
    const found =
      problems[path] ?? (path.endsWith('.upper') ? problems[path.replace(/\.upper$/, '')] : undefined)
    const words = found && wordsForId(found.id, found.params)
    return (
      <TextInput
        key={path}
        label={label}
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        rightSection={unit ? <span className={css.unit}>{unit}</span> : undefined}
        rightSectionWidth={52}
        value={draft[path] ?? ''}
        error={words && i18n._(words)}
        onChange={event => {
          const { value } = event.currentTarget
          setDraft(before => ({ ...before, [path]: value }))
          setProblems({})
        }}
      />
    )
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const settings = settingsWith(told.desired, draft)
    const found = problemsOf(deviceSettings, { ...settings })
    setProblems(found)
    setFailure(undefined)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      await call(saveSettings, { imei: device.imei, settings })
      tell({ kind: 'ok', message: msg`Saved. The device takes it over when it hears of it.` })
      await client.invalidateQueries({ queryKey: settingsOptions(device.imei).queryKey })
      void invalidateEntity(client, deviceCommand)
      onDone()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={css.form} onSubmit={event => void save(event)} noValidate>
      {limited.map(kind => (
        <fieldset key={kind} className={css.pair} aria-label={i18n._(readingWords[kind])}>
          {field(
            `limits.${kind}.lower`,
            `${i18n._(readingWords[kind])}: ${t`lower limit`}`,
            readings[kind].unit,
          )}
          {field(
            `limits.${kind}.upper`,
            `${i18n._(readingWords[kind])}: ${t`upper limit`}`,
            readings[kind].unit,
          )}
        </fieldset>
      ))}
      {durations.map(({ name, label, unit }) => field(name, label, unit))}
      {failure !== undefined && (
        <Alert color="critical" role="alert">
          {i18n._(wordsForError(failure))}
        </Alert>
      )}
      <div className={css.buttons}>
        <Button variant="default" onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" loading={busy} disabled={!online} leftSection={<Icon name="upload" />}>
          <Trans>Save and send</Trans>
        </Button>
      </div>
    </form>
  )
}

/** Everything that is wanted already, with what was typed in its place. Not yet checked. */
function settingsWith(
  desired: Partial<DeviceSettings>,
  draft: Readonly<Record<string, string>>,
): DeviceSettings {
  const limits: Record<string, Record<string, unknown>> = { ...desired.limits }
  const others: Record<string, unknown> = {}
  for (const [path, text] of Object.entries(draft)) {
    const [, kind, side] = /^limits\.(\w+)\.(\w+)$/.exec(path) ?? []
    if (kind && side) limits[kind] = { ...limits[kind], [side]: numberOf(text) }
    else others[path] = numberOf(text)
  }
  const present = (values: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  const kept = Object.entries(limits).flatMap(([kind, limit]) => {
    const known = present({ ...limit })
    return Object.keys(known).length > 0 ? [[kind, known] as const] : []
  })
  // Checked by the caller before it is sent.
  return present({ ...desired, ...others, limits: Object.fromEntries(kept) }) as unknown as DeviceSettings
}
