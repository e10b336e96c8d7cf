// One thing that happened: when, what, on which topic; a message opens to its text.
import { Trans, useLingui } from '@lingui/react/macro'
import { TRACE_CHARACTERS, type TraceEntry } from '../../platform/mqtt-trace.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Box, Muted, Row, Text } from '../../ui/kit/parts.tsx'
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
      <Box as="li" edgeBelow>
        <Row wrap gap="half" columnGap={3} atLeast="target" padY={2} className={css.entryHead}>
          <Head entry={entry} />
        </Row>
      </Box>
    )
  }
  return (
    <Box as="li" edgeBelow>
      <details>
        <summary
          className={look(
            { row: true, wrap: true, gap: 'half', columnGap: 3, atLeast: 'target', padY: 2 },
            css.entryHead,
          )}
        >
          <Head entry={entry} />
        </summary>
        <Message payload={entry.payload} size={entry.size ?? entry.payload.length} />
      </details>
    </Box>
  )
}

function Head({ entry }: { entry: TraceEntry }) {
  const { i18n, t } = useLingui()
  const format = numberFormat(useIntlLocale())
  const { label, icon, wrong } = eventLooks[entry.what]
  const { qos } = entry
  return (
    <>
      <Muted as="bdi" dir="ltr" rigid>
        {clock(entry.at)}
      </Muted>
      <span
        className={wrong ? look({ inline: true, gap: 2, tone: 'critical' }) : look({ inline: true, gap: 2 })}
      >
        <Icon name={icon} size={16} />
        {i18n._(label)}
      </span>
      {entry.topic && (
        <Text as="bdi" dir="ltr" shrink size="small" breaks mono>
          {entry.topic}
        </Text>
      )}
      {qos !== undefined && <Text size="small" plain tone="ink-2">{t`QoS ${qos}`}</Text>}
      {entry.size !== undefined && (
        <Text size="small" plain tone="ink-2">
          <Trans>{format.format(entry.size)} characters</Trans>
        </Text>
      )}
      {entry.error && <Text tone="critical">{i18n._(brokerErrorWords[entry.error])}</Text>}
    </>
  )
}

function Message({ payload, size }: { payload: string; size: number }) {
  const format = numberFormat(useIntlLocale())
  // Masked secrets make it shorter, too: only what the trace cut off is called cut.
  const cut = size > TRACE_CHARACTERS
  return (
    <>
      <pre
        className={look({
          padX: 3,
          padY: 2,
          below: 2,
          ground: 'sunken',
          round: 'control',
          scroll: 'both',
          size: 'small',
          lines: true,
          breaks: true,
          mono: true,
          atMostTall: 'part',
        })}
        dir="ltr"
      >
        {pretty(payload)}
      </pre>
      {cut && (
        <Text as="p" size="small" plain tone="ink-2">
          <Trans>The beginning only, of {format.format(size)} characters.</Trans>
        </Text>
      )}
    </>
  )
}
