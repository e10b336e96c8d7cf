// One rule: the times of a day, and its versions.
import { Trans, useLingui } from '@lingui/react/macro'
import type { attendanceRule } from '../../domain/attendance/rule.ts'
import { ordered } from '../../domain/attendance/slots.ts'
import type { RowOf } from '../../domain/entity.ts'
import { List, Row, SectionTitle, Stack, Table, Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { clockOf } from '../../ui/week.ts'
import { slotWords } from './attendance-words.ts'

const shown = (minute: number) => clockOf(minute % 1440)

export function RulePeek({ rule }: { rule: RowOf<typeof attendanceRule> }) {
  const { i18n } = useLingui()
  return (
    <Stack gap={5} pad={4}>
      <Table>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Slot</Trans>
            </th>
            <th scope="col">
              <Trans>Comes</Trans>
            </th>
            <th scope="col">
              <Trans>Late until</Trans>
            </th>
            <th scope="col">
              <Trans>Goes</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {ordered(rule.slots).map(slot => (
            <tr key={slot.name}>
              <th scope="row">{i18n._(slotWords[slot.name])}</th>
              <td>
                <bdi>{`${shown(slot.openFrom)} – ${shown(slot.lateUntil)}`}</bdi>
              </td>
              <td>{shown(slot.cutOff)}</td>
              <td>
                <bdi>{`${shown(slot.end)} – ${shown(slot.closeUntil)}`}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      <Stack as="section" gap={2}>
        <SectionTitle>
          <Trans>Versions</Trans>
        </SectionTitle>
        <List stack gap={2}>
          {rule.versions.map(({ number, validFrom, createdAt, createdBy }) => (
            <Row as="li" key={number} justify="between" gap={3}>
              <Text>
                <Trans>
                  Version {number} from {validFrom}
                </Trans>
              </Text>
              <Text size="caption" tone="ink-3">
                <bdi>{createdBy}</bdi> · {formatMoment(createdAt)}
              </Text>
            </Row>
          ))}
        </List>
      </Stack>
    </Stack>
  )
}
