// The live feed: what comes in, the urgent on top, one press to take it; the chosen alarm with place and device beside it.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { alarm } from '../../domain/alarm/alarm.ts'
import { severities } from '../../domain/alarm/alarm-types.ts'
import { AbsentList } from '../../resource/absent-list.tsx'
import { ActionsProvider, useActions } from '../../resource/actions.tsx'
import { useChangeSearch } from '../../resource/address.ts'
import { pageOptions } from '../../resource/query.ts'
import { SearchBox } from '../../resource/search-box.tsx'
import { useOnline } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Box, Column, List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { PageHead } from '../../ui/page-frame.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { Empty, StaleBadge } from '../../ui/states.tsx'
import { alarmView } from './alarm.view.tsx'
import { AlarmLine } from './alarm-line.tsx'
import listCss from './alarm-list.module.css'
import type { AlarmRow } from './alarm-row.ts'
import { severityWords } from './alarm-words.ts'
import { LiveDetail } from './live-detail.tsx'
import { feedOrder, heldFeed } from './live-order.ts'
import css from './live-page.module.css'
import { feedQuery, type LiveSearch } from './live-search.ts'
import { type ResponsePart, ResponseSlot } from './response-slot.tsx'
import { SoundState } from './sound-state.tsx'
import { RunningTests } from './test-note.tsx'
import { TriageHelp, TriageHint } from './triage-help.tsx'
import { useTriageKeys } from './triage-keys.ts'

export interface LivePageProps {
  search: LiveSearch
  /** Stands above the details: the map, once there is one. */
  aside?: ReactNode
  /** The response card of an alarm. */
  Response?: ResponsePart
}

export function LivePage({ Response, ...props }: LivePageProps) {
  return (
    <ResponseSlot value={Response}>
      <ActionsProvider view={alarmView}>
        <LiveScreen {...props} />
      </ActionsProvider>
    </ResponseSlot>
  )
}

/** Scrolled further than this, somebody is reading: new alarms must not move the lines. */
const READING_PX = 60
const nothingChosen: ReadonlyMap<number, AlarmRow> = new Map()

