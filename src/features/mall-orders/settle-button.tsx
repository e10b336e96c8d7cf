// Settles with all merchants until the end of yesterday; what comes back later is a line of the next settlement.
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { runSettlement } from '../../contract/endpoints/mall-order.ts'
import { DAY_MS } from '../../domain/durations.ts'
import { settlement } from '../../domain/mall/settlement.ts'
import { newKey, sendRequest } from '../../platform/http.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { showToast } from '../../platform/toast.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { tenantZone } from '../../resource/zone.ts'
import { dayText } from '../../ui/calendar.ts'

export function SettleButton() {
  const { i18n } = useLingui()
  const online = useOnline()
  const client = useQueryClient()
  const yesterday = dayText(serverNow() - DAY_MS)
  const run = useMutation({
    mutationFn: () =>
      sendRequest(runSettlement, { untilDay: yesterday, zone: tenantZone() }, { idempotencyKey: newKey() }),
    onSuccess: ({ settlements }) => {
      void client.invalidateQueries({ queryKey: ['entity', settlement.key] })
      showToast({
        kind: settlements > 0 ? 'ok' : 'tip',
        message:
          settlements > 0 ? msg`Settled with ${settlements} merchants` : msg`There was nothing to settle`,
      })
    },
    onError: error =>
      showToast({ kind: 'error', message: msg`Not settled: ${i18n._(wordsForError(error))}` }),
  })
  return (
    <Button variant="default" loading={run.isPending} disabled={!online} onClick={() => run.mutate()}>
      <Trans>Settle until {yesterday}</Trans>
    </Button>
  )
}
