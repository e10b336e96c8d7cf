// One roll call: how many stand how, heads against names, whoever is unaccounted for first, and everybody else below.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Select, TextInput } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { countAt } from '../../domain/muster/head-count.ts'
import { isContradicted, type Outcome, type Standing, tallyOf } from '../../domain/muster/sighting.ts'
import { useRights, useSession } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { Box, List, Muted, Row, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { useScreen } from '../../ui/pointer.ts'
import { Empty } from '../../ui/states.tsx'
import { AddPerson } from './add-person.tsx'
import { HeadsCount } from './heads-count.tsx'
import { PersonRow, type ShownPerson } from './person-row.tsx'
import { PointsCard } from './points-card.tsx'
import { PrintedLists } from './printed-lists.tsx'
import { RollActions } from './roll-actions.tsx'
import { RollHead } from './roll-head.tsx'
import { RollTally } from './roll-tally.tsx'
import type { MusterRow, Saying, ShownRoll } from './use-roll.tsx'

/** So many rows at first: more are drawn when somebody asks, or searches. */
const SHOWN_AT_ONCE = 60

const EVERYBODY = 'everybody'

/** So many names are found without a search. */
const FEW = 12

interface RollCallProps {
  row: MusterRow
  roll: ShownRoll
  saying: Saying
  isWarden: boolean
  /** When it was fetched, where it can not be fetched anew. */
  stale: number | undefined
}

export function RollCall({ row, roll, saying, isWarden, stale }: RollCallProps) {
  const { t } = useLingui()
  const own = useSession()?.user.id
  const mayTick = useRights()('muster.tick')
  const screen = useScreen()
  const ownPoint = row.points.find(({ wardenIds }) => own !== undefined && wardenIds.includes(own))
  /** Where this phone stands. */
  const [pointKey, setPoint] = useState<string | null>(
    ownPoint?.key ?? (row.points.length === 1 ? (row.points[0]?.key ?? null) : null),
  )
  const [listKey, setList] = useState<string>(isWarden && ownPoint ? ownPoint.key : EVERYBODY)
  const [only, setOnly] = useState<Standing['state']>()
  const [sought, setSought] = useState('')
  const [adding, setAdding] = useState(false)
  const point = row.points.find(({ key }) => key === pointKey)

  const people = useMemo(() => peopleOf(roll, listKey), [roll, listKey])
  const tally = tallyOf(people.map(({ standing }) => standing))
  const words = sought.trim().toLocaleLowerCase()
  const found = people.filter(
    ({ person, standing }) =>
      (only === undefined || standing.state === only) &&
      (words === '' || `${person.name} ${person.detail ?? ''}`.toLocaleLowerCase().includes(words)),
  )
  const open = found.filter(needsSomebody)
  const done = found.filter(each => !needsSomebody(each))
  const count = point && countAt(point.key, roll.counts, roll.standings.values())

  const say = (shown: ShownPerson, says: Outcome, more: { comment?: string; means: 'point' | 'phone' }) => {
    const { person, standing } = shown
    saying.sight(
      {
        ...{ person: person.key, says, means: more.means, point: pointKey },
        ...(more.comment && { comment: more.comment }),
        // Whoever speaks with both words before their eyes decides between them.
        ...(standing.against.length > 0 && {
          settles: [standing.word, ...standing.against].flatMap(each => (each ? [each.id] : [])).slice(0, 20),
        }),
      },
      person.name,
    )
  }
  const section = (title: ReactNode, note: ReactNode, shown: readonly ShownPerson[], name: string) => (
    <RollSection title={title} note={note} name={name} people={shown}>
      {each => (
        <PersonRow
          key={each.person.key}
          shown={each}
          waits={each.standing.word !== null && roll.waiting.has(each.standing.word.id)}
          onSay={mayTick ? (says, more) => say(each, says, more) : undefined}
        />
      )}
    </RollSection>
  )
  const actions = <RollActions row={row} roll={roll} offline={stale !== undefined} />
  return (
    <PageFrame scrolls>
      <RollHead row={row} point={point?.name} waiting={roll.waiting.size} stale={stale}>
        {screen !== 'phone' && actions}
      </RollHead>
      <Stack cols={screen === 'desktop' ? 'minmax(0, 1fr) 360px' : 'minmax(0, 1fr)'} gap={4} align="start">
        <Stack one card pad={0} aria-label={t`Roll`} as="section">
          <RollTally tally={tally} only={only} onOnly={setOnly} />
          <Finding
            row={row}
            point={pointKey}
            onPoint={setPoint}
            list={listKey}
            onList={setList}
            sought={roll.people.length > FEW ? sought : undefined}
            onSought={setSought}
          />
          {point && count && mayTick && (
            <HeadsCount
              key={point.key}
              count={count}
              waits={count.counted !== null && roll.waiting.has(count.counted.id)}
              onAdd={() => setAdding(true)}
              onCount={heads => saying.countHeads(point.key, heads, point.name)}
            />
          )}
          {roll.people.length === 0 && (
            <Empty
              icon="users"
              title={<Trans>Nobody is on the roll</Trans>}
              why={
                <Trans>
                  No punch, door, device, home or guest code said that somebody is here. Add whoever you find.
                </Trans>
              }
            />
          )}
          {section(
            <Plural value={open.length} one="# person to find" other="# people to find" />,
            <Trans>No word does not mean safe</Trans>,
            open,
            t`To find`,
          )}
          {section(
            <Plural value={done.length} one="# person accounted for" other="# people accounted for" />,
            <Trans>Can be changed; every change is kept</Trans>,
            done,
            t`Accounted for`,
          )}
        </Stack>
        <PointsCard row={row} roll={roll} />
        {/* Under the thumb is the list; what ends it is far away. */}
        {screen === 'phone' && actions}
      </Stack>
      {adding && (
        <AddPerson
          onClose={() => setAdding(false)}
          onAdd={said => {
            setAdding(false)
            saying.addPerson({ ...said, point: pointKey })
          }}
        />
      )}
      <PrintedLists row={row} roll={roll} />
    </PageFrame>
  )
}

interface FindingProps {
  row: MusterRow
  point: string | null
  onPoint: (key: string | null) => void
  list: string
  onList: (key: string) => void
  /** Absent where there are few. */
  sought: string | undefined
  onSought: (text: string) => void
}

/** Where this phone stands, whose list it shows, and a search: nothing of it where there is nothing to choose. */
function Finding({ row, point, onPoint, list, onList, sought, onSought }: FindingProps) {
  const { t } = useLingui()
  const points = row.points.map(({ key, name }) => ({ value: key, label: name }))
  if (points.length < 2 && sought === undefined) return null
  return (
    <Stack gap={2} padX={4} padY={2}>
      {points.length > 1 && (
        <Stack even gap={2}>
          <Select
            label={t`Where I stand`}
            placeholder={t`At no gathering point`}
            data={points}
            value={point}
            clearable
            onChange={onPoint}
          />
          <Select
            label={t`List`}
            allowDeselect={false}
            data={[{ value: EVERYBODY, label: t`Everybody` }, ...points]}
            value={list}
            onChange={value => onList(value ?? EVERYBODY)}
          />
        </Stack>
      )}
      {sought !== undefined && (
        <TextInput
          aria-label={t`Search by name`}
          placeholder={t`Search by name`}
          leftSection={<Icon name="search" size={16} />}
          value={sought}
          onChange={event => onSought(event.currentTarget.value)}
        />
      )}
    </Stack>
  )
}

/** Silence and contradictions both want somebody who looks. */
const needsSomebody = ({ standing }: ShownPerson) =>
  standing.state === 'unaccounted' || isContradicted(standing)

/** Those of one list and those of none, contradictions first. */
function peopleOf(roll: ShownRoll, listKey: string): ShownPerson[] {
  return roll.people
    .filter(({ point }) => listKey === EVERYBODY || point === null || point === listKey)
    .flatMap(person => {
      const standing = roll.standings.get(person.key)
      return standing ? [{ person, standing }] : []
    })
    .sort((a, b) => Number(isContradicted(b.standing)) - Number(isContradicted(a.standing)))
}

interface RollSectionProps {
  title: ReactNode
  note: ReactNode
  name: string
  people: readonly ShownPerson[]
  children: (shown: ShownPerson) => ReactNode
}

function RollSection({ title, note, name, people, children }: RollSectionProps) {
  const [all, setAll] = useState(false)
  if (people.length === 0) return null
  const shown = all ? people : people.slice(0, SHOWN_AT_ONCE)
  return (
    <Box as="section" aria-label={name}>
      <Row justify="between" gap={3} wrap padX={4} padY={2} ground="sunken" edgeAbove edgeBelow>
        <SectionTitle as="h2" size="small">
          {title}
        </SectionTitle>
        <Muted>{note}</Muted>
      </Row>
      <List>{shown.map(children)}</List>
      {shown.length < people.length && (
        <Row justify="center" pad={2}>
          <Text
            as="button"
            type="button"
            bare
            pointer
            tone="accent"
            atLeast="finger"
            padX={4}
            onClick={() => setAll(true)}
          >
            <Trans>Show all {people.length}</Trans>
          </Text>
        </Row>
      )}
    </Box>
  )
}