function LiveScreen({ search, aside }: Omit<LivePageProps, 'Response'>) {
  const { t } = useLingui()
  const put = useChangeSearch(search)
  const online = useOnline()
  const { actionsFor } = useActions()
  const [help, setHelp] = useState(false)
  const list = useQuery(pageOptions(alarm, feedQuery(search)))
  const live = feedOrder(list.data?.list ?? [])
  const [held, setHeld] = useState<readonly AlarmRow[]>()
  const { rows, waiting } = heldFeed(live, held)
  const feed = useRef<HTMLDivElement>(null)
  const change = (changes: Partial<LiveSearch>) => {
    if (!('open' in changes)) setHeld(undefined)
    put(changes)
  }
  const open = (row: AlarmRow) => change({ open: row.id })
  const chosen = search.open ?? rows[0]?.id
  const [active, setActive] = useTriageKeys({
    rows,
    open: chosen,
    chosen: nothingChosen,
    onMove: open,
    onOpen: open,
    onChoose: () => {},
    onEscape: () => change({ open: undefined }),
    onHelp: () => setHelp(true),
    actionsFor,
  })
  const goOn = () => {
    setHeld(undefined)
    feed.current?.scrollTo({ top: 0 })
  }
  const onScroll = () => {
    const reading = (feed.current?.scrollTop ?? 0) > READING_PX
    // Reading further down pauses the feed. Scrolling back up resumes it only if no press on «Pause» holds it.
    if (reading) setHeld(before => before ?? rows)
  }
  const stale = list.data !== undefined && (!online || list.isError)
  return (
    <Stack grow shrink shrinkDown tall cols="minmax(360px, 5fr) minmax(0, 7fr)" className={css.page}>
      <Column as="section" gap={3} shrink shrinkDown pad={5} edgeEnd tightOnPhone className={css.main}>
        <PageHead
          title={t`Live alarms`}
          count={list.data?.total}
          end={
            <>
              <SoundState />
              <Button
                variant="default"
                aria-pressed={held !== undefined}
                leftSection={<Icon name={held ? 'play' : 'pause'} />}
                onClick={() => (held ? goOn() : setHeld(rows))}
              >
                {held ? <Trans>Continue</Trans> : <Trans>Pause</Trans>}
              </Button>
            </>
          }
        >
          {stale && <StaleBadge at={list.dataUpdatedAt} />}
        </PageHead>
        <LiveFilters search={search} onChange={change} onHelp={() => setHelp(true)} />
        <RunningTests />
        {held && (
          <Row as="p" wrap gap={2} size="small" tone="ink-2" role="status">
            <Icon name="pause" size={14} /> <Trans>Paused; what is critical still comes in</Trans>
            {waiting > 0 && (
              <button
                type="button"
                className={look({
                  padX: 3,
                  ground: 'accent',
                  edge: 'none',
                  round: 'dialog',
                  strong: true,
                  tone: 'on-accent',
                  pointer: true,
                  atLeast: 'chip',
                })}
                onClick={goOn}
              >
                <Plural value={waiting} one="# new" other="# new" />
              </button>
            )}
          </Row>
        )}
        {list.data ? (
          <Box ref={feed} grow shrinkDown scroll="y" className={css.feed} onScroll={onScroll}>
            {rows.length === 0 ? (
              <Empty
                icon="shield"
                title={<Trans>All quiet</Trans>}
                why={
                  search.severity || search.place ? (
                    <Trans>No alarm matches the filters.</Trans>
                  ) : (
                    <Trans>New ones appear here as they happen.</Trans>
                  )
                }
              />
            ) : (
              <div className={listCss.frame}>
                <List stack gap={2} className={css.armed} aria-label={t`Live alarms`}>
                  {rows.map(row => (
                    <AlarmLine
                      key={row.id}
                      row={row}
                      active={row.id === (active ?? chosen)}
                      chosen={false}
                      choosing={false}
                      onOpen={each => {
                        setActive(each.id)
                        open(each)
                      }}
                      onChoose={undefined}
                    />
                  ))}
                </List>
              </div>
            )}
          </Box>
        ) : (
          <AbsentList offline={alarm.offline} list={list} />
        )}
      </Column>
      <Stack as="aside" content="start" gap={3} shrink pad={5} scroll="y" tightOnPhone>
        {aside}
        {chosen === undefined ? (
          <Text as="p" tone="ink-3">
            <Trans>The details of the chosen alarm appear here.</Trans>
          </Text>
        ) : (
          <LiveDetail key={chosen} id={chosen} listed={rows.find(row => row.id === chosen)} />
        )}
      </Stack>
      <TriageHelp opened={help} onClose={() => setHelp(false)} />
    </Stack>
  )
}

interface LiveFiltersProps {
  search: LiveSearch
  onChange: (changes: Partial<LiveSearch>) => void
  onHelp: () => void
}

const EVERY = 'every'

function LiveFilters({ search, onChange, onHelp }: LiveFiltersProps) {
  const { i18n, t } = useLingui()
  return (
    <Row wrap gap={2} columnGap={3}>
      <Box fits scroll="x" noBar>
        <SegmentedFilter<(typeof severities)[number] | typeof EVERY>
          label={t`Severity`}
          segments={[
            { value: EVERY, label: t`All` },
            ...severities.map(value => ({ value, label: i18n._(severityWords[value]) })),
          ]}
          value={search.severity ?? EVERY}
          onChange={value => onChange({ severity: value === EVERY ? undefined : value, open: undefined })}
        />
      </Box>
      <SearchBox
        value={search.place ?? ''}
        label={t`Place`}
        onSearch={place => onChange({ place: place || undefined, open: undefined })}
      />
      <TriageHint onHelp={onHelp} />
    </Row>
  )
}
