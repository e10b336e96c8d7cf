// Paying bills: the way, what the provider wants to be shown, and how it stands. Loaded when somebody pays.
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { residentPay, residentPayWays, residentSandboxPay } from '../contract/endpoints/fees.ts'
import type { SandboxAct } from '../contract/payment.ts'
import type { PayWay } from '../domain/billing/pay-way.ts'
import { keysOf } from '../domain/keys.ts'
import { DoorButton } from '../door-unit/door-button.tsx'
import { sendRequest } from '../platform/http.ts'
import { RequestError } from '../platform/request-error.ts'
import { serverNow } from '../platform/server-clock.ts'
import { look } from '../ui/kit/look.ts'
import { Card, Center, Row, SectionTitle, Stack, Text } from '../ui/kit/parts.tsx'
import { formatMoment, formatSpan } from '../ui/locale.ts'
import { useFen } from './fen.ts'
import { Choice } from './form-parts.tsx'
import { actWords, reasonOf, resultWords, wayWords } from './pay-words.ts'
import { problemOf } from './problem-words.ts'
import { QrPicture } from './qr-picture.tsx'
import { useAsked } from './use-asked.ts'
import { type Standing, useStanding } from './use-standing.ts'

const askWays = () => sendRequest(residentPayWays, {})

interface ChooseWayProps {
  billIds: readonly number[]
  /** Fen. */
  amount: number
  onStarted: (paymentId: number) => void
  onClose: () => void
}

/** By which way so much is paid. */
export function ChooseWay({ billIds, amount, onStarted, onClose }: ChooseWayProps) {
  const { i18n, t } = useLingui()
  const fen = useFen()
  const { answer: ways, problem: waysProblem } = useAsked(askWays)
  const [chosen, setChosen] = useState<PayWay>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<MessageDescriptor>()
  const [underWay, setUnderWay] = useState(false)
  const way = ways?.find(each => each === chosen) ?? ways?.[0]
  const start = async (instead: boolean) => {
    if (way === undefined) return
    setBusy(true)
    setProblem(undefined)
    try {
      const { paymentId } = await sendRequest(residentPay, { billIds: [...billIds], way, amount, instead })
      onStarted(paymentId)
    } catch (error) {
      setProblem(problemOf(error))
      setUnderWay(error instanceof RequestError && error.id === 'pay.underWay')
      setBusy(false)
    }
  }
  const told = problem ?? waysProblem
  return (
    <Card pad={3}>
      <Stack gap={3}>
        <SectionTitle>
          <Trans>Pay {fen(amount)}</Trans>
        </SectionTitle>
        {ways?.length === 0 && (
          <Text as="p" tone="ink-2">
            <Trans>Bills cannot be paid here yet. Ask the property management.</Trans>
          </Text>
        )}
        {ways && ways.length > 0 && (
          <Choice
            label={t`Method`}
            value={way ?? ''}
            onChange={event => setChosen(ways.find(each => each === event.target.value))}
            options={ways.map(each => ({ value: each, label: i18n._(wayWords[each]) }))}
          />
        )}
        {told && (
          <Text as="p" role="alert" tone="critical">
            {i18n._(told)}
          </Text>
        )}
        {underWay && (
          <DoorButton type="button" kind="danger" disabled={busy} onClick={() => void start(true)}>
            <Trans>Close that payment and pay here</Trans>
          </DoorButton>
        )}
        <Row gap={2} wrap>
          <DoorButton
            type="button"
            kind="primary"
            disabled={busy || way === undefined}
            onClick={() => void start(false)}
          >
            <Trans>Continue to payment</Trans>
          </DoorButton>
          <DoorButton type="button" kind="secondary" onClick={onClose}>
            <Trans>Back</Trans>
          </DoorButton>
        </Row>
      </Stack>
    </Card>
  )
}

interface StandingCardProps {
  paymentId: number
  onClose: () => void
}

/** A payment, from what is to be done for it to how it ended. */
export function StandingCard({ paymentId, onClose }: StandingCardProps) {
  const { i18n } = useLingui()
  const fen = useFen()
  const { payment, problem, ask } = useStanding(paymentId)
  return (
    <Card pad={3}>
      <Stack gap={3}>
        <SectionTitle>
          {payment ? <Trans>Payment of {fen(payment.amount)}</Trans> : <Trans>Payment</Trans>}
        </SectionTitle>
        {problem && (
          <Text as="p" role="alert" tone="warning">
            {i18n._(problem)}
          </Text>
        )}
        {!payment && !problem && (
          <Text as="p" role="status" tone="ink-2">
            <Trans>Loading…</Trans>
          </Text>
        )}
        {payment?.state === 'paying' && <Open payment={payment} onAsk={ask} />}
        {payment && payment.state !== 'paying' && <Result payment={payment} state={payment.state} />}
        <DoorButton
          type="button"
          kind={payment?.state === 'paying' ? 'secondary' : 'primary'}
          onClick={onClose}
        >
          <Trans>Back to the bills</Trans>
        </DoorButton>
      </Stack>
    </Card>
  )
}

