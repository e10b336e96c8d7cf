// The pictures of a recording: one large, the others small below, as they were in the room.
import { useLingui } from '@lingui/react/macro'
import { useCallback, useState } from 'react'
import type { RecordingMark, RecordingTrack } from '../../contract/endpoints/recording.ts'
import { isThere, speakerAt } from '../../domain/recordings/playing.ts'
import { Face } from '../../ui/face.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Center, Inline, List, Text } from '../../ui/kit/parts.tsx'
import type { RecordingPlayer } from './recording-player.driver.ts'
import { usePlayer } from './use-player.ts'

interface Person {
  key: string
  name: string
  sounds: RecordingTrack[]
  pictures: RecordingTrack[]
}

export interface PlayerStageProps {
  player: RecordingPlayer
  tracks: readonly RecordingTrack[]
  marks: readonly RecordingMark[]
}

export function PlayerStage({ player, tracks, marks }: PlayerStageProps) {
  const { t } = useLingui()
  const { at, broken } = usePlayer(player)
  const [pinned, setPinned] = useState<string>()
  const people = peopleOf(tracks)
  const sharing = people.find(({ pictures }) =>
    pictures.some(track => track.kind === 'screen' && isThere(track, at)),
  )
  const speaker = speakerAt(marks, at)
  const seen = people.filter(({ pictures }) => pictures.length > 0)
  const big =
    people.find(({ key }) => key === pinned) ??
    sharing ??
    people.find(({ key }) => key === speaker) ??
    seen[0] ??
    people[0]
  const columns = Math.max(1, Math.min(6, people.length - 1))
  return (
    <List
      stack
      gap={2}
      cols={`repeat(${columns}, minmax(0, 1fr))`}
      mah="60vh"
      aria-label={t`Recorded pictures`}
      style={{ gridTemplateRows: 'minmax(160px, 44vh)', gridAutoRows: 'clamp(64px, 12vh, 110px)' }}
    >
      {people.map(person => {
        const isBig = person === big
        const { key, name } = person
        const shown =
          person.pictures.find(track => track.kind === 'screen' && isThere(track, at)) ??
          person.pictures.find(track => isThere(track, at))
        return (
          <li
            key={key}
            className={look({
              relative: true,
              hidden: true,
              ground: 'sunken',
              edge: 'line',
              round: 'card',
              outlined: key === speaker,
            })}
            style={{ ...(isBig && { gridArea: '1 / 1 / 2 / -1' }), containerType: 'size' }}
            data-whose={key}
            aria-label={name}
          >
            {person.pictures.map(track => (
              <Picture key={track.id} player={player} track={track} name={name} shown={track === shown} />
            ))}
            {person.sounds.map(track => (
              <Sound key={track.id} player={player} track={track} />
            ))}
            {!shown && (
              <Center over tone="ink-3">
                <Face name={name} size="fitting" />
              </Center>
            )}
            <button
              type="button"
              className={look({ over: true, bare: true, pointer: true })}
              aria-pressed={pinned === key}
              aria-label={pinned === key ? t`Follow the speaker` : t`Show ${name} large`}
              onClick={() => setPinned(pinned === key ? undefined : key)}
            />
            <Inline
              gap={1}
              padX={2}
              padY="half"
              ground="surface"
              round="control"
              size="caption"
              absolute
              insetX="8px auto"
              insetY="auto 8px"
            >
              {person.sounds.length === 0 && <Icon name="mic-off" size={14} label={t`No sound`} />}
              <Text clip>{name}</Text>
              {[...person.sounds, ...person.pictures].some(({ id }) => broken.has(id)) && (
                <Text tone="critical" role="alert">{t`Cannot be played here`}</Text>
              )}
            </Inline>
          </li>
        )
      })}
    </List>
  )
}

interface TrackProps {
  player: RecordingPlayer
  track: RecordingTrack
}

function Picture({ player, track, name, shown }: TrackProps & { name: string; shown: boolean }) {
  const { t } = useLingui()
  const { id } = track
  const attach = useCallback((element: HTMLVideoElement | null) => player.attach(id, element), [player, id])
  return (
    <video
      ref={attach}
      className={look({ over: true, wide: true, tall: true, contain: true })}
      style={shown ? undefined : { visibility: 'hidden' }}
      src={track.url}
      muted={track.kind !== 'mixed'}
      preload="auto"
      playsInline
      tabIndex={-1}
      aria-label={track.kind === 'screen' ? t`Screen of ${name}` : t`Video of ${name}`}
    />
  )
}

function Sound({ player, track: { id, url } }: TrackProps) {
  const attach = useCallback((element: HTMLAudioElement | null) => player.attach(id, element), [player, id])
  // biome-ignore lint/a11y/useMediaCaption: nobody writes down what is said in a call
  return <audio ref={attach} src={url} preload="auto" />
}

function peopleOf(tracks: readonly RecordingTrack[]): Person[] {
  const people = new Map<string, Person>()
  for (const track of tracks) {
    const key = track.whose ?? `track ${track.id}`
    const person = people.get(key) ?? { key, name: track.displayName ?? '', sounds: [], pictures: [] }
    people.set(key, person)
    if (track.kind === 'audio') person.sounds.push(track)
    else person.pictures.push(track)
  }
  return [...people.values()]
}
