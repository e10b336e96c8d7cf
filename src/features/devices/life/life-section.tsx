// The life of one device on its page: where it stands, what may come next, and every step with who and when.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { deviceSteps } from '../../../contract/endpoints/life.ts'
import type { DeviceLifecycle } from '../../../domain/device/lifecycle.ts'
import { sendRequest } from '../../../platform/http.ts'
import { useActions } from '../../../resource/actions.tsx'
import { wordsForError } from '../../../resource/error-words.ts'
import type { Row } from '../../../resource/view.ts'
import { Facts } from '../../../ui/facts.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { look } from '../../../ui/kit/look.ts'
import { List, Muted, Stack, Text } from '../../../ui/kit/parts.tsx'
import { formatMoment } from '../../../ui/locale.ts'
import { SeverityBadge } from '../../../ui/severity-badge.tsx'
import { Loading } from '../../../ui/states.tsx'
import type { Device } from '../device-badges.tsx'
import css from './life.module.css'
import { lifeActions } from './life-actions.ts'
import { lifecycleWords, nextWords, stepWords, usualStep } from './life-words.ts'

/** The states that every device passes; all others branch off from these. */
const way: readonly DeviceLifecycle[] = ['pendingStockIn', 'inStock', 'assigned', 'bound']
const placeOf: Record<DeviceLifecycle, number> = {
  pendingStockIn: 0,
  inStock: 1,
  assigned: 2,
  unbound: 2,
  bound: 3,
  recycled: 4,
}

/** `version` is part of the key: whatever was done to the device, its steps are read again. */
const stepsOptions = (imei: string, version: number) =>
  queryOptions({
    queryKey: ['deviceSteps', imei, version] as const,
    queryFn: ({ signal }) => sendRequest(deviceSteps, { imei }, { signal }),
    placeholderData: before => before,
  })

export function LifeSection({ device }: { device: Device }) {
  const { i18n, t } = useLingui()
  const { lifecycle } = device
  const word = lifecycleWords[lifecycle]
  return (
    <>
      <List as="ol" row align="stretch" gap={1} below={3} aria-label={t`Lifecycle`}>
        {way.map((stage, at) => {
          const now = placeOf[lifecycle] === at
          const state = now ? css.now : at < placeOf[lifecycle] ? css.passed : ''
          return (
            <li
              key={stage}
              className={look(
                { grow: true, shrink: true, size: 'caption', tone: 'ink-3', breaks: true },
                look({ padAbove: 2 }, css.stage, state),
              )}
              {...(now && { 'aria-current': 'step' })}
            >
              {i18n._(lifecycleWords[now ? lifecycle : stage].label)}
            </li>
          )
        })}
      </List>
      <Facts
        facts={[
          {
            id: 'state',
            label: t`Lifecycle`,
            value: <SeverityBadge tone={word.tone}>{i18n._(word.label)}</SeverityBadge>,
          },
          { id: 'boundTo', label: t`Bound to`, value: device.boundTo },
          {
            id: 'boundAt',
            label: t`Bound since`,
            value: device.boundAt !== null && formatMoment(device.boundAt),
          },
          {
            id: 'stockedInAt',
            label: t`Stocked in`,
            value: device.stockedInAt !== null && formatMoment(device.stockedInAt),
          },
          { id: 'next', label: t`Next step`, value: lifecycle !== 'bound' && i18n._(nextWords[lifecycle]) },
        ]}
      />
      <LifeButtons device={device} />
      <Steps device={device} />
    </>
  )
}

const engineRow = (device: Device): Row => ({ ...device })

/** Only what the state allows, the usual step first; `inline`, inside a row, that one alone. */
export function LifeButtons({ device, inline }: { device: Device; inline?: boolean }) {
  const { actionsFor } = useActions()
  const usual = usualStep[device.lifecycle]
  const actions = actionsFor([engineRow(device)])
    .filter(({ id }) => id in lifeActions || id === 'allocate')
    .sort((a, b) => Number(b.id === usual) - Number(a.id === usual))
  return (
    <div
      className={
        inline
          ? look({ row: true, align: 'stretch' })
          : look({ row: true, wrap: true, align: 'stretch', gap: 2, above: 3, below: 3, goneWhenEmpty: true })
      }
    >
      {actions.slice(0, inline ? 1 : undefined).map(action => (
        <Button
          key={action.id}
          size={inline ? 'xs' : 'sm'}
          variant="default"
          disabled={action.blocked !== undefined}
          title={action.blocked}
          {...(action.critical && { color: 'critical' })}
          leftSection={action.icon && <Icon name={action.icon} size={16} />}
          onClick={event => {
            // The button may stand in a row of a list, which must not open as well.
            event.stopPropagation()
            action.run()
          }}
        >
          {action.label}
        </Button>
      ))}
    </div>
  )
}

function Steps({ device }: { device: Device }) {
  const { i18n } = useLingui()
  const { data, error, isError } = useQuery(stepsOptions(device.imei, device.version))
  if (!data) {
    if (isError) return <Muted as="p">{i18n._(wordsForError(error))}</Muted>
    return <Loading variant="list" count={2} />
  }
  if (data.length === 0) {
    return (
      <Muted as="p">
        <Trans>No step has been written down yet.</Trans>
      </Muted>
    )
  }
  return (
    <List as="ol" stack>
      {data.map(step => (
        <Stack as="li" key={step.id} gap="half" padY={2} edgeBelow size="small" className={css.step}>
          <Text row wrap justify="between" gap="half" columnGap={3}>
            <b>{i18n._(stepWords[step.step])}</b>
            <Muted as="time" dir="ltr" dateTime={new Date(step.at).toISOString()}>
              {formatMoment(step.at)}
            </Muted>
          </Text>
          <Muted>
            <bdi>{[i18n._(lifecycleWords[step.to].label), step.userName].filter(Boolean).join(' · ')}</bdi>
          </Muted>
          {step.note && (
            <Text as="bdi" tone="ink-2">
              {step.note}
            </Text>
          )}
        </Stack>
      ))}
    </List>
  )
}
