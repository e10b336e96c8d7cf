// Words and looks of stand-ins: who decides for whom, from when until when.
import { msg } from '@lingui/core/macro'
import { standIn } from '../../domain/approval/stand-in.ts'
import { holds } from '../../domain/permission.ts'
import { getSession } from '../../platform/session-store.ts'
import { ChoiceField } from '../../resource/choice-field.tsx'
import { MomentControl } from '../../resource/date-fields.tsx'
import { viewOf } from '../../resource/view.ts'
import { kindChoices } from './approval-words.ts'

/** Everybody names their own; for others administrators do. */
const forOthers = () => holds(getSession()?.permissions ?? new Set(), 'role.save')

export const standInView = viewOf(standIn, {
  title: msg({ context: 'page', message: 'Stand-ins' }),
  titleOne: msg`Stand-in`,
  icon: 'users',
  add: msg`Add stand-in`,
  nameOf: 'deputyName',
  removeQuestion: msg`Delete the stand-in? From now on they decide nothing for this person.`,
  empty: {
    title: msg`Nobody stands in for you`,
    why: msg`While you are away somebody else can approve for you. The record says who decided, and for whom.`,
    icon: 'users',
  },
  columns: [
    { of: 'userName', label: msg`Away`, type: 'name', icon: () => 'user', width: 150, required: true },
    { of: 'deputyName', label: msg`Decides instead`, width: 150, required: true },
    { of: 'state', label: msg`State`, width: 110 },
    { of: 'startsAt', label: msg`From`, type: 'date', width: 160 },
    { of: 'endsAt', label: msg`Until`, type: 'date', width: 160 },
    { of: 'note', label: msg`Note`, width: 180, quiet: true },
  ],
  card: { icon: () => 'users', title: 'deputyName', state: 'state', detail: ['userName', 'endsAt'] },
  words: {
    state: {
      planned: { label: msg`Planned`, tone: 'info' },
      running: { label: msg`Running`, tone: 'new' },
      ended: { label: msg`Ended`, tone: 'off' },
    },
  },
  filters: { userId: msg`Away`, deputyId: msg`Decides instead`, endsAt: msg`Period` },
  initial: { kinds: [] },
  form: [
    { of: 'userId', label: msg`Away`, hint: msg`Left empty: you yourself`, when: forOthers },
    { of: 'deputyId', label: msg`Decides instead` },
    { of: 'startsAt', label: msg`From`, render: control => <MomentControl control={control} required /> },
    { of: 'endsAt', label: msg`Until`, render: control => <MomentControl control={control} required /> },
    {
      of: 'kinds',
      label: msg`Of what`,
      render: control => (
        <ChoiceField control={control} words={kindChoices} hint={msg`None chosen: of everything`} />
      ),
    },
    { of: 'note', label: msg`Note` },
  ],
})