function Result({ payment, state }: { payment: Standing; state: Exclude<Standing['state'], 'paying'> }) {
  const { i18n } = useLingui()
  const { tone, title } = resultWords[state]
  const reason = reasonOf(payment)
  return (
    <Stack gap={1} role="status">
      <Text size="title" strong tone={tone}>
        {i18n._(title)}
      </Text>
      {payment.paidAt !== null && (
        <Text size="small" tone="ink-2">
          <bdi dir="ltr">{formatMoment(payment.paidAt)}</bdi>
        </Text>
      )}
      {reason && (
        <Text as="p" tone="ink-2">
          {i18n._(reason)}
        </Text>
      )}
    </Stack>
  )
}

interface OpenProps {
  payment: Standing
  onAsk: () => Promise<Standing['state'] | undefined>
}

function Open({ payment, onAsk }: OpenProps) {
  const { i18n, t } = useLingui()
  const [asking, setAsking] = useState(false)
  const [notYet, setNotYet] = useState(false)
  const { show } = payment
  const name = i18n._(wayWords[payment.way])
  const ask = async () => {
    setAsking(true)
    setNotYet((await onAsk()) === 'paying')
    setAsking(false)
  }
  return (
    <Stack gap={3}>
      <Text as="p" role="status">
        {notYet ? <Trans>The money has not come yet.</Trans> : <Trans>Waiting for the payment…</Trans>}
      </Text>
      {show?.kind === 'code' && (
        <>
          <Center>
            <QrPicture text={show.text} label={t`Code for ${name}`} />
          </Center>
          <Text as="p" tone="ink-2">
            <Trans>Scan the code with {name} and confirm there. This page updates automatically.</Trans>
          </Text>
        </>
      )}
      {show?.kind === 'redirect' && (
        <a
          className={look({
            ...{ inline: true, justify: 'center', atLeast: 'tile', padX: 6, round: 'control', strong: true },
            ...{ ground: 'accent', tone: 'on-accent', undecorated: true },
          })}
          href={show.url}
        >
          <Trans>Go to {name}</Trans>
        </a>
      )}
      {show?.kind === 'sandbox' && <SandboxActs paymentId={payment.id} onDone={() => void onAsk()} />}
      <TimeLeft until={payment.expiresAt} />
      <DoorButton type="button" kind="secondary" disabled={asking} onClick={() => void ask()}>
        <Trans>I have paid</Trans>
      </DoorButton>
    </Stack>
  )
}

function TimeLeft({ until }: { until: number }) {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const left = Math.ceil((until - now) / 1000)
  return (
    <Text as="p" size="small" tone="ink-2">
      {left > 0 ? (
        <>
          <Trans>Time left</Trans> <bdi dir="ltr">{formatSpan(left)}</bdi>
        </>
      ) : (
        <Trans>Time is up. Checking with the provider.</Trans>
      )}
    </Text>
  )
}

function SandboxActs({ paymentId, onDone }: { paymentId: number; onDone: () => void }) {
  const { i18n } = useLingui()
  const [done, setDone] = useState(false)
  const [problem, setProblem] = useState<MessageDescriptor>()
  const act = async (what: SandboxAct) => {
    setDone(true)
    setProblem(undefined)
    try {
      await sendRequest(residentSandboxPay, { paymentId, act: what })
    } catch (error) {
      setProblem(problemOf(error))
      setDone(false)
    }
    onDone()
  }
  return (
    <Stack gap={2} pad={3} edge="dashed" round="card">
      <Text as="p" size="small" tone="ink-2">
        <Trans>This is a sandbox: no real money moves. What should the provider do?</Trans>
      </Text>
      {keysOf(actWords).map(each => (
        <DoorButton
          key={each}
          type="button"
          kind={each === 'pay' ? 'primary' : 'secondary'}
          disabled={done}
          onClick={() => void act(each)}
        >
          {i18n._(actWords[each])}
        </DoorButton>
      ))}
      {problem && (
        <Text as="p" role="alert" tone="critical">
          {i18n._(problem)}
        </Text>
      )}
    </Stack>
  )
}
