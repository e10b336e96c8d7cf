// The people of a month on a phone: who stands out, and by what.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { CardList } from '../../ui/data-table/card-list.tsx'
import { Center, Row, Text } from '../../ui/kit/parts.tsx'
import type { MonthPerson } from './attendance-query.ts'

/** So many people at first, and as many more each time. */
const SHOWN = 100

interface MonthPeopleProps {
  people: readonly MonthPerson[]
  onOpen: (workerId: number) => void
}

export function MonthPeople({ people, onOpen }: MonthPeopleProps) {
  const { t } = useLingui()
  const [shown, setShown] = useState(SHOWN)
  const { length } = people
  return (
    <CardList
      label={t`Attendance of the month`}
      rows={length > shown ? people.slice(0, shown) : people}
      rowKey={person => String(person.workerId)}
      card={person => ({
        icon: 'user',
        name: <bdi>{person.name}</bdi>,
        detail: <bdi>{person.trade ?? person.departmentName}</bdi>,
        state: <Sums person={person} />,
      })}
      onOpen={person => onOpen(person.workerId)}
      footer={
        length > shown && (
          <Center pad={2}>
            <Button variant="subtle" onClick={() => setShown(before => before + SHOWN)}>
              <Trans>Show more</Trans>
            </Button>
          </Center>
        )
      }
    />
  )
}

function Sums({ person: { late, early, absent, worth } }: { person: MonthPerson }) {
  const { t } = useLingui()
  return (
    <Row gap={2} size="small">
      {absent > 0 && <Text tone="critical">{t`${absent} absent`}</Text>}
      {late > 0 && <Text tone="warning">{t`${late} late`}</Text>}
      {early > 0 && <Text tone="warning">{t`${early} early`}</Text>}
      {absent + late + early === 0 && <Text tone="ink-3">{t`${worth} days`}</Text>}
    </Row>
  )
}
