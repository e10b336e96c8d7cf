// The page of a call between two signed-in people: whom to call, the call, and how it ended.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import type { CallNotice } from '../../contract/messages.ts'
import { type DirectCall, type DirectPeer, isBusy } from '../../domain/intercom/direct-call.ts'
import { warnBeforeLeaving } from '../../platform/leave-warning.ts'
import { checkMedia } from '../../platform/rtc/media-check.ts'
import type { MediaProblem } from '../../platform/rtc/port.ts'
import { wordsForId } from '../../resource/error-words.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { takeLostFocus } from '../../ui/arrival-focus.ts'
import { Icon } from '../../ui/icons.tsx'
import { formatSpan } from '../../ui/locale.ts'
import { Empty, Forbidden } from '../../ui/states.tsx'
import { createDirectCall, type DirectDriver, type DirectPorts } from './direct-call.driver.ts'
import css from './direct-call-page.module.css'
import { Face } from './direct-face.tsx'
import { DirectPeople, peopleOptions } from './direct-people.tsx'
import { DirectScreen } from './direct-screen.tsx'
import { type DirectAddress, type DirectPurpose, readDirectPurpose } from './direct-search.ts'
import { endWords } from './direct-words.ts'
import { problemWords } from './media-problem-words.ts'

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
  // What the address asked for is done once; from then on the person leads.
  const [asked, setAsked] = useState<DirectPurpose>({ to: 'choose' })
  useEffect(() => {
    const purpose = readDirectPurpose({ caller, callee, callId }, me)
    // Another address leaves how the last call ended; a call that goes on, goes on.
    driver.again()
    setAsked(purpose)
    if (!may) return
    if (purpose.to === 'answer') driver.answer(purpose.callId, { id: purpose.userId, name: '' })
    if (purpose.to === 'call' && !purpose.ask) driver.call({ id: purpose.userId, name: '' })
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
  useEffect(() => {
    document.title = `${t`Call`} · Gatehouse`
  }, [t])
  useEffect(() => {
    addEventListener('pagehide', driver.hangUp)
    return () => {
      removeEventListener('pagehide', driver.hangUp)
      driver.hangUp()
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
    driver.again()
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
    <main className={css.page}>
      <DirectScreen driver={driver} call={call} line={line} now={ports.now} serverNow={ports.serverNow} />
    </main>
  )
}

function Frame({ onLeave, children }: { onLeave: () => void; children: ReactNode }) {
  const online = useOnline()
  return (
    <div className={css.page}>
      <header className={css.bar}>
        <Button variant="subtle" color="off" leftSection={<Icon name="back" />} onClick={onLeave}>
          <Trans>To the console</Trans>
        </Button>
      </header>
      {!online && (
        <p className={css.notice} role="status">
          <Icon name="wifi-off" size={18} />
          <Trans>No network: a call cannot be made now, and is never kept for later.</Trans>
        </p>
      )}
      <main className={css.content}>{children}</main>
    </div>
  )
}

interface BeforeProps {
  asked: DirectPurpose
  driver: DirectDriver
  onAnother: () => void
}

function Before({ asked, driver, onAnother }: BeforeProps) {
  const { t } = useLingui()
  const online = useOnline()
  if (asked.to === 'refuse') {
    return (
      <Empty
        icon="users"
        title={asked.why === 'self' ? t`You cannot call yourself` : t`This link is for two other people`}
        why={
          asked.why === 'others' &&
          t`You can only call, or be called, under your own name. Whoever sent the link may have mixed up the numbers.`
        }
        action={
          <Button onClick={onAnother}>
            <Trans>Choose whom to call</Trans>
          </Button>
        }
      />
    )
  }
  return (
    <>
      <DeviceNotice />
      {asked.to === 'call' ? (
        <AskOnce userId={asked.userId} driver={driver} onAnother={onAnother} disabled={!online} />
      ) : (
        <DirectPeople onCall={driver.call} disabled={!online} />
      )}
    </>
  )
}

/** What this browser lacks, said before somebody is called. */
function DeviceNotice() {
  const { i18n } = useLingui()
  const [problem, setProblem] = useState<MediaProblem>()
  useEffect(() => {
    let gone = false
    void checkMedia().then(found => gone || setProblem(found))
    return () => {
      gone = true
    }
  }, [])
  if (!problem) return null
  return (
    <p className={css.notice} role="status">
      <Icon name="alert" size={18} />
      {i18n._(problemWords[problem])}
    </p>
  )
}

interface AskOnceProps extends Pick<BeforeProps, 'driver' | 'onAnother'> {
  userId: number
  disabled: boolean
}

function AskOnce({ userId, driver, onAnother, disabled }: AskOnceProps) {
  const people = useQuery(peopleOptions(''))
  const name = people.data?.find(({ id }) => id === userId)?.name ?? ''
  return (
    <section className={css.card}>
      <Face name={name} size="large" />
      <h1 className={css.title}>
        {name ? <Trans>Call {name}?</Trans> : <Trans>Call this colleague?</Trans>}
      </h1>
      <Actions>
        <Button
          size="lg"
          color="ok"
          disabled={disabled}
          leftSection={<Icon name="phone" size={20} />}
          onClick={() => driver.call({ id: userId, name })}
        >
          <Trans>Call</Trans>
        </Button>
        <Button size="lg" variant="default" onClick={onAnother}>
          <Trans>Somebody else</Trans>
        </Button>
      </Actions>
    </section>
  )
}

interface AfterProps extends Pick<BeforeProps, 'driver' | 'onAnother'> {
  call: Extract<DirectCall, { is: 'over' | 'refused' }>
  problem: MediaProblem | undefined
  onLeave: () => void
}

function After({ call, problem, driver, onAnother, onLeave }: AfterProps) {
  const { t, i18n } = useLingui()
  const online = useOnline()
  const name = call.who.name || t`The other person`
  const seconds = call.is === 'over' ? call.seconds : null
  return (
    <section className={css.card} aria-live="polite">
      <Face name={name} size="large" />
      <h1 ref={takeLostFocus} className={css.title} tabIndex={-1}>
        <Outcome call={call} name={name} />
      </h1>
      {seconds !== null && (
        <p className={css.fact}>
          <Trans>
            You spoke for <bdi dir="ltr">{formatSpan(seconds)}</bdi>
          </Trans>
        </p>
      )}
      {call.is === 'over' && call.why === 'notJoined' && problem && (
        <p className={css.fact}>{i18n._(problemWords[problem])}</p>
      )}
      <Actions>
        {canCallAgain(call) && (
          <Button
            size="lg"
            disabled={!online}
            leftSection={<Icon name="phone" size={20} />}
            onClick={() => driver.call(call.who)}
          >
            <Trans>Call again</Trans>
          </Button>
        )}
        <Button size="lg" variant="default" onClick={onAnother}>
          <Trans>Somebody else</Trans>
        </Button>
        <Button size="lg" variant="subtle" color="off" onClick={onLeave}>
          <Trans>To the console</Trans>
        </Button>
      </Actions>
    </section>
  )
}

function Outcome({ call, name }: { call: AfterProps['call']; name: string }) {
  const { i18n } = useLingui()
  if (call.is === 'over') return i18n._(endWords(call.why, name))
  const words = wordsForId(call.refusal.id, call.refusal.params)
  if (words) return i18n._(words)
  if (call.refusal.id === 'offline') return <Trans>No connection to the server</Trans>
  return <Trans>The call did not come about</Trans>
}

const canCallAgain = ({ who }: { who: DirectPeer }): boolean => who.id !== undefined

function Actions({ children }: { children: ReactNode }) {
  return <div className={css.actions}>{children}</div>
}
