// Judging photos or videos one after the other, by keyboard, mouse or finger: the next stands where the last one stood.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Modal } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { photo } from '../../domain/media/photo.ts'
import { reviewReason } from '../../domain/media/review.ts'
import { type Desk, type DeskItem, waits } from '../../domain/media/review-desk.ts'
import { video } from '../../domain/media/video.ts'
import { getConnection, subscribeConnection } from '../../platform/connection.ts'
import { newKey } from '../../platform/http.ts'
import { warnBeforeLeaving } from '../../platform/leave-warning.ts'
import { RequestError } from '../../platform/request-error.ts'
import { onRowChanges } from '../../platform/row-changes.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { invalidateEntity, pageOptions, rowOptions } from '../../resource/query.ts'
import { showFailure } from '../../resource/run-command.ts'
import { Banner, BannerAction } from '../../ui/banner.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Box, Column, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { useScreen } from '../../ui/pointer.ts'
import { Empty, ErrorState, Loading, StaleBadge } from '../../ui/states.tsx'
import { listPath } from './media-search.ts'
import { createReviewDesk, giveStep, type ReviewDesk } from './review.driver.ts'
import { type DeskKey, keyHelp, useDeskKeys } from './review-keys.ts'
import { ReviewStage } from './review-stage.tsx'
import { ReviewStrip } from './review-strip.tsx'
import { reasonWords } from './review-words.ts'
import { TakenBadges, TakenFacts, type TakenRow } from './taken-peek.tsx'

const entities = { photo, video }
const AT_ONCE = 60
/** With fewer that wait in sight, more are fetched. */
const FEW = 20
const LOOK_AGAIN_MS = 15_000
/** So many behind the present one are fetched before somebody comes to them. */
const AHEAD = 5

const FRAMES_PER_SECOND = 30

const itemOf = ({ id, version, state }: TakenRow): DeskItem => ({ id, version, state })

/** One desk for as long as the page is open, with the rows that its items are about. */
function useDesk(entity: (typeof entities)['photo' | 'video'], rows: Map<number, TakenRow>): ReviewDesk {
  const client = useQueryClient()
  const [desk] = useState(() =>
    createReviewDesk({
      give: step => giveStep(entity, step),
      async fetch(id) {
        try {
          const row = await client.fetchQuery({ ...rowOptions(entity, id), staleTime: 0 })
          rows.set(id, row)
          return itemOf(row)
        } catch (error) {
          if (error instanceof RequestError && error.id === 'row.unknown') return undefined
          throw error
        }
      },
      tell: ({ error, params }) =>
        showFailure(new RequestError({ kind: 'refused', id: error, ...(params && { params }) })),
      newKey,
    }),
  )
  return desk
}

