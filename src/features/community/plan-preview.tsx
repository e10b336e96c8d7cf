// What a plan would make: the first unit floor by floor, the counts, and what stands in the way.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type * as z from 'zod/mini'
import type { previewRooms } from '../../contract/endpoints/community.ts'
import {
  floorsOf,
  type GeneratorPlan,
  generateRooms,
  MOST_ROOMS,
  type NamingRules,
  sizeOf,
} from '../../domain/community/room-generator.ts'
import { Box, List, Muted, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'

type Preview = z.output<typeof previewRooms.response>
type NamedRoom = Preview['doubled'][number]

interface PlanPreviewProps {
  plan: GeneratorPlan
  rules: NamingRules
  preview: Preview | undefined
}

export function PlanPreview({ plan, rules, preview }: PlanPreviewProps) {
  const { t } = useLingui()
  const size = sizeOf(plan)
  const locale = useIntlLocale()
  if (size > MOST_ROOMS) {
    const most = numberFormat(locale).format(MOST_ROOMS)
    return (
      <Box pad={3} round="control" soft="critical" role="alert">
        <Trans>At most {most} rooms at once</Trans>
      </Box>
    )
  }
  const unit = generateRooms({ ...plan, lastBuilding: plan.firstBuilding, units: 1 }, rules)
  return (
    <Stack gap={3} aria-live="polite">
      {preview && (
        <Stack gap={1}>
          <Text strong>
            <Plural value={preview.rooms} one="# new room" other="# new rooms" />
            {' · '}
            <Plural value={preview.buildings} one="# new building" other="# new buildings" />
            {' · '}
            <Plural value={preview.units} one="# new unit" other="# new units" />
          </Text>
          {preview.existing > 0 && (
            <Muted>
              <Plural
                value={preview.existing}
                one="# room is there already and stays as it is"
                other="# rooms are there already and stay as they are"
              />
            </Muted>
          )}
          {preview.present.length > 0 && <Named rooms={preview.present} total={preview.existing} />}
        </Stack>
      )}
      {preview && preview.doubled.length > 0 && (
        <Box pad={3} round="control" soft="critical" role="alert">
          <Text strong>
            <Trans>These numbers come twice. Change the naming rule of the rooms, or the plan.</Trans>
          </Text>
          <Named rooms={preview.doubled} total={preview.doubled.length} />
        </Box>
      )}
      {preview?.malformed && (
        <Box pad={3} round="control" soft="critical" role="alert">
          <Trans>
            <bdi>{preview.malformed.roomNo}</bdi> is no number of a room. Change the naming rule of the rooms.
          </Trans>
        </Box>
      )}
      <Stack gap={1}>
        <Muted>
          <Trans>
            The first of{' '}
            {numberFormat(locale).format(plan.units * (plan.lastBuilding - plan.firstBuilding + 1))} units
          </Trans>
        </Muted>
        <List aria-label={t`Floors`} atMostTall="part" scroll="y">
          {floorsOf(plan)
            .toReversed()
            .map(floor => {
              const rooms = unit.filter(({ floorNo }) => floorNo === floor).map(({ roomNo }) => roomNo)
              return (
                <Row as="li" key={floor} gap={3} padY={1} edgeBelow size="small">
                  <Text tone="ink-3" nowrap miw="4.5rem">{t`Floor ${floor}`}</Text>
                  <bdi dir="ltr">{rooms.length > 0 ? rooms.join(' ') : '–'}</bdi>
                </Row>
              )
            })}
        </List>
      </Stack>
    </Stack>
  )
}

function Named({ rooms, total }: { rooms: readonly NamedRoom[]; total: number }) {
  const shown = rooms.slice(0, 6).map(({ building, unit, roomNo }) => `${building} ${unit} ${roomNo}`)
  return (
    <Muted>
      <bdi>{shown.join(', ')}</bdi>
      {total > shown.length && '…'}
    </Muted>
  )
}
