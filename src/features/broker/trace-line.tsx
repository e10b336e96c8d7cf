// One thing that happened: when, what, on which topic; a message opens to its text.
import { Trans, useLingui } from '@lingui/react/macro'
import { TRACE_CHARACTERS, type TraceEntry } from '../../platform/mqtt-trace.ts'
import { Icon } from '../../ui/icons.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import css from './broker-page.module.css'
import { brokerErrorWords, eventLooks } from './broker-words.ts'
import { pretty } from './trace-view.ts'

const pad = (value: number, length = 2) => String(value).padStart(length, '0')

function clock(at: number): string {
  const d = new Date(at)
  const time = [d.getHours(), d.getMinutes(), d.getSeconds()].map(part => pad(part)).join(':')
  return `${time}.${pad(d.getMilliseconds(), 3)}`
}

export function TraceLine({ entry }: { entry: TraceEntry }) {
  if (entry.payload === undefined) {
    return (
      <li className={css.entry}>
        <div className={css.entryHead}>
          <Head entry={entry} />
        </div>
      </li>
    )
  }
  return (
    <li className={css.entry}>
      <details>
        <summary className={css.entryHead}>
          <Head entry={entry} />
        </summary>
        <Message payload={entry.payload} size={entry.size ?? entry.payload.length} />
      </details>
    </li>
  )
}

function Head({ entry }: { entry: TraceEntry }) {
  const { i18n, t } = useLingui()
  const format = numberFormat(useIntlLocale())
  const { label, icon, wrong } = eventLooks[entry.what]
  const { qos } = entry
  return (
    <>
      <bdi dir="ltr" className={css.at}>
        {clock(entry.at)}
      </bdi>
      <span className={wrong ? css.wrong : css.what}>
        <Icon name={icon} size={16} />
        {i18n._(label)}
      </span>
      {entry.topic && (
        <bdi dir="ltr" className={css.code}>
          {entry.topic}
        </bdi>
      )}
      {qos !== undefined && <span className={css.quiet}>{t`QoS ${qos}`}</span>}
      {entry.size !== undefined && (
        <span className={css.quiet}>
          <Trans>{format.format(entry.size)} characters</Trans>
        </span>
      )}
      {entry.error && <span className={css.reason}>{i18n._(brokerErrorWords[entry.error])}</span>}
    </>
  )
}

function Message({ payload, size }: { payload: string; size: number }) {
  const format = numberFormat(useIntlLocale())
  // Masked secrets make it shorter, too: only what the trace cut off is called cut.
  const cut = size > TRACE_CHARACTERS
  return (
    <>
      <pre className={css.payload} dir="ltr">
        {pretty(payload)}
      </pre>
      {cut && (
        <p className={css.quiet}>
          <Trans>The beginning only, of {format.format(size)} characters.</Trans>
        </p>
      )}
    </>
  )
}
