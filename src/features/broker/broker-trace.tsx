// The trace: the last hundred things that happened, newest first, with a filter, a pause and a copy of it all.
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { TraceEntry } from '../../platform/mqtt-trace.ts'
import { showToast } from '../../platform/toast.ts'
import { Icon } from '../../ui/icons.tsx'
import { Card, List, Row, SectionTitle, Text } from '../../ui/kit/parts.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import css from './broker-page.module.css'
import { TraceLine } from './trace-line.tsx'
import { shownEntries, type TraceGroup } from './trace-view.ts'

export function BrokerTrace({ trace }: { trace: readonly TraceEntry[] }) {
  const { t } = useLingui()
  const [group, setGroup] = useState<TraceGroup>('all')
  const [text, setText] = useState('')
  const [paused, setPaused] = useState<readonly TraceEntry[]>()
  const shown = shownEntries(paused ?? trace, group, text)
  const newest = paused?.at(-1)?.n ?? 0
  const missed = paused ? trace.filter(({ n }) => n > newest).length : 0
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(JSON.stringify(shown, null, 2))
      showToast({ kind: 'ok', message: msg`Copied` })
    } catch {
      showToast({
        kind: 'tip',
        message: msg`This browser does not let the page copy. Mark the text and copy it.`,
      })
    }
  }
  return (
    <Card as="section" column gap={3} grow shrinkDown rigidOnTablet aria-labelledby="broker-trace">
      <SectionTitle id="broker-trace">
        <Trans>What happened</Trans>{' '}
        <Text size="small" plain tone="ink-2">
          {shown.length}
        </Text>
      </SectionTitle>
      <Row wrap gap={2} columnGap={3}>
        <SegmentedFilter
          label={t`What is shown`}
          segments={[
            { value: 'all', label: t`All` },
            { value: 'message', label: t`Messages` },
            { value: 'connection', label: t`Connection` },
          ]}
          value={group}
          onChange={setGroup}
        />
        <TextInput
          className={css.search ?? ''}
          aria-label={t`Search in topic and message`}
          placeholder={t`Search in topic and message`}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
        <Button
          variant="default"
          aria-pressed={paused !== undefined}
          leftSection={<Icon name={paused ? 'play' : 'pause'} />}
          onClick={() => setPaused(paused ? undefined : trace)}
        >
          {paused ? <Trans>Continue</Trans> : <Trans>Pause</Trans>}
        </Button>
        <Button
          variant="default"
          leftSection={<Icon name="copy" />}
          disabled={shown.length === 0}
          onClick={() => void copy()}
        >
          <Trans>Copy as JSON</Trans>
        </Button>
      </Row>
      {paused && (
        <Text as="p" size="small" plain tone="ink-2" role="status">
          <Trans>Paused.</Trans>{' '}
          <Plural value={missed} _0="Nothing new" one="# newer entry" other="# newer entries" />
        </Text>
      )}
      {shown.length === 0 ? (
        <Text as="p" size="small" plain tone="ink-2">
          {trace.length === 0 ? (
            <Trans>Nothing has happened yet.</Trans>
          ) : (
            <Trans>Nothing of this kind among the last hundred.</Trans>
          )}
        </Text>
      ) : (
        <List as="ol" column grow shrinkDown scroll="y" openOnTablet aria-label={t`What happened`}>
          {shown.map(entry => (
            <TraceLine key={entry.n} entry={entry} />
          ))}
        </List>
      )}
    </Card>
  )
}
