// Live indoor positions of all floors: how many are where as cards, and the chosen floor.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useChangeSearch } from '../../resource/address.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { Age } from '../../ui/age.tsx'
import { look } from '../../ui/kit/look.ts'
import { Box, Card, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { ErrorState, Loading, StaleBadge } from '../../ui/states.tsx'
import { shortName } from './floor-choice.tsx'
import css from './indoor.module.css'
import { NoFloors } from './indoor-page.tsx'
import { type Floor, floorsOptions } from './indoor-query.ts'
import { readIndoorSearch } from './indoor-search.ts'
import { LiveFloor } from './live-floor.tsx'
import { TagList } from './tag-list.tsx'
import { TagPopup } from './tag-popup.tsx'
import { useFloor, zonesOf } from './use-floor.ts'
import { ZoneList } from './zone-list.tsx'

export function LivePage() {
  const { i18n, t } = useLingui()
  const floors = useQuery(floorsOptions())
  const online = useOnline()
  const search = readIndoorSearch(useSearch({ strict: false }))
  const change = useChangeSearch(search)
  const number = numberFormat(useIntlLocale())
  const chosen =
    floors.data?.find(({ drawingId }) => drawingId === search.floor) ??
    floors.data?.find(({ deviceCount }) => deviceCount > 0) ??
    floors.data?.[0]
  const all = floors.data?.reduce((sum, { deviceCount }) => sum + deviceCount, 0)
  const awake = floors.data?.reduce((sum, { onlineCount }) => sum + onlineCount, 0)
  return (
    <PageFrame scrolls>
      <PageHead title={t({ context: 'page', message: 'UWB live' })} count={all}>
        {floors.data && (!online || floors.isError) && <StaleBadge at={floors.dataUpdatedAt} />}
      </PageHead>
      {!floors.data && floors.isError && (
        <ErrorState what={i18n._(wordsForError(floors.error))} onRetry={() => void floors.refetch()} />
      )}
      {!floors.data && !floors.isError && <Loading variant="cards" />}
      {floors.data?.length === 0 && <NoFloors />}
      {floors.data && floors.data.length > 0 && (
        <Stack gap={2} tiles="small" className={css.cards}>
          <Card column gap={1} tone="ink" text="start">
            <Text size="small" strong tone="ink-2">{t`Online inside`}</Text>
            <Text size="big" strong className={css.cardFigure}>
              {number.format(awake ?? 0)}
            </Text>
            <Text tone="ink-2">
              <Trans>of {number.format(all ?? 0)}</Trans>
            </Text>
          </Card>
          {floors.data.map(floor => (
            <FloorCard
              key={floor.drawingId}
              floor={floor}
              chosen={floor.drawingId === chosen?.drawingId}
              onChoose={() => change({ floor: floor.drawingId, device: undefined })}
            />
          ))}
        </Stack>
      )}
      {chosen && (
        <OneFloor
          key={chosen.drawingId}
          floor={chosen}
          device={search.device}
          trail={search.trail}
          change={change}
        />
      )}
    </PageFrame>
  )
}

function FloorCard({ floor, chosen, onChoose }: { floor: Floor; chosen: boolean; onChoose: () => void }) {
  const { t } = useLingui()
  const number = numberFormat(useIntlLocale())
  return (
    <button
      type="button"
      className={look({
        card: true,
        column: true,
        gap: 1,
        tone: 'ink',
        text: 'start',
        pointer: true,
        chosen: true,
      })}
      aria-pressed={chosen}
      onClick={onChoose}
    >
      <Text as="bdi" size="small" strong tone="ink-2">
        {[floor.building, shortName(floor)].filter(Boolean).join(' · ')}
      </Text>
      <Text size="big" strong className={css.cardFigure}>
        {number.format(floor.deviceCount)}
      </Text>
      <Text tone="ink-2">
        {t`${number.format(floor.onlineCount)} online`}
        {floor.lastAt !== null && (
          <>
            {' · '}
            <Age at={floor.lastAt} />
          </>
        )}
      </Text>
    </button>
  )
}

interface OneFloorProps {
  floor: Floor
  device: number | undefined
  trail: number | undefined
  change: (next: { device?: number | undefined; trail?: number | undefined }) => void
}

function OneFloor({ floor, device, trail, change }: OneFloorProps) {
  const { t } = useLingui()
  const { plan, tags, areas, inZone } = useFloor(floor.drawingId)
  const selected = tags.find(({ id }) => id === device)
  const select = (id: number | undefined) => change({ device: id })
  return (
    <Stack gap={3} shrinkDown cols="minmax(0, 1fr) 340px" grows="natural" className={css.split}>
      <Box relative edge="line" round="card" hidden mih={320} className={css.map}>
        {plan.data && (
          <LiveFloor
            drawing={plan.data}
            tags={tags}
            zones={areas}
            inZone={inZone}
            selected={selected?.id}
            onSelect={select}
            trailMinutes={trail}
          >
            {selected && (
              <TagPopup
                tag={selected}
                zones={zonesOf(selected, areas)}
                trail={trail}
                onTrail={minutes => change({ trail: minutes })}
                onClose={() => select(undefined)}
              />
            )}
          </LiveFloor>
        )}
      </Box>
      <Card as="aside" column gap={2} shrinkDown scroll="both" openOnTablet className={css.side}>
        <ZoneList zones={areas} inZone={inZone} />
        <Text as="h2" size="small" strong tone="ink-2">{t`Who is on this floor`}</Text>
        {tags.length === 0 && <Text as="p" tone="ink-2">{t`Nobody was seen on this floor yet.`}</Text>}
        <TagList
          tags={tags}
          selected={selected?.id}
          placeOf={tag => zonesOf(tag, areas)}
          onSelect={({ id }) => select(id === selected?.id ? undefined : id)}
        />
      </Card>
    </Stack>
  )
}
