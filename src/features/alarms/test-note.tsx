// Says on an alarm or a device that a test window hides what comes, until when, and how to end it.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { alarmTest } from '../../domain/alarm/alarm-rule.ts'
import { device } from '../../domain/device/device.ts'
import { permissionFor } from '../../domain/entity.ts'
import { rowOptions } from '../../resource/query.ts'
import { runCommand, showFailure } from '../../resource/run-command.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Row, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { useGo } from './alarm-links.tsx'
import { newTestPath } from './alarm-search.ts'
import { alarmTestView } from './alarm-test.view.tsx'
import css from './test-note.module.css'
import { covers, type Silenced, type TestRow, useRunningTests } from './test-windows.ts'
import { TimeLeft } from './time-left.tsx'

/** The windows that silence the device now; otherwise the way to silence it. */
export function DeviceTestNote({ about }: { about: Silenced }) {
  const may = useRights()
  const go = useGo()
  const running = useRunningTests()
  const groupId = useGroupOf(
    about,
    running.some(test => test.groupId),
  )
  const tests = running.filter(test => covers(test, { ...about, groupId }))
  if (tests.length > 0) return tests.map(test => <TestNote key={test.id} test={test} />)
  if (!may(permissionFor(alarmTest, 'save'))) return null
  const path = newTestPath({ device: about.deviceId, ...(about.type && { types: [about.type] }) })
  return (
    <p className={css.offer}>
      <a {...go(path)}>
        <Icon name="tool" size={14} /> <Trans>Put on test</Trans>
      </a>
    </p>
  )
}

/** The group a device stands in. An alarm does not carry it: it is asked for while a group is on test. */
function useGroupOf({ deviceId, groupId }: Silenced, wanted: boolean): number | null | undefined {
  const may = useRights()
  const { data } = useQuery({
    ...rowOptions(device, deviceId),
    enabled: wanted && groupId === undefined && may(permissionFor(device, 'read')),
  })
  return groupId === undefined ? data?.groupId : groupId
}

export function TestNote({ test }: { test: TestRow }) {
  const { t } = useLingui()
  const may = useRights()
  const online = useOnline()
  const go = useGo()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const end = async () => {
    setBusy(true)
    try {
      await runCommand(client, { view: alarmTestView, command: 'end', rows: [test], subject: test.reason })
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const what = test.deviceName ?? test.groupName
  return (
    <Row
      align="start"
      gap={2}
      rigid
      padX={3}
      padY={2}
      ground="new-soft"
      round="control"
      tone="ink"
      edge="new"
      className={css.note}
      role="status"
    >
      <Icon name="tool" />
      <Text as="p" grow shrink size="small" breaks clipOnPhone className={css.words}>
        <strong>
          {what ? (
            <Trans>
              On test: <bdi>{what}</bdi>
            </Trans>
          ) : (
            <Trans>On test: every device</Trans>
          )}
        </strong>{' '}
        <span>
          <TimeLeft until={test.endsAt} />
        </span>{' '}
        <span>
          <Plural value={test.hidden} _0="nothing hidden yet" one="# alarm hidden" other="# alarms hidden" />
        </span>
        <br />
        <Text as="bdi" tone="ink-2">
          {test.reason}
        </Text>{' '}
        <a {...go(`/AlarmHistory?tab=tests&open=${test.id}`)}>
          <Trans>Show</Trans>
        </a>
      </Text>
      {may(alarmTest.commands.end.permission) && (
        <Button
          className={css.end ?? ''}
          variant="default"
          size="compact-sm"
          loading={busy}
          disabled={!online}
          title={online ? undefined : t`No connection. This is not kept for later.`}
          onClick={() => void end()}
        >
          <Trans>End now</Trans>
        </Button>
      )}
    </Row>
  )
}

/** All windows that run, as short as a phone's line of filters has room for. */
export function TestsChip() {
  const locale = useIntlLocale()
  const tests = useRunningTests()
  const go = useGo()
  if (tests.length === 0) return null
  const hidden = tests.reduce((sum, test) => sum + test.hidden, 0)
  return (
    <span role="status">
      <a
        className={look({
          inline: true,
          gap: 1,
          atLeast: 'finger',
          padX: 3,
          soft: 'new',
          round: 'full',
          size: 'small',
          strong: true,
          undecorated: true,
        })}
        {...go('/AlarmHistory?tab=tests')}
      >
        <Icon name="tool" size={16} />
        <span aria-hidden="true">{numberFormat(locale).format(hidden)}</span>
        <span className="gh-hidden">
          <Plural value={tests.length} one="# test is running" other="# tests are running" />{' '}
          <Plural value={hidden} _0="nothing hidden yet" one="# alarm hidden" other="# alarms hidden" />
        </span>
      </a>
    </span>
  )
}

/** All windows that run, above a page about alarms: nobody forgets them. */
export function RunningTests() {
  const tests = useRunningTests()
  const go = useGo()
  const [first] = tests
  if (!first) return null
  if (tests.length === 1) return <TestNote test={first} />
  const hidden = tests.reduce((sum, test) => sum + test.hidden, 0)
  return (
    <Row
      align="start"
      gap={2}
      rigid
      padX={3}
      padY={2}
      ground="new-soft"
      round="control"
      tone="ink"
      edge="new"
      className={css.note}
      role="status"
    >
      <Icon name="tool" />
      <Text as="p" grow shrink size="small" breaks clipOnPhone className={css.words}>
        <strong>
          <Plural value={tests.length} one="# test is running" other="# tests are running" />
        </strong>{' '}
        <span>
          <Plural value={hidden} _0="nothing hidden yet" one="# alarm hidden" other="# alarms hidden" />
        </span>
      </Text>
      <a className={look({ rigid: true, size: 'small' })} {...go('/AlarmHistory?tab=tests')}>
        <Trans>Show all</Trans>
      </a>
    </Row>
  )
}