export function ReviewPage({ of }: { of: 'photo' | 'video' }) {
  const { i18n, t } = useLingui()
  const client = useQueryClient()
  const entity = entities[of]
  const [rows] = useState(() => new Map<number, TakenRow>())
  const desk = useDesk(entity, rows)
  const state = useSyncExternalStore(desk.subscribe, desk.read)
  const online = useSyncExternalStore(subscribeConnection, () => getConnection().online)
  const list = useQuery({
    ...pageOptions(entity, { size: AT_ONCE, sort: 'createdAt', state: ['review', 'reported'] }),
    refetchInterval: LOOK_AGAIN_MS,
  })
  const { data, refetch } = list
  useEffect(() => {
    if (!data) return
    for (const row of data.list) if (row.version >= (rows.get(row.id)?.version ?? 0)) rows.set(row.id, row)
    desk.send({ on: 'found', items: data.list.map(itemOf) })
  }, [data, desk, rows])
  useEffect(
    () =>
      onRowChanges(notice => {
        if (notice.entity === of) desk.send({ on: 'changed', rows: notice.rows })
      }),
    [of, desk],
  )
  const left = state.items.filter(waits).length
  const idle = state.line.length === 0
  const more = (data?.total ?? 0) > (data?.list.length ?? 0)
  useEffect(() => {
    // Also while verdicts are on their way: who judges fast must not come to an end that is none.
    if (more && left < FEW) void refetch({ cancelRefetch: false })
  }, [more, left, refetch])
  useEffect(() => {
    if (online && state.stopped) desk.send({ on: 'retried' })
  }, [online, state.stopped, desk])
  useEffect(() => (idle ? undefined : warnBeforeLeaving()), [idle])
  // The list must not show for a moment what was judged here.
  useEffect(() => () => void invalidateEntity(client, entity), [client, entity])
  const title = of === 'photo' ? t`Review photos` : t`Review videos`
  if (!data && list.isError)
    return (
      <PageFrame scrolls>
        <PageHead title={title} />
        <ErrorState what={i18n._(wordsForError(list.error))} onRetry={() => void refetch()} />
      </PageFrame>
    )
  if (!data)
    return (
      <PageFrame scrolls>
        <PageHead title={title} />
        <Loading variant="detail" />
      </PageFrame>
    )
  return (
    <PageFrame scrolls>
      <PageHead
        title={title}
        count={left}
        end={
          <Button
            component="a"
            href={`#${listPath(of)}`}
            variant="default"
            leftSection={<Icon name="list" />}
          >
            {t`Back to the list`}
          </Button>
        }
      >
        {(!online || list.isError) && <StaleBadge at={list.dataUpdatedAt} />}
      </PageHead>
      {state.stopped && (
        <Banner
          tone="warning"
          icon="wifi-off"
          whole
          end={<BannerAction onClick={() => desk.send({ on: 'retried' })}>{t`Try again`}</BannerAction>}
        >
          <Plural
            value={state.line.length}
            one="# decision has not been sent: no connection. Leave the page open."
            other="# decisions have not been sent: no connection. Leave the page open."
          />
        </Banner>
      )}
      {state.items.length === 0 ? (
        <Empty
          icon="check"
          title={of === 'photo' ? t`No photos pending` : t`No videos pending`}
          why={<Trans>New ones appear here automatically.</Trans>}
        />
      ) : (
        <DeskView desk={desk} state={state} rows={rows} left={left} />
      )}
    </PageFrame>
  )
}

interface DeskViewProps {
  desk: ReviewDesk
  state: Desk
  rows: ReadonlyMap<number, TakenRow>
  left: number
}

