// Analysis: alarms and devices online over a chosen period, one under the other on one time axis, against the period before.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { markOf } from '../../domain/entity.ts'
import { report } from '../../domain/report/report.ts'
import { useChangeSearch } from '../../resource/address.ts'
import { ReferenceSelect } from '../../resource/reference-select.tsx'
import { answerOptions } from '../../resource/report-answer.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { Box, Row, SectionTitle } from '../../ui/kit/parts.tsx'
import {
  type AlarmSplit,
  type AnalysisSearch,
  axesOf,
  type OnlineSplit,
  type Question,
  questionOf,
} from './analysis-search.ts'
import { AlarmTrend, OnlineTrend } from './analysis-trends.tsx'
import { FiguresPage } from './figures-page.tsx'
import { SaveReport } from './save-report.tsx'
import { periodOf } from './statistics-search.ts'
import { useNow } from './use-now.ts'

const MINUTE_MS = 60_000

export function AnalysisPage({ search }: { search: AnalysisSearch }) {
  const { t } = useLingui()
  const online = useOnline()
  const may = useRights()
  const minute = useNow(MINUTE_MS)
  const [saving, setSaving] = useState<Question>()
  const { from, to } = periodOf(search, minute)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the period stands for the moment
  const axes = useMemo(() => axesOf(search, minute), [search, from, to])
  const alarmSplit: AlarmSplit = search.alarms ?? 'severity'
  const onlineSplit: OnlineSplit = search.online ?? 'none'
  const compared = search.compare !== false
  const asked = {
    alarms: questionOf('alarms', axes.now, search, alarmSplit),
    online: questionOf('online', axes.now, search, onlineSplit),
    alarmsBefore: questionOf('alarms', axes.before, search),
    onlineBefore: questionOf('online', axes.before, search),
  }
  const alarms = useQuery(answerOptions(asked.alarms))
  const devices = useQuery(answerOptions(asked.online))
  const alarmsBefore = useQuery({ ...answerOptions(asked.alarmsBefore), enabled: compared })
  const devicesBefore = useQuery({ ...answerOptions(asked.onlineBefore), enabled: compared })
  const change = useChangeSearch(search)
  const stale = alarms.data !== undefined && (!online || alarms.isError)
  const save = (question: Question) =>
    may(markOf(report, 'save')) && (
      <Button
        variant="default"
        leftSection={<Icon name="report" size={16} />}
        disabled={!online}
        onClick={() => setSaving(question)}
      >
        <Trans>Save as a report</Trans>
      </Button>
    )
  return (
    <FiguresPage
      title={t`Analysis`}
      staleAt={stale ? alarms.dataUpdatedAt : undefined}
      search={search}
      period={axes.now.period}
      by={axes.now.by}
      onChange={change}
      after={
        <ReferenceSelect
          label={t`Group`}
          placeholder={t`All`}
          name="groupId"
          entityKey="deviceGroup"
          value={search.groupId}
          onChange={id => change({ groupId: typeof id === 'number' ? id : undefined })}
        />
      }
      end={
        <Switch
          label={t`Compare with the period before`}
          checked={compared}
          onChange={event => change({ compare: event.currentTarget.checked ? undefined : false })}
        />
      }
    >
      <Card title={<Trans>Alarms</Trans>} end={save(asked.alarms)}>
        <AlarmTrend
          axes={axes}
          split={alarmSplit}
          onSplit={alarms => change({ alarms })}
          answer={alarms}
          before={compared ? alarmsBefore.data : undefined}
          search={search}
          now={minute}
        />
      </Card>
      <Card title={<Trans>Devices online</Trans>} end={save(asked.online)}>
        <OnlineTrend
          axes={axes}
          split={onlineSplit}
          onSplit={online => change({ online })}
          answer={devices}
          before={compared ? devicesBefore.data : undefined}
          now={minute}
        />
      </Card>
      {saving && <SaveReport question={saving} onClose={() => setSaving(undefined)} />}
    </FiguresPage>
  )
}

function Card({ title, end, children }: { title: ReactNode; end: ReactNode; children: ReactNode }) {
  return (
    <Box as="section" card>
      <Row wrap justify="between" gap={2} columnGap={3} below={2}>
        <SectionTitle>{title}</SectionTitle>
        {end}
      </Row>
      {children}
    </Box>
  )
}
