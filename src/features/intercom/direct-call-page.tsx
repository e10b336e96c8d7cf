// The page of a call between two signed-in people: whom to call, the call, and how it ended.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import type { CallNotice } from '../../contract/messages.ts'
import { isBusy } from '../../domain/intercom/direct-call.ts'
import { warnBeforeLeaving } from '../../platform/leave-warning.ts'
import { showPageTitle } from '../../platform/page-title.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { Box, Column, Row } from '../../ui/kit/parts.tsx'
import { Forbidden } from '../../ui/states.tsx'
import { After } from './direct-after.tsx'
import { Before } from './direct-before.tsx'
import { createDirectCall, type DirectPorts } from './direct-call.driver.ts'
import css from './direct-call-page.module.css'
import { DirectScreen } from './direct-screen.tsx'
import { type DirectAddress, type DirectPurpose, readDirectPurpose } from './direct-search.ts'

export interface DirectCallPageProps {
  address: DirectAddress
  me: number
  ports: DirectPorts
  onNews: (listener: (notice: CallNotice) => void) => () => void
  /** Back to the console. */
  onLeave: () => void
  /** While it is busy, doors and colleagues wait. */
  onBusy?: (busy: boolean) => void
}

export function DirectCallPage({ address, me, ports, onNews, onLeave, onBusy }: DirectCallPageProps) {
  const { t } = useLingui()
  const may = useRights()('call.direct')
  const [driver] = useState(() => createDirectCall(ports))
  const { call, line } = useSyncExternalStore(driver.subscribe, driver.read)
  const { caller, callee, callId } = address
  // What the address asks for is done once; after that only the person's own presses count.
  const [asked, setAsked] = useState<DirectPurpose>({ to: 'choose' })
  useEffect(() => {
    const purpose = readDirectPurpose({ caller, callee, callId }, me)
    // Another address leaves how the last call ended; a call that goes on, goes on.
    driver.send({ on: 'again' })
    setAsked(purpose)
    if (!may) return
    if (purpose.to === 'answer')
      driver.send({ on: 'answer', callId: purpose.callId, who: { id: purpose.userId, name: '' } })
    if (purpose.to === 'call' && !purpose.ask)
      driver.send({ on: 'call', who: { id: purpose.userId, name: '' } })
  }, [driver, may, me, caller, callee, callId])
  useEffect(() => onNews(driver.hear), [driver, onNews])
  const busy = isBusy(call)
  useEffect(() => {
    if (!busy || !onBusy) return
    onBusy(true)
    return () => onBusy(false)
  }, [busy, onBusy])
  const talking = call.is === 'talking'
  useEffect(() => (talking ? warnBeforeLeaving() : undefined), [talking])
  useEffect(() => showPageTitle(t`Call`), [t])
  useEffect(() => {
    const hangUp = () => driver.send({ on: 'hangUp' })
    addEventListener('pagehide', hangUp)
    return () => {
      removeEventListener('pagehide', hangUp)
      hangUp()
    }
  }, [driver])

  if (!may) {
    return (
      <Frame onLeave={onLeave}>
        <Forbidden />
      </Frame>
    )
  }
  const another = () => {
    driver.send({ on: 'again' })
    setAsked({ to: 'choose' })
  }
  if (call.is === 'idle') {
    return (
      <Frame onLeave={onLeave}>
        <Before asked={asked} driver={driver} onAnother={another} />
      </Frame>
    )
  }
  if (call.is === 'over' || call.is === 'refused') {
    return (
      <Frame onLeave={onLeave}>
        <After call={call} problem={line.problem} driver={driver} onAnother={another} onLeave={onLeave} />
      </Frame>
    )
  }
  return (
    <Column as="main" ground="canvas" h="100dvh">
      <DirectScreen driver={driver} call={call} line={line} now={ports.now} serverNow={ports.serverNow} />
    </Column>
  )
}

function Frame({ onLeave, children }: { onLeave: () => void; children: ReactNode }) {
  const online = useOnline()
  return (
    <Column ground="canvas" h="100dvh">
      <Row as="header" rigid padX={3} padY={2} ground="surface" edgeBelow>
        <Button variant="subtle" color="off" leftSection={<Icon name="back" />} onClick={onLeave}>
          <Trans>Go to the console</Trans>
        </Button>
      </Row>
      {!online && (
        <Row
          as="p"
          gap={2}
          padX={5}
          padY={2}
          ground="warning-soft"
          tone="ink"
          className={css.notice}
          role="status"
        >
          <Icon name="wifi-off" size={18} />
          <Trans>No network: a call cannot be made now, and is never kept for later.</Trans>
        </Row>
      )}
      <Box as="main" grow shrinkDown scroll="y">
        {children}
      </Box>
    </Column>
  )
}