function DeskView({ desk, state, rows, left }: DeskViewProps) {
  const { t } = useLingui()
  const [whole, setWhole] = useState(false)
  const [help, setHelp] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const film = useRef<HTMLVideoElement>(null)
  const stage = useRef<HTMLElement>(null)
  const shown = (item: DeskItem | undefined): TakenRow | undefined => {
    const row = item && rows.get(item.id)
    return row && item && { ...row, state: item.state, version: item.version }
  }
  const place = state.items.findIndex(({ id }) => id === state.at)
  const row = shown(state.items[place])
  const ahead = useMemo(
    () =>
      state.items
        .slice(place + 1)
        .filter(waits)
        .slice(0, AHEAD)
        .flatMap(({ id }) => rows.get(id) ?? []),
    [state.items, place, rows],
  )
  const onSpace = () => {
    const player = film.current
    if (!player) setWhole(before => !before)
    else if (player.paused) void player.play().catch(() => {})
    else player.pause()
  }
  /** Cameras of phones take 24 to 60 pictures a second: by steps of a thirtieth hardly one is missed. */
  const onFrame = (by: 1 | -1) => {
    const player = film.current
    if (!player) return
    player.pause()
    player.currentTime = Math.min(
      Math.max(player.currentTime + by / FRAMES_PER_SECOND, 0),
      player.duration || 0,
    )
  }
  const doings: Record<DeskKey, () => void> = {
    j: () => desk.send({ on: 'stepped', by: 1 }),
    k: () => desk.send({ on: 'stepped', by: -1 }),
    a: () => desk.judge('approve'),
    r: () => desk.judge('reject'),
    h: () => desk.judge('hide'),
    u: desk.undo,
    x: () => state.at !== undefined && desk.send({ on: 'chose', id: state.at }),
    ' ': onSpace,
    ',': () => onFrame(-1),
    '.': () => onFrame(1),
    '?': () => setHelp(true),
    escape: () => {
      if (whole) setWhole(false)
      else desk.send({ on: 'choseNone' })
    },
    ...reasonKeys(reason => desk.send({ on: 'reason', reason })),
  }
  useDeskKeys(key => doings[key]())
  useEffect(() => stage.current?.focus({ preventScroll: true }), [])
  /** After a press by hand the picture has the focus again, so that Space does not press the button once more. */
  const press = (key: DeskKey) => (event: { detail: number }) => {
    doings[key]()
    if (event.detail > 0) stage.current?.focus({ preventScroll: true })
  }
  const count = state.chosen.size
  const screen = useScreen()
  const picture = row && (
    <ReviewStage
      key={row.id}
      row={row}
      film={film}
      whole={whole}
      onWhole={() => setWhole(before => !before)}
    />
  )
  const bar = (
    <Stack
      cols={screen === 'desktop' ? 'minmax(0, 1fr) auto' : 'minmax(0, 1fr)'}
      gap={2}
      padY={2}
      stuck="bottom"
      ground="canvas"
    >
      <Stack cols="repeat(3, minmax(0, 1fr))" gap={2}>
        <Verdict tone="critical" icon="close" keyName="R" onPress={press('r')}>
          {count > 0 ? t`Reject (${count})` : t`Reject`}
        </Verdict>
        <Verdict tone="off" icon="eye-off" keyName="H" onPress={press('h')}>
          {count > 0 ? t`Hide (${count})` : t`Hide`}
        </Verdict>
        <Verdict tone="ok" icon="check" keyName="A" onPress={press('a')}>
          {count > 0 ? t`Approve (${count})` : t`Approve`}
        </Verdict>
      </Stack>
      <Row gap={1} justify="center" wrap>
        {row && 'kind' in row && (
          // Time runs from left to right in every language.
          <Row gap={1} dir="ltr">
            <IconButton icon="back" label={t`One picture back`} onClick={press(',')} />
            <IconButton icon="forward" label={t`One picture on`} onClick={press('.')} />
          </Row>
        )}
        <IconButton
          icon="undo"
          label={t`Undo the last decision`}
          disabled={state.done.length === 0}
          onClick={press('u')}
        />
        <IconButton icon="up" label={t`Previous item`} disabled={place <= 0} onClick={press('k')} />
        <IconButton
          icon="down"
          label={t`Next item`}
          disabled={place >= state.items.length - 1}
          onClick={press('j')}
        />
        <Button variant="subtle" aria-label={t`All keys`} title={t`All keys`} onClick={() => setHelp(true)}>
          <kbd>?</kbd>
        </Button>
      </Row>
    </Stack>
  )
  return (
    <section
      ref={stage}
      tabIndex={-1}
      className={look({ column: true, gap: 2, grow: true })}
      // It has the focus for the keys' sake and cannot be pressed: a ring around all of it would say nothing.
      style={{ outline: 'none' }}
      aria-label={t`Review`}
    >
      {whole ? (
        <Column fixed insetX={0} insetY={0} z={WHOLE} pad={2} gap={2} ground="canvas">
          <Box relative grow shrinkDown hidden round="card" ground="sunken">
            {picture}
          </Box>
          {bar}
        </Column>
      ) : (
        <Stack cols="minmax(0, 1fr) minmax(260px, 340px)" oneOnTablet gap={4} align="start">
          <Stack gap={2} shrink>
            <Box
              relative
              hidden
              round="card"
              ground="sunken"
              h={screen === 'phone' ? '38vh' : 'min(54vh, 560px)'}
            >
              {picture}
            </Box>
            <ReviewStrip
              desk={desk}
              state={state}
              rows={rows}
              choosing={choosing}
              onChoosing={next => {
                setChoosing(next)
                if (!next) desk.send({ on: 'choseNone' })
              }}
            />
            {bar}
          </Stack>
          <Column gap={3} shrink>
            {row && (
              <>
                <Text as="h2" size="section" strong breaks>
                  <bdi>{row.name}</bdi>
                </Text>
                <Row wrap gap={2}>
                  <TakenBadges row={row} />
                </Row>
                <TakenFacts row={row} />
              </>
            )}
            <Reasons desk={desk} state={state} />
          </Column>
        </Stack>
      )}
      <Text as="p" className="gh-hidden" role="status">
        <Plural value={left} one="# pending" other="# pending" />
      </Text>
      <div data-ahead style={{ display: 'none' }}>
        {ahead.map(next =>
          'kind' in next ? (
            <video key={next.id} src={next.url} preload="metadata" muted />
          ) : (
            <img key={next.id} src={next.url} alt="" />
          ),
        )}
      </div>
      <KeyHelp opened={help} onClose={() => setHelp(false)} />
    </section>
  )
}

