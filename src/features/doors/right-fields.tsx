// Fields of the form of a right: the door unit, the card or the person, from when until when.
import { useLingui } from '@lingui/react/macro'
import { MomentControl } from '../../resource/date-fields.tsx'
import { ReferenceSelect } from '../../resource/reference-select.tsx'
import { useRights } from '../../resource/surroundings.ts'
import type { FieldControl } from '../../resource/view.ts'
import { Muted } from '../../ui/kit/parts.tsx'

type Known = Readonly<Record<string, unknown>>

const DOORS = { kind: ['doorUnit'], sort: 'name' }
const CARDS = { state: ['issued'], sort: 'holderName' }

const shared = ({ value, onChange, error, disabled, label }: FieldControl) => ({
  value,
  onChange,
  error,
  disabled,
  label,
})

export function DoorField({ control }: { control: FieldControl }) {
  return (
    <ReferenceSelect
      {...shared(control)}
      name="deviceId"
      entityKey="device"
      within={DOORS}
      known={control.values.deviceName}
      withAsterisk
      clearable={false}
    />
  )
}

// Names repeat within a building: the room and the card's number tell people apart.
const cardName = (row: Known) =>
  [row.holderName, [row.building, row.unit, row.roomNo].filter(Boolean).join('-'), row.cardInfo]
    .filter(Boolean)
    .join(' · ')

export function CardField({ control }: { control: FieldControl }) {
  const { t } = useLingui()
  return (
    <ReferenceSelect
      {...shared(control)}
      name="cardId"
      entityKey="doorCard"
      within={CARDS}
      nameRow={cardName}
      description={t`Issued cards only. The card opens the door where it is held to it.`}
    />
  )
}

export function PersonField({ control }: { control: FieldControl }) {
  const { t } = useLingui()
  const may = useRights()
  if (!may('user.read')) {
    return <Muted as="p">{t`Only who may see the users can let a person unlock without a call.`}</Muted>
  }
  return (
    <ReferenceSelect
      {...shared(control)}
      name="accountId"
      entityKey="user"
      description={t`A console user, who may then unlock this door remotely without a call.`}
    />
  )
}

export function BoundField({ control, bound }: { control: FieldControl; bound: 'from' | 'until' }) {
  const { t } = useLingui()
  return (
    <MomentControl
      control={control}
      description={bound === 'from' ? t`Empty: at once` : t`Empty: until it is deleted`}
    />
  )
}
