// Issues a door card: whose it is, which door unit writes it, hold it there, which doors it opens.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { doorCard } from '../../domain/intercom/door.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { rowOptions } from '../../resource/query.ts'
import { RelatedList } from '../../resource/related-list.tsx'
import { useOnline } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { List, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { ErrorState, Loading, StaleBadge } from '../../ui/states.tsx'
import { doorCardView } from './door-card.view.tsx'
import type { DoorCard } from './door-card-peek.tsx'
import type { IssueSearch } from './door-search.ts'
import { DoorStep } from './door-step.tsx'
import { DoorTabs } from './door-tabs.tsx'
import { HolderStep } from './holder-step.tsx'
import css from './issue.module.css'
import { type IssueStage, stageOf } from './issue-stage.ts'
import { FailedStep, WritingStep } from './writing-step.tsx'
import { WrittenStep } from './written-step.tsx'

/** The answer of a door unit reaches every console; asking catches what was missed. */
const ASK_MS = 2_000

export interface IssueProps {
  search: IssueSearch
  onGo: (search: IssueSearch, options?: { replace?: boolean }) => void
}

interface IssuePageProps extends IssueProps {
  onWatch: ((cardId: number) => () => void) | undefined
}

export function IssuePage({ search, onGo, onWatch }: IssuePageProps) {
  const { t } = useLingui()
  const online = useOnline()
  const query = useQuery({
    ...rowOptions(doorCard, search.card ?? 0),
    enabled: search.card !== undefined,
    refetchInterval: ({ state: { data } }) =>
      data && (data.state === 'writing' || data.version <= (search.ordered ?? 0)) ? ASK_MS : false,
  })
  const card = search.card === undefined ? undefined : query.data
  // Once the door unit was asked to write, this page shows the outcome.
  const watched = card && stepOf[stageOf(card, search.ordered)] > 1 ? card.id : undefined
  useEffect(() => (watched === undefined ? undefined : onWatch?.(watched)), [watched, onWatch])
  return (
    <PageFrame scrolls>
      <PageHead title={t`Issue a card`}>
        {card && (!online || query.isError) && <StaleBadge at={query.dataUpdatedAt} />}
      </PageHead>
      <DoorTabs current="issue" />
      <Stack align="start" gap={6} cols="minmax(0, 640px) minmax(280px, 400px)" oneWhenNarrow>
        <div>
          {search.card !== undefined && !card ? (
            <Unknown query={query} onBack={() => onGo({})} />
          ) : (
            <Steps card={card} search={search} onGo={onGo} />
          )}
        </div>
        <Stack as="aside" gap={2} shrink>
          <SectionTitle>
            <Trans>Latest cards</Trans>
          </SectionTitle>
          <RelatedList
            view={doorCardView}
            query={{}}
            all="/cardAdd?view=cards"
            none={t`No cards yet: issue the first`}
            onOpen={row => onGo({ card: row.id })}
          />
        </Stack>
      </Stack>
    </PageFrame>
  )
}

interface UnknownProps {
  query: { isError: boolean; error: unknown; refetch: () => unknown }
  onBack: () => void
}

function Unknown({ query, onBack }: UnknownProps) {
  const { i18n } = useLingui()
  if (!query.isError) return <Loading variant="detail" count={3} />
  return (
    <>
      <ErrorState what={i18n._(wordsForError(query.error))} onRetry={() => void query.refetch()} />
      <Button variant="default" onClick={onBack}>
        <Trans>Start with another card</Trans>
      </Button>
    </>
  )
}

/** What is done stands above as one line, what comes below as a title. */
function Steps({ card, search, onGo }: IssueProps & { card: DoorCard | undefined }) {
  const { t } = useLingui()
  const stage = stageOf(card, search.ordered)
  const titles = [
    t`Whose card is it?`,
    t`Which door unit writes it?`,
    t`Hold the card to the door unit`,
    t`Which doors may it open?`,
  ]
  const at = stepOf[stage]
  const here = useSeen(at)
  const other = () => onGo({})
  const home = card && [card.building, card.unit, card.roomNo].filter(Boolean).join(' · ')
  const done: ReactNode[] = [
    card && (
      <>
        <bdi>{[card.holderName, home].filter(Boolean).join(' · ')}</bdi>{' '}
        <button
          type="button"
          className={look(
            { bare: true, pad: 0, tone: 'accent', pointer: true, underlined: true },
            css.change,
          )}
          onClick={other}
        >
          <Trans>Another card</Trans>
        </button>
      </>
    ),
    card?.deviceName && <bdi>{card.deviceName}</bdi>,
    card?.cardInfo && <bdi dir="ltr">{card.cardInfo}</bdi>,
  ]
  return (
    <List as="ol" stack gap={2}>
      {titles.map((title, step) => (
        <li
          key={title}
          className={look({ card: true, row: true, align: 'stretch', gap: 3 }, css.step)}
          {...(step === at && { 'aria-current': 'step' as const, ref: here })}
        >
          <span
            className={look(
              { center: true, rigid: true, square: 6, round: 'full', size: 'caption', strong: true },
              css.mark,
              step < at ? css.done : undefined,
            )}
            aria-hidden="true"
          >
            {step < at ? <Icon name="check" size={14} /> : step + 1}
          </span>
          <Stack gap={3} grow shrink className={css.body}>
            <Text
              as="h2"
              size="section"
              strong={step === at}
              plain={step !== at}
              tone={step === at ? 'ink' : 'ink-2'}
            >
              {title}
            </Text>
            {step < at && (
              <Text as="p" breaks>
                {done[step]}
              </Text>
            )}
            {step === at && <Step stage={stage} card={card} search={search} onGo={onGo} />}
          </Stack>
        </li>
      ))}
    </List>
  )
}

/** On a phone the next step may stand outside of what is seen: it is brought there, but not when the page opens. */
function useSeen(at: number) {
  const here = useRef<HTMLLIElement>(null)
  const before = useRef(at)
  useEffect(() => {
    if (before.current !== at) here.current?.scrollIntoView({ block: 'nearest' })
    before.current = at
  }, [at])
  return here
}

const stepOf: Record<IssueStage, number> = {
  holder: 0,
  door: 1,
  blocked: 1,
  writing: 2,
  failed: 2,
  written: 3,
}

function Step({ stage, card, search, onGo }: IssueProps & { stage: IssueStage; card: DoorCard | undefined }) {
  if (!card) return <HolderStep onChosen={id => onGo({ card: id })} />
  const ordered = (version: number) => onGo({ card: card.id, ordered: version }, { replace: true })
  switch (stage) {
    case 'writing':
      return <WritingStep key={card.version} card={card} ordered={search.ordered} onSeen={ordered} />
    case 'failed':
      return <FailedStep card={card} onOrdered={ordered} onOther={() => onGo({ card: card.id })} />
    case 'written':
      return <WrittenStep key={card.id} card={card} onNext={() => onGo({})} />
    case 'blocked':
      return (
        <Text as="p" size="small" tone="ink-2">
          <Trans>This card is blocked. Unblock it first.</Trans>{' '}
          <a
            className={look(
              { bare: true, pad: 0, tone: 'accent', pointer: true, underlined: true },
              css.change,
            )}
            href={`#/cardAdd?view=cards&open=${card.id}`}
          >
            <Trans>Show the card</Trans>
          </a>
        </Text>
      )
    default:
      return <DoorStep card={card} onOrdered={ordered} />
  }
}
