// Analysis: alarms and devices online over a chosen period, one under the other on one time axis, against the period before.
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { permissionFor } from '../../domain/entity.ts'
import { report } from '../../domain/report/report.ts'
import { ReferenceSelect } from '../../resource/reference-select.tsx'
import { answerOptions } from '../../resource/report-answer.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import {
  type AlarmSplit,
  type AnalysisSearch,
  axesOf,
  type OnlineSplit,
  type Question,
  questionOf,
} from './analysis-search.ts'
import { AlarmTrend, OnlineTrend } from './analysis-trends.tsx'
import type { Figures } from './figures-page.tsx'
import { SaveReport } from './save-report.tsx'

export const analysis: Figures<AnalysisSearch, ReturnType<typeof axesOf>> = {
  title: msg`Analysis`,
  ask: axesOf,
  useShown({ search, asked: axes, now, onChange }) {
    const { t } = useLingui()
    const online = useOnline()
    const may = useRights()
    const [saving, setSaving] = useState<Question>()
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
    const save = (question: Question) =>
      may(permissionFor(report, 'save')) && (
        <Button
          variant="default"
          leftSection={<Icon name="report" size={16} />}
          disabled={!online}
          onClick={() => setSaving(question)}
        >
          <Trans>Save as a report</Trans>
        </Button>
      )
    return {
      answer: alarms,
      after: (
        <ReferenceSelect
          label={t`Group`}
          placeholder={t`All`}
          name="groupId"
          entityKey="deviceGroup"
          value={search.groupId}
          onChange={id => onChange({ groupId: typeof id === 'number' ? id : undefined })}
        />
      ),
      end: (
        <Switch
          label={t`Compare with the period before`}
          checked={compared}
          onChange={event => onChange({ compare: event.currentTarget.checked ? undefined : false })}
        />
      ),
      // Each card waits for its own answer.
      cards: {
        columns: 1,
        list: [
          {
            id: 'alarms',
            title: <Trans>Alarms</Trans>,
            end: save(asked.alarms),
            content: (
              <AlarmTrend
                axes={axes}
                split={alarmSplit}
                onSplit={alarms => onChange({ alarms })}
                answer={alarms}
                before={compared ? alarmsBefore.data : undefined}
                search={search}
                now={now}
              />
            ),
          },
          {
            id: 'online',
            title: <Trans>Devices online</Trans>,
            end: save(asked.online),
            content: (
              <OnlineTrend
                axes={axes}
                split={onlineSplit}
                onSplit={online => onChange({ online })}
                answer={devices}
                before={compared ? devicesBefore.data : undefined}
                now={now}
              />
            ),
          },
        ],
      },
      dialog: saving && <SaveReport question={saving} onClose={() => setSaving(undefined)} />,
    }
  },
}
