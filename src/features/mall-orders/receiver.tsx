// Who receives an order: phone and address are masked until somebody who may opens them, which the audit log keeps; hidden again soon.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { orderReceiver } from '../../contract/endpoints/mall-order.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import { sendRequest } from '../../platform/http.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { CallButton } from '../../ui/call-button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Inline, Stack, Text } from '../../ui/kit/parts.tsx'
import type { Frame, Order } from './order-parts.tsx'

/** A screen that is left alone shows nothing that nobody looks at. */
const SHOWN_MS = 5 * MINUTE_MS

export function Receiver({ order, Frame }: { order: Order; Frame: Frame }) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const online = useOnline()
  const seen = useMutation({ mutationFn: () => sendRequest(orderReceiver, { id: order.id }) })
  const { data, reset } = seen
  useEffect(() => {
    if (!data) return
    const timer = setTimeout(reset, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [data, reset])
  const phone = data ? (
    <Inline gap={2}>
      <bdi dir="ltr">{data.phone}</bdi> <CallButton number={data.phone} />
    </Inline>
  ) : (
    <bdi dir="ltr">{order.buyerPhone}</bdi>
  )
  return (
    <Frame
      title={<Trans>Receiver</Trans>}
      aside={
        !data && (
          <Text size="caption" tone="ink-3">
            <Trans>Masked; who looks is written down</Trans>
          </Text>
        )
      }
    >
      <Stack gap={3}>
        <Facts
          facts={[
            { id: 'name', label: t`Name`, value: order.buyerName },
            { id: 'phone', label: t`Phone`, value: phone },
            { id: 'address', label: t`Address`, value: data?.address ?? order.address },
            { id: 'remark', label: t`Message of the buyer`, value: order.remark },
            { id: 'note', label: t`Note`, value: order.note },
            { id: 'why', label: t`Closed because`, value: order.closeReason },
          ]}
        />
        {data ? (
          <Button variant="default" onClick={reset}>{t`Hide`}</Button>
        ) : (
          may('mallOrder.receiver') && (
            <Button
              variant="default"
              disabled={!online}
              loading={seen.isPending}
              leftSection={<Icon name="eye" />}
              onClick={() => seen.mutate()}
            >{t`Show phone and address`}</Button>
          )
        )}
        {seen.isError && (
          <Text as="p" tone="critical" role="alert">
            {i18n._(wordsForError(seen.error))}
          </Text>
        )}
      </Stack>
    </Frame>
  )
}