/** Over the shell, under its dialogs. */
const WHOLE = 150

interface VerdictProps {
  tone: 'critical' | 'off' | 'ok'
  icon: IconName
  keyName: string
  onPress: (event: { detail: number }) => void
  children: string
}

/** Big enough for a thumb that presses it a hundred times. */
function Verdict({ tone, icon, keyName, onPress, children }: VerdictProps) {
  return (
    <Button
      size="lg"
      px="xs"
      variant="default"
      leftSection={
        <Text tone={tone === 'off' ? 'ink-2' : tone}>
          <Icon name={icon} size={22} />
        </Text>
      }
      rightSection={
        <Text goneOnTouch goneOnPhone aria-hidden="true">
          <kbd>{keyName}</kbd>
        </Text>
      }
      onClick={onPress}
    >
      {children}
    </Button>
  )
}

type Reason = Desk['reason']

const reasonKeys = (choose: (reason: Reason) => void) => {
  const key = (place: number) => () => {
    const reason = reviewReason.options[place]
    if (reason) choose(reason)
  }
  return { '1': key(0), '2': key(1), '3': key(2), '4': key(3), '5': key(4) }
}

/** Chosen before rejecting, so that a rejection asks nothing. */
function Reasons({ desk, state }: { desk: ReviewDesk; state: Desk }) {
  const { i18n, t } = useLingui()
  return (
    <Box as="fieldset" group>
      <Text as="legend" size="small" strong padBelow={1}>{t`Reason for rejecting`}</Text>
      <Stack gap={1}>
        {reviewReason.options.map((reason, place) => (
          <label key={reason} className={look({ row: true, gap: 2, touchable: true, pointer: true })}>
            <input
              type="radio"
              name="reason"
              className={look({ accented: true })}
              checked={state.reason === reason}
              onChange={() => desk.send({ on: 'reason', reason })}
            />
            <span>{i18n._(reasonWords[reason].label)}</span>
            <Text pushed goneOnTouch aria-hidden="true">
              <kbd>{place + 1}</kbd>
            </Text>
          </label>
        ))}
      </Stack>
    </Box>
  )
}

function KeyHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { i18n, t } = useLingui()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t`Review shortcuts`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Stack as="dl" gap={2}>
        {keyHelp.map(({ keys, does }) => (
          <Stack cols="96px minmax(0, 1fr)" align="baseline" gap={3} key={keys[0]}>
            <Row as="dt" align="stretch" gap={1} tone="ink-2" dir="ltr">
              {keys.map(key => (
                <kbd key={key}>{key}</kbd>
              ))}
            </Row>
            <dd>{i18n._(does)}</dd>
          </Stack>
        ))}
      </Stack>
    </Modal>
  )
}
