// The search field of a map: places by name or coordinates, chosen by mouse, finger or keys.
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useId, useMemo, useState } from 'react'
import { SEARCH_LENGTH } from '../../domain/limits.ts'
import { createGazetteer, type Gazetteer } from '../../platform/map/gazetteer.ts'
import type { MapHost } from '../../platform/map/map-host.ts'
import type { FoundPlace } from '../../platform/map/map-port.ts'
import { createPlaceFinder, type Finding, NOTHING_ASKED } from '../../platform/map/place-finder.ts'
import { loadRegions } from '../../platform/map/regions.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Text } from '../../ui/kit/parts.tsx'
import { useIntlLocale } from '../../ui/locale.ts'
import css from './map-search.module.css'

export interface MapSearchProps {
  host: MapHost
  /** Undefined: the field was emptied. */
  onChoose: (place: FoundPlace | undefined) => void
}

export function MapSearch({ host, onChoose }: MapSearchProps) {
  const { t } = useLingui()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const { finding, ask } = usePlaceFinder(host)
  const { found } = finding
  const listed = open && finding.text !== ''

  const type = (text: string) => {
    setTyped(text)
    setAt(-1)
    setOpen(true)
    ask(text)
    if (text === '') onChoose(undefined)
  }
  const choose = (place: FoundPlace) => {
    setTyped(place.name)
    setOpen(false)
    onChoose(place)
  }
  const move = (step: number) => {
    setOpen(true)
    if (found.length > 0)
      setAt(now => (now + step + found.length + (now < 0 && step < 0 ? 1 : 0)) % found.length)
  }
  return (
    <search
      className={look({ grow: true, shrink: true, relative: true, atMost: 'small' }, css.search)}
      onBlur={event => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <label
        className={look(
          {
            row: true,
            gap: 2,
            atLeast: 'target',
            ground: 'surface',
            edge: 'strong',
            round: 'control',
            floating: true,
            tone: 'ink-2',
            padStart: 3,
            padEnd: 1,
          },
          css.field,
        )}
      >
        <Icon name="search" size={16} />
        <input
          type="text"
          role="combobox"
          aria-label={t`Search for a place`}
          aria-expanded={listed}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={listed && at >= 0 ? `${id}-${at}` : undefined}
          placeholder={t`Place or coordinates`}
          autoComplete="off"
          spellCheck={false}
          maxLength={SEARCH_LENGTH}
          value={typed}
          onChange={event => type(event.currentTarget.value)}
          onFocus={() => setOpen(true)}
          onKeyDown={event => {
            const chosen = found[Math.max(0, at)]
            if (event.key === 'ArrowDown') move(1)
            else if (event.key === 'ArrowUp') move(-1)
            else if (event.key === 'Enter' && listed && chosen) choose(chosen)
            else if (event.key === 'Escape' && listed) setOpen(false)
            else return
            event.preventDefault()
            event.stopPropagation()
          }}
        />
        {typed !== '' && (
          <button
            type="button"
            className={look(
              {
                bare: true,
                center: true,
                pad: 0,
                round: 'control',
                tone: 'same',
                pointer: true,
                atLeast: 'chip',
              },
              css.clear,
            )}
            aria-label={t`Clear`}
            onClick={() => type('')}
          >
            <Icon name="close" size={16} />
          </button>
        )}
      </label>
      <div
        className={look(
          {
            ground: 'surface',
            edge: 'strong',
            round: 'control',
            floating: true,
            scroll: 'both',
            absolute: true,
          },
          css.results,
        )}
        hidden={!listed}
      >
        <div id={`${id}-list`} role="listbox" tabIndex={-1} aria-label={t`Places`}>
          {found.map((place, order) => (
            <button
              type="button"
              tabIndex={-1}
              key={`${place.name} ${place.at.longitude} ${place.at.latitude}`}
              id={`${id}-${order}`}
              role="option"
              aria-selected={order === at}
              className={look({
                bare: true,
                column: true,
                justify: 'center',
                wide: true,
                atLeast: 'target',
                padX: 3,
                padY: 2,
                tone: 'ink',
                text: 'start',
                pointer: true,
                hovers: true,
                picked: true,
              })}
              onPointerDown={event => event.preventDefault()}
              onClick={() => choose(place)}
            >
              <bdi>{place.name}</bdi>
              <Text as="small" size="caption" tone="ink-2">
                {place.detail === '' ? t`Coordinates` : <bdi>{place.detail}</bdi>}
              </Text>
            </button>
          ))}
        </div>
        <p className={css.note} role="status">
          <FindingNote finding={finding} />
        </p>
      </div>
    </search>
  )
}

function FindingNote({ finding: { text, found, asking, failed } }: { finding: Finding }) {
  if (text === '') return null
  if (asking) return <Trans>Searching on…</Trans>
  if (failed)
    return <Trans>The map provider’s search does not answer. These are the places known here.</Trans>
  return found.length === 0 ? <Trans>No such place. Coordinates work too: 22.54, 114.06</Trans> : null
}

/** Follows the typing; the regions are loaded with the first letter. */
function usePlaceFinder(host: MapHost) {
  const language = useIntlLocale()
  const [finding, setFinding] = useState(NOTHING_ASKED)
  const finder = useMemo(() => {
    let gazetteer: Promise<Gazetteer> | undefined
    return createPlaceFinder({
      gazetteer: () => {
        gazetteer ??= loadRegions().then(regions => createGazetteer(regions, language))
        return gazetteer.catch(() => {
          gazetteer = undefined
          // Coordinates need no regions.
          return createGazetteer([], language)
        })
      },
      provider: () => {
        const adapter = host.adapter()
        return adapter?.search && ((...asked) => adapter.search?.(...asked) ?? Promise.resolve([]))
      },
      near: () => host.camera().centre,
      onFinding: setFinding,
    })
  }, [host, language])
  useEffect(() => finder.stop, [finder])
  return { finding, ask: finder.type }
}
