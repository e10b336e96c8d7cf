// Words and looks of face samples: whom they show, with which consent, and how good the picture is.
import { msg } from '@lingui/core/macro'
import { needsGuardian } from '../../domain/face/duties.ts'
import { faceSample } from '../../domain/face/face.ts'
import { MomentControl } from '../../resource/date-fields.tsx'
import { FacePicture } from '../../resource/face-picture.tsx'
import { viewOf } from '../../resource/view.ts'
import { BirthField } from './birth-field.tsx'
import { ConsentEnd } from './consent-end.tsx'
import { FacePictureField } from './face-picture-field.tsx'
import { FaceSwitch } from './face-switch.tsx'
import { FaceTray } from './face-tray.tsx'
import { checkWords } from './face-words.ts'
import { SamplePeek } from './sample-peek.tsx'

const byGuardian = ({ birthDate = '' }: { birthDate?: string }) => needsGuardian(birthDate, Date.now())

export const faceSampleView = viewOf(faceSample, {
  title: msg({ context: 'page', message: 'Face samples' }),
  titleOne: msg`Face sample`,
  icon: 'user',
  add: msg`Add a sample`,
  nameOf: 'personName',
  empty: {
    title: msg`No face samples yet`,
    why: msg`A sample is an image of one person, with their consent. Captures are compared with it.`,
    icon: 'user',
  },
  columns: [
    {
      of: 'picture',
      label: msg`Image`,
      width: 68,
      render: (_, row) => (
        <FacePicture what={{ of: 'sample', id: row.id, version: row.version }} alt="" size="thumb" />
      ),
    },
    { of: 'personName', label: msg`Person`, type: 'name', icon: () => 'user', width: 150, required: true },
    { of: 'libraryName', label: msg`Face library`, width: 150 },
    { of: 'labels', label: msg`Labels`, width: 160 },
    { of: 'check', label: msg`Check`, width: 140 },
    { of: 'quality', label: msg`Quality`, type: 'number', width: 90, align: 'end' },
    { of: 'expiresAt', label: msg`Consent ends`, type: 'date', width: 160 },
    { of: 'consentPurpose', label: msg`Purpose`, width: 200, quiet: true },
    { of: 'consentAt', label: msg`Consent given`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'birthDate', label: msg`Birthday`, width: 120, quiet: true, hidden: true },
    { of: 'guardianName', label: msg`Guardian`, width: 130, quiet: true, hidden: true },
    { of: 'guardianAt', label: msg`Guardian’s consent`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'createdAt', label: msg`Added`, type: 'date', width: 160, quiet: true, hidden: true },
  ],
  card: {
    icon: () => 'user',
    title: 'personName',
    state: 'check',
    detail: ['libraryName', 'labels'],
    age: 'createdAt',
  },
  words: { check: checkWords },
  filters: {
    check: msg`Check`,
    personName: msg`Person`,
    labels: msg`Labels`,
    libraryId: msg`Face library`,
    expiresAt: msg`Consent ends`,
  },
  form: [
    { of: 'libraryId', label: msg`Face library` },
    { of: 'picture', label: msg`Image`, render: control => <FacePictureField control={control} /> },
    { of: 'personName', label: msg`Name of the person` },
    { of: 'labels', label: msg`Labels`, hint: msg`Several are separated by commas.` },
    { of: 'birthDate', label: msg`Birthday`, render: control => <BirthField control={control} /> },
    {
      title: msg`Consent`,
      fields: [
        {
          of: 'consentPurpose',
          label: msg`Purpose`,
          hint: msg`What the person has agreed to, in their words or yours.`,
        },
        {
          of: 'consentAt',
          label: msg`Consent given`,
          render: control => <MomentControl control={control} required />,
        },
        {
          of: 'expiresAt',
          label: msg`Consent ends`,
          render: control => <ConsentEnd control={control} />,
        },
        { of: 'guardianName', label: msg`Guardian`, when: byGuardian },
        {
          of: 'guardianAt',
          label: msg`Guardian’s consent`,
          when: byGuardian,
          render: control => <MomentControl control={control} required />,
        },
      ],
    },
  ],
  actions: {
    erase: {
      label: msg`Erase for good`,
      icon: 'trash',
      critical: true,
      confirm: msg`Erase the sample? The image, its figures, the consent and all captures of this person are gone at once and cannot be brought back.`,
      done: msg`Erased`,
    },
    withdraw: {
      label: msg`Consent withdrawn`,
      icon: 'eye-off',
      critical: true,
      confirm: msg`Has this person withdrawn their consent? All their samples in all libraries, found by name and birthday, are erased with all captures of them. This cannot be undone.`,
      done: msg`Erased`,
    },
  },
  slots: {
    listHeader: () => (
      <FaceSwitch>
        <FaceTray />
      </FaceSwitch>
    ),
    peek: ({ row }) => <SamplePeek sample={row} />,
  },
})
