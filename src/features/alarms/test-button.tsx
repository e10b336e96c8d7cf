// On a device: that it is on test and how long still, or the way to put it there.
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { alarmTest } from '../../domain/alarm/alarm-rule.ts'
import { permissionFor } from '../../domain/entity.ts'
import { useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { useGo } from './alarm-links.tsx'
import { newTestPath } from './alarm-search.ts'
import { covers, useRunningTests } from './test-windows.ts'
import { TimeLeft } from './time-left.tsx'

interface TestButtonProps {
  device: { id: number; groupId?: number | null | undefined }
}

export function TestButton({ device: { id, groupId } }: TestButtonProps) {
  const may = useRights()
  const go = useGo()
  const test = useRunningTests().find(each => covers(each, { deviceId: id, groupId }))
  if (test) {
    return (
      <a
        className={look({
          inline: true,
          gap: 2,
          atLeast: 'target',
          padX: 3,
          ground: 'new-soft',
          round: 'control',
          strong: true,
          tone: 'new',
          undecorated: true,
          edge: 'new',
        })}
        {...go(`/AlarmHistory?tab=tests&open=${test.id}`)}
      >
        <Icon name="tool" size={16} />
        <span>
          <Trans>On test</Trans>
        </span>
        <TimeLeft until={test.endsAt} />
      </a>
    )
  }
  if (!may(permissionFor(alarmTest, 'save'))) return null
  return (
    <Button
      variant="default"
      component="a"
      {...go(newTestPath({ device: id }))}
      leftSection={<Icon name="tool" />}
    >
      <Trans>Put on test</Trans>
    </Button>
  )
}
