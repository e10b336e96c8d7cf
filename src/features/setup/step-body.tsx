// What is done in a step, right here or by a way into its room.
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { SetupStep } from '../../domain/setup/guide.ts'
import { Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { AlarmStep } from './alarm-step.tsx'
import { DeviceStep } from './device-step.tsx'
import { OrganisationStep } from './organisation-step.tsx'
import { PeopleStep } from './people-step.tsx'
import { RoomLink } from './room-link.tsx'
import { SoundStep } from './sound-step.tsx'
import type { Facts } from './use-setup.ts'

/** What other rooms bring into the guide. */
export interface SetupParts {
  looks: ReactNode
  /** Notifications on this device, with their test. */
  push: ReactNode
  menuName: (directory: string) => string
  onMenu: () => Promise<void>
}

export function StepBody({ step, facts, parts }: { step: SetupStep; facts: Facts; parts: SetupParts }) {
  switch (step) {
    case 'organisation':
      return <OrganisationStep facts={facts} {...parts} />
    case 'people':
      return <PeopleStep />
    case 'device':
      return <DeviceStep facts={facts} />
    case 'place':
      return (
        <Row wrap gap={2}>
          <RoomLink to="/installationMap" icon="map">
            <Trans>On the map</Trans>
          </RoomLink>
          <RoomLink to="/drawingList" icon="layers">
            <Trans>On a drawing</Trans>
          </RoomLink>
        </Row>
      )
    case 'fence':
      return (
        <Row wrap gap={2}>
          <RoomLink to="/fenceList" icon="fence">
            <Trans>Geofences</Trans>
          </RoomLink>
        </Row>
      )
    case 'rule':
      return (
        <Row wrap gap={2}>
          <RoomLink to="/AlarmHistory?tab=rules" icon="bell">
            <Trans>Alarm rules</Trans>
          </RoomLink>
        </Row>
      )
    case 'sound':
      return <SoundStep />
    case 'push':
      return <>{parts.push}</>
    case 'alarm':
      return <AlarmStep facts={facts} />
    case 'secure':
      return (
        <Said>
          <Trans>
            Put a proxy with a certificate in front of the console and name its address in{' '}
            <bdi dir="ltr">PUBLIC_URL</bdi>. How, says the section “For real” of{' '}
            <bdi dir="ltr">README.md</bdi>.
          </Trans>
        </Said>
      )
    case 'backup':
      return (
        <Said>
          <Trans>
            Name a folder on another disk in <bdi dir="ltr">BACKUP_DIR</bdi>, start the server again, and run{' '}
            <bdi dir="ltr">npm run backup</bdi> once a day: the age of the newest stands here then. What else
            there is to know, says the section “Backup” of <bdi dir="ltr">docs/operations.md</bdi>.
          </Trans>
        </Said>
      )
  }
}

function Said({ children }: { children: ReactNode }) {
  return (
    <Stack>
      <Text as="p" tone="ink-2">
        {children}
      </Text>
    </Stack>
  )
}
