// Before a device is chosen: those that move, the last heard of first.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { device } from '../../../domain/device/device.ts'
import { kindWords } from '../../../resource/device-kind-words.ts'
import { wordsForError } from '../../../resource/error-words.ts'
import { pageOptions } from '../../../resource/query.ts'
import { useOnline } from '../../../resource/surroundings.ts'
import { Age } from '../../../ui/age.tsx'
import { look } from '../../../ui/kit/look.ts'
import { List, Muted, SectionTitle } from '../../../ui/kit/parts.tsx'
import type { Period } from '../../../ui/period.ts'
import { Empty, ErrorState, Loading } from '../../../ui/states.tsx'
import { KeptTrackList } from './kept-track-list.tsx'
import css from './track-page.module.css'
import type { TrackVariant } from './track-variants.ts'

const OFFERED = 12

export function TrackChoice({
  variant,
  onChoose,
}: {
  variant: TrackVariant
  onChoose: (imei: string, period?: Period) => void
}) {
  const { i18n, t } = useLingui()
  const query = useQuery(
    pageOptions(device, { page: 1, size: OFFERED, sort: '-lastMessageAt', kind: [...variant.offers] }),
  )
  const online = useOnline()
  // Without network only these can be played.
  if (!online) return <KeptTrackList source={variant.source} onChoose={onChoose} />
  if (query.isError && !query.data)
    return <ErrorState what={i18n._(wordsForError(query.error))} onRetry={() => void query.refetch()} />
  if (!query.data) return <Loading variant="cards" count={6} />
  if (query.data.list.length === 0)
    return (
      <Empty
        icon="route"
        title={t`Whose track?`}
        why={t`Choose a device above. None of those that people wear has been added yet.`}
      />
    )
  return (
    <section aria-labelledby="track-choice">
      <SectionTitle id="track-choice" below={2}>
        <Trans>Whose track?</Trans>
      </SectionTitle>
      <List stack gap={2} tiles="medium">
        {query.data.list.map(row => (
          <li key={row.id}>
            <button
              type="button"
              className={look({
                card: true,
                stack: true,
                gap: 'half',
                wide: true,
                text: 'start',
                pointer: true,
                edgeLights: true,
              })}
              onClick={() => onChoose(row.imei)}
            >
              <strong>
                <bdi>{row.wearerName || row.name}</bdi>
              </strong>
              <Muted className={css.quiet}>
                <bdi>{row.wearerName ? row.name : i18n._(kindWords[row.kind].label)}</bdi>
              </Muted>
              <Muted className={css.quiet}>
                <Age at={row.lastMessageAt ?? undefined} />
              </Muted>
            </button>
          </li>
        ))}
      </List>
    </section>
  )
}
