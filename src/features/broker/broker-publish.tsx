// A form that sends one message to the own topic, and says in words what became of it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import { topics } from '../../contract/topics.ts'
import { brokerErrorOf } from '../../platform/mqtt-errors.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Card, Row, SectionTitle, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { objectOf } from './broker-payload.ts'
import { brokerErrorWords } from './broker-words.ts'
import { useBrokerState, type WatchedBroker } from './use-broker.ts'

const QOS = { '0': 0, '1': 1, '2': 2 } as const
type Qos = keyof typeof QOS
const EXAMPLE = '{"code": "test", "text": "Hello"}'

type Result = { is: 'sent' | 'acknowledged' | 'waits' } | { is: 'failed'; words: string }

export function BrokerPublish({ broker, me }: { broker: WatchedBroker; me: number }) {
  const { t, i18n } = useLingui()
  const own = topics.person(me)
  const [topic, setTopic] = useState(own)
  const [text, setText] = useState(EXAMPLE)
  const [qos, setQos] = useState<Qos>('0')
  const [checked, setChecked] = useState(false)
  const [result, setResult] = useState<Result>()
  const { is } = useBrokerState(broker)
  const heading = useId()
  const payload = objectOf(text)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (topic.trim() === '' || !payload) return
    try {
      if (qos !== '0') setResult({ is: 'waits' })
      await broker.publish(topic.trim(), payload, { qos: QOS[qos] })
      setResult({ is: qos === '0' ? 'sent' : 'acknowledged' })
    } catch (error) {
      setResult({ is: 'failed', words: i18n._(brokerErrorWords[brokerErrorOf(error).id]) })
    }
  }
  return (
    <Card as="section" column gap={3} rigid aria-labelledby={heading}>
      <SectionTitle id={heading}>
        <Trans>Send a message</Trans>
      </SectionTitle>
      <form className={look({ column: true, gap: 3 })} onSubmit={event => void send(event)} noValidate>
        <TextInput
          label={t`Topic`}
          description={t`Only your own topic is open to you; on any other the broker closes the connection.`}
          value={topic}
          dir="ltr"
          spellCheck={false}
          onChange={event => setTopic(event.currentTarget.value)}
          error={checked && topic.trim() === '' && t`Must not be empty`}
          rightSection={
            topic.trim() !== own && (
              <button
                type="button"
                className={look({
                  bare: true,
                  center: true,
                  pad: 0,
                  round: 'control',
                  tone: 'ink-2',
                  pointer: true,
                  square: 'touch',
                })}
                aria-label={t`Back to your topic`}
                title={t`Back to your topic`}
                onClick={() => setTopic(own)}
              >
                <Icon name="undo" size={16} />
              </button>
            )
          }
        />
        <Textarea
          label={t`Message`}
          value={text}
          dir="ltr"
          spellCheck={false}
          autosize
          minRows={3}
          maxRows={12}
          onChange={event => setText(event.currentTarget.value)}
          error={checked && !payload && i18n._(brokerErrorWords.invalidType)}
          description={<Size text={text} />}
        />
        <Row wrap gap={2} columnGap={3}>
          <SegmentedFilter
            label={t`Quality of service`}
            segments={[
              { value: '0', label: t`QoS 0` },
              { value: '1', label: t`QoS 1` },
              { value: '2', label: t`QoS 2` },
            ]}
            value={qos}
            onChange={setQos}
          />
          <Button type="submit" leftSection={<Icon name="upload" />} disabled={qos === '0' && is !== 'live'}>
            <Trans>Send</Trans>
          </Button>
        </Row>
        <Text as="p" size="small" plain tone="ink-2">
          {qos === '0' ? (
            <Trans>QoS 0: at most once, now or never. Needs a connection.</Trans>
          ) : qos === '1' ? (
            <Trans>QoS 1: at least once. Waits for the connection and for the broker's word.</Trans>
          ) : (
            <Trans>
              QoS 2: exactly once on one connection. Waits for the connection and for the broker's word.
            </Trans>
          )}
        </Text>
        <p
          role="status"
          className={
            result?.is === 'failed'
              ? look({ tone: 'critical' })
              : look({ size: 'small', plain: true, tone: 'ink-2' })
          }
        >
          {result?.is === 'sent' && <Trans>Sent. At QoS 0 delivery is not confirmed.</Trans>}
          {result?.is === 'acknowledged' && <Trans>The broker has confirmed it.</Trans>}
          {result?.is === 'waits' && <Trans>On its way: not confirmed yet.</Trans>}
          {result?.is === 'failed' && result.words}
        </p>
      </form>
    </Card>
  )
}

function Size({ text }: { text: string }) {
  const size = new TextEncoder().encode(text).length
  const locale = useIntlLocale()
  return <>{numberFormat(locale, { style: 'unit', unit: 'byte', unitDisplay: 'long' }).format(size)}</>
}
