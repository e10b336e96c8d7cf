// The ways to pay that are set up, as tiles to choose from.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { payWays } from '../../../contract/endpoints/pay.ts'
import type { PayWay } from '../../../domain/billing/pay-way.ts'
import { sendRequest } from '../../../platform/http.ts'
import { wordsForError } from '../../../resource/error-words.ts'
import { Stack, Text } from '../../../ui/kit/parts.tsx'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { wayHints } from './bill-words.ts'
import { ChoiceTile } from './choice-tile.tsx'
import css from './pay.module.css'
import { PayMark } from './pay-mark.tsx'

interface WayTilesProps {
  value: PayWay | undefined
  onChange: (way: PayWay) => void
}

export function WayTiles({ value, onChange }: WayTilesProps) {
  const { i18n } = useLingui()
  const name = useId()
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['pay', 'ways'],
    queryFn: ({ signal }) => sendRequest(payWays, {}, { signal }),
    staleTime: 300_000,
  })
  const first = data?.[0]
  // The first one is as good as chosen: one click less.
  useEffect(() => {
    if (first && (value === undefined || !data?.includes(value))) onChange(first)
  }, [first, value, data, onChange])
  if (!data) {
    if (isError) return <ErrorState what={i18n._(wordsForError(error))} onRetry={() => void refetch()} />
    return <Loading variant="cards" count={2} />
  }
  return (
    <Stack as="fieldset" gap={2} shrink pad={0} edge="none">
      <Text as="legend" below={2} size="section" strong tone="ink">
        <Trans>Method</Trans>
      </Text>
      {data.length === 0 && (
        <Text as="p" size="small" tone="ink-2">
          <Trans>No payment method is set up. Whoever runs this server can add one.</Trans>
        </Text>
      )}
      <Stack gap={2} className={`${css.choices} ${css.wide}`}>
        {data.map(way => (
          <ChoiceTile key={way} name={name} chosen={value === way} onChoose={() => onChange(way)}>
            <Text strong>
              <PayMark way={way} />
            </Text>
            <Text size="small" tone="ink-2">
              {i18n._(wayHints[way])}
            </Text>
          </ChoiceTile>
        ))}
      </Stack>
    </Stack>
  )
}
