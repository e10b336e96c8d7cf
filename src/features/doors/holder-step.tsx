// Step one: a new holder, or a card that somebody has prepared.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { doorCard } from '../../domain/intercom/door.ts'
import { pageOptions } from '../../resource/query.ts'
import { RelatedList } from '../../resource/related-list.tsx'
import { RowForm } from '../../resource/row-form.tsx'
import { SearchBox } from '../../resource/search-box.tsx'
import { useRights } from '../../resource/surroundings.ts'
import { Text } from '../../ui/kit/parts.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { doorCardView } from './door-card.view.tsx'

const OFFERED = 20
const PREPARED = { state: ['draft', 'writing'] }

export function HolderStep({ onChosen }: { onChosen: (id: number) => void }) {
  const { t } = useLingui()
  const may = useRights()
  const maySave = may('doorCard.save')
  const [way, setWay] = useState<'new' | 'prepared'>(maySave ? 'new' : 'prepared')
  const [q, setQ] = useState('')
  const prepared = useQuery(pageOptions(doorCard, { page: 1, size: 1, ...PREPARED }))
  return (
    <>
      {maySave && (
        <SegmentedFilter
          label={t`Whose card is it?`}
          value={way}
          onChange={setWay}
          segments={[
            { value: 'new', label: <Trans>New holder</Trans> },
            {
              value: 'prepared',
              label: <Trans context="card">Prepared</Trans>,
              count: prepared.data?.total,
            },
          ]}
        />
      )}
      {way === 'new' ? (
        <RowForm
          view={doorCardView}
          row={undefined}
          onCancel={() => setWay('prepared')}
          onSaved={row => onChosen(row.id)}
        />
      ) : (
        <>
          <SearchBox value={q} onSearch={setQ} />
          <RelatedList
            view={doorCardView}
            query={{ ...PREPARED, ...(q && { q }) }}
            size={OFFERED}
            all="/cardAdd?view=cards&state=draft,writing"
            none={q ? t`Nothing found` : t`No card is prepared.`}
            onOpen={row => onChosen(row.id)}
          />
          <Text as="p" size="small" tone="ink-2">
            <Trans>A card that is already issued can be written again from its panel.</Trans>
          </Text>
        </>
      )}
    </>
  )
}
