// Tracks that can be played without network: those that were opened before, each with its time and its age.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { PositionSource } from '../../../domain/track/track.ts'
import { Age } from '../../../ui/age.tsx'
import { look } from '../../../ui/kit/look.ts'
import { List, Muted, SectionTitle } from '../../../ui/kit/parts.tsx'
import { formatMoment } from '../../../ui/locale.ts'
import type { Period } from '../../../ui/period.ts'
import { Empty, Loading } from '../../../ui/states.tsx'
import { keptTracks } from './kept-tracks.ts'
import css from './track-page.module.css'

export interface KeptTrackListProps {
  source: PositionSource | undefined
  onChoose: (imei: string, period: Period) => void
}

export function KeptTrackList({ source, onChoose }: KeptTrackListProps) {
  const { t } = useLingui()
  const { data } = useQuery({
    queryKey: ['track', 'kept'],
    queryFn: keptTracks,
    networkMode: 'always',
    gcTime: 0,
  })
  if (!data) return <Loading variant="cards" count={3} />
  const tracks = data.filter(track => track.source === source)
  if (tracks.length === 0)
    return (
      <Empty
        icon="route"
        title={t`No track is on this device`}
        why={t`Without the network only tracks that were opened before can be played.`}
      />
    )
  return (
    <section aria-labelledby="kept-tracks">
      <SectionTitle id="kept-tracks" below={2}>
        <Trans>Tracks on this device</Trans>
      </SectionTitle>
      <List stack gap={2} tiles="medium">
        {tracks.map(({ key, imei, name, from, to, at }) => (
          <li key={key}>
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
              onClick={() => onChoose(imei, { from, to })}
            >
              <strong>
                <bdi>{name}</bdi>
              </strong>
              <Muted className={css.quiet}>
                <bdi>
                  {formatMoment(from)} – {formatMoment(to)}
                </bdi>
              </Muted>
              <Muted className={css.quiet}>
                <Trans>
                  Stored data, updated <Age at={at} />
                </Trans>
              </Muted>
            </button>
          </li>
        ))}
      </List>
    </section>
  )
}
